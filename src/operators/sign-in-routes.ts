/** /console/sign-in: e-mail address and password, and then on to where the operator was going. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../http/caller.ts';
import { clearedCookie, type CookieScope, serializeCookie } from '../http/requests/cookies.ts';
import { addressKey } from '../http/limits/address-key.ts';
import { Refusal } from '../shared/errors.ts';
import type { Node } from '../applications/node.ts';
import { knownBrowsers } from './browsers/known-browser.ts';
import { SESSION_COOKIE, sessionCookie } from './operator-proof.ts';
import { normalEmail } from './operator-rules.ts';
import { SESSION_LIFETIME } from './operator-session.ts';
import { answerAndGoOn, answerPage, answerRefused } from './sign-in-answers.ts';
import type { SignInDesk } from './sign-in-desk.ts';
import { FORM_COOKIE, formCookie, isFormToken, newForm, requireOwnPage, textOf } from './sign-in-form.ts';
import { currentSession, signInAddress } from './sign-in-operator.ts';
import { goingOnPage, signInPage } from './sign-in-pages.ts';
import { localPath } from './sign-in-rules.ts';
import { signInWithPassword } from './sign-in-with-password.ts';

export type ConsoleContext = {
  readonly node: Node;
  readonly desk: SignInDesk;
  readonly publicUrl: URL | undefined;
  /** The public address's path, before every address on a page. */
  readonly path: string;
  readonly scope: CookieScope;
};
/** Room for an address to return to, every character of it escaped. */
export const FORM_LIMIT = 16_384;
export const consoleRoute = { config: { access: { kind: 'public' } satisfies Access }, schema: { hide: true } };

const HOME = '/console';
const STALE = 'This form was too old, or the browser keeps no cookies for this site. Try again.';

/** A browser that was sent here by another site leaves the Strict session cookie at home, signed in or not. */
const leftCookieBehind = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] === 'cross-site' && sessionCookie(request) === undefined;

export const sessionHeader = (secret: string, scope: CookieScope): string =>
  serializeCookie(SESSION_COOKIE, secret, SESSION_LIFETIME / 1000, scope);

export const signInRoutes = (app: FastifyInstance, { node, desk, publicUrl, path, scope }: ConsoleContext): void => {
  const formScope = { ...scope, path: `${path}/console/sign-in` };
  const browsers = knownBrowsers(node);
  const goal = (values: unknown): string => localPath(textOf(values, 'return_to')) ?? HOME;
  const blankForm = (request: FastifyRequest, reply: FastifyReply, returnTo: string, email = '') => {
    const { formToken, setCookie } = newForm(request, node.random, formScope);
    reply.header('set-cookie', setCookie);
    return { formToken, returnTo, email };
  };

  app.get('/console/sign-in', consoleRoute, async (request, reply) => {
    const returnTo = goal(request.query);
    const form = (): FastifyReply => answerPage(reply, signInPage(path, blankForm(request, reply, returnTo)));
    if (textOf(request.query, 'as') === 'another') return form();
    if (leftCookieBehind(request)) {
      const again = signInAddress(path, returnTo);
      return answerAndGoOn(reply, again, goingOnPage(again, 'One moment'));
    }
    if ((await currentSession(node, request)) !== undefined) {
      const address = `${path}${returnTo}`;
      return answerAndGoOn(reply, address, goingOnPage(address, 'You are signed in'));
    }
    return form();
  });

  app.post('/console/sign-in', { ...consoleRoute, bodyLimit: FORM_LIMIT }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const returnTo = goal(request.body);
    const email = textOf(request.body, 'email');
    const refuse = (refusal: Refusal): FastifyReply => {
      const form = { ...blankForm(request, reply, returnTo, email), problem: refusal.message };
      return answerRefused(request, reply, refusal, signInPage(path, form));
    };
    const cookie = formCookie(request);
    if (cookie === undefined || !isFormToken(cookie, textOf(request.body, 'form_token'))) {
      return refuse(new Refusal('origin_refused', { message: STALE }));
    }
    const browser = await browsers.nameOf(request, normalEmail(email));
    const given = {
      email,
      browser,
      password: textOf(request.body, 'password'),
      address: addressKey(request.ip),
      requestId: request.id,
      presented: sessionCookie(request),
    };
    const outcome = await signInWithPassword(node, desk, given).catch((error: unknown) => {
      if (error instanceof Refusal) return { refusal: error, record: [] };
      throw error;
    });
    if ('refusal' in outcome) {
      refuse(outcome.refusal);
      await node.db.commit(outcome.record).catch((error: unknown) => request.log.error({ err: error }, 'fault'));
      return reply;
    }
    reply.header('set-cookie', [
      sessionHeader(outcome.session, scope),
      clearedCookie(FORM_COOKIE, formScope),
      await browsers.headerFor(normalEmail(email), browser, formScope),
    ]);
    return reply.redirect(returnTo === HOME ? `${path}${HOME}` : signInAddress(path, returnTo), 303);
  });
};
