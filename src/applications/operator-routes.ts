/** The console's entrance: a one-time link in, a session, and out again. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../http/caller.ts';
import { clearedCookie, serializeCookie } from '../http/cookies.ts';
import { type Page, pageHeaders, renderPage } from '../http/page.ts';
import { Refusal } from '../shared/errors.ts';
import { applicationNames } from './application-store.ts';
import { consolePage, enterPage, linkGonePage, strangerPage } from './console-pages.ts';
import type { Node } from './node.ts';
import { SESSION_COOKIE, sessionCookie, sessionScope } from './operator-proof.ts';
import { enterByLink, linkOwner, SESSION_LIFETIME, sessionOperator, signOut } from './operator-session.ts';
import { findOrganization } from './organization-store.ts';
import { isSameOrigin } from './same-origin.ts';

export type OperatorRoutesOptions = { readonly node: Node; readonly publicUrl: URL | undefined };

const config = { access: { kind: 'public' } satisfies Access };
const schema = { hide: true };
const BODY_LIMIT = 4096;
const MOST_SHOWN = 100;

/** Under `no-referrer` a browser would not tell us the origin of a form; this tells the origin and nothing else. */
const answerPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply
    .headers({ ...pageHeaders(undefined), 'referrer-policy': 'strict-origin', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(renderPage(page));

const formTokenOf = (session: string): string =>
  createHmac('sha256', session).update('cartwright console form').digest('base64url');

const isFormToken = (session: string, given: string): boolean => {
  const [expected, offered] = [Buffer.from(formTokenOf(session)), Buffer.from(given)];
  return expected.length === offered.length && timingSafeEqual(expected, offered);
};

const textOf = (values: unknown, name: string): string => {
  const value = (values as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

export const operatorRoutes: FastifyPluginAsync<OperatorRoutesOptions> = async (app, { node, publicUrl }) => {
  const path = (publicUrl?.pathname ?? '').replace(/\/$/, '');
  const scope = sessionScope(publicUrl);

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const requireOwnPage = ({ headers }: FastifyRequest): void => {
    if (!isSameOrigin(headers, publicUrl)) {
      throw new Refusal('origin_refused', { message: 'This form was sent from another site.' });
    }
  };

  app.get('/console/enter', { config, schema }, async (request, reply) => {
    const token = textOf(request.query, 'token');
    const owner = token === '' ? undefined : await linkOwner(node, token);
    return answerPage(reply, owner === undefined ? linkGonePage() : enterPage(path, token, owner.name));
  });

  app.post('/console/enter', { config, schema, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    requireOwnPage(request);
    try {
      const session = await enterByLink(node, textOf(request.body, 'token'), request.id);
      reply.header('set-cookie', serializeCookie(SESSION_COOKIE, session, SESSION_LIFETIME / 1000, scope));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'link_invalid') throw error;
      return answerPage(reply.code(error.status), linkGonePage());
    }
    return reply.redirect(`${path}/console`, 303);
  });

  app.get('/console', { config, schema }, async (request, reply) => {
    const session = sessionCookie(request);
    const operator = session === undefined ? undefined : await sessionOperator(node, session);
    if (session === undefined || operator === undefined) return answerPage(reply, strangerPage());
    const [organization, applications] = await Promise.all([
      findOrganization(node.db, operator.organizationId),
      applicationNames(node.db, operator.organizationId, MOST_SHOWN + 1),
    ]);
    const view = {
      operator,
      organization: organization?.name ?? '',
      applications: applications.slice(0, MOST_SHOWN),
      more: applications.length > MOST_SHOWN,
      formToken: formTokenOf(session),
    };
    return answerPage(reply, consolePage(path, view));
  });

  app.post('/console/sign-out', { config, schema, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    requireOwnPage(request);
    const session = sessionCookie(request);
    if (session !== undefined) {
      if (!isFormToken(session, textOf(request.body, 'form_token'))) throw new Refusal('origin_refused');
      await signOut(node, session);
    }
    return reply.header('set-cookie', clearedCookie(SESSION_COOKIE, scope)).redirect(`${path}/console`, 303);
  });
};
