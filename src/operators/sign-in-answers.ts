/** How the console answers people: with pages, also when something is refused or goes wrong. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusalFor } from '../http/error-handler.ts';
import { type Page, pageHeaders, renderPage, stylesOf } from '../http/pages/page.ts';
import { Refusal } from '../shared/errors.ts';
import { refusedPage } from './console-pages.ts';

/** A policy can name neither a scheme's address without a host nor a host that is an IPv6 number; there the scheme has to do. */
const sourceOf = ({ origin, hostname, protocol }: URL): string =>
  origin === 'null' || hostname.startsWith('[') ? protocol : origin;

/**
 * Under `no-referrer` a browser would not tell us the origin of a form; this tells the origin and nothing else. `target` is
 * where a form of the page leads in the end: browsers hold a form's redirects to the policy as well.
 */
export const answerPage = (reply: FastifyReply, page: Page, target?: URL): FastifyReply => {
  const headers = pageHeaders(undefined, { styles: stylesOf(page) });
  const source = target === undefined ? '' : sourceOf(target);
  const policy = headers['content-security-policy']?.replace(
    "form-action 'self'",
    `form-action 'self' ${source}`.trim(),
  );
  return reply
    .headers({
      ...headers,
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(renderPage(page));
};

/** The page with the refusal's status and headers; its sentence is on the page. */
export const answerRefused = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  page: Page,
): FastifyReply => {
  request.errorCode = refusal.code;
  return answerPage(reply.code(refusal.status).headers({ ...refusal.options.headers }), page);
};

/**
 * Goes on to another page by itself, as a navigation of this page. A redirect would count as part of what led here: the
 * form of our own page, whose policy then forbids to go on to another host, or the link on another site, with which a
 * SameSite=Strict cookie does not travel.
 */
export const answerAndGoOn = (reply: FastifyReply, address: string, page: Page): FastifyReply =>
  answerPage(reply.header('refresh', `0; url=${address}`), page);

export const answerErrorPage =
  (publicPath: string) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalFor(error);
    if (refusal === undefined) request.log.error({ err: error }, 'fault');
    const shown = refusal ?? new Refusal('internal_error');
    return answerRefused(request, reply, shown, refusedPage(publicPath, shown.message, request.id));
  };
