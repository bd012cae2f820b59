/** The console's entrance: a one-time link or a password in, a session, and out again. */
import type { FastifyPluginAsync } from 'fastify';
import { clearedCookie } from '../http/requests/cookies.ts';
import { fieldsOf, installForms } from '../http/requests/forms.ts';
import { Refusal } from '../shared/errors.ts';
import { enterPage, linkGonePage } from './console-pages.ts';
import type { Node } from '../applications/node.ts';
import { SESSION_COOKIE, sessionCookie, sessionScope } from './operator-proof.ts';
import { enterByLink, linkOwner, signOut } from './operator-session.ts';
import { answerErrorPage, answerPage, answerRefused } from './sign-in-answers.ts';
import type { SignInDesk } from './sign-in-desk.ts';
import { requireFormToken, requireOwnPage, textOf } from './sign-in-form.ts';
import { passwordRoutes } from './sign-in-password-routes.ts';
import { type ConsoleContext, consoleRoute, FORM_LIMIT, sessionHeader, signInRoutes } from './sign-in-routes.ts';

export type OperatorRoutesOptions = {
  readonly node: Node;
  readonly publicUrl: URL | undefined;
  /** One a node, for all ways in. */
  readonly desk: SignInDesk;
};

export const operatorRoutes: FastifyPluginAsync<OperatorRoutesOptions> = async (app, { node, publicUrl, desk }) => {
  const path = (publicUrl?.pathname ?? '').replace(/\/$/, '');
  const scope = sessionScope(publicUrl);
  const context: ConsoleContext = { node, desk, publicUrl, path, scope };

  app.setErrorHandler(answerErrorPage(path));
  installForms(app, FORM_LIMIT, fieldsOf);

  app.get('/console/enter', consoleRoute, async (request, reply) => {
    const token = textOf(request.query, 'token');
    const owner = token === '' ? undefined : await linkOwner(node, token);
    return answerPage(reply, owner === undefined ? linkGonePage(path) : enterPage(path, token, owner.name));
  });

  app.post('/console/enter', { ...consoleRoute, bodyLimit: FORM_LIMIT }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    try {
      const session = await enterByLink(node, textOf(request.body, 'token'), request.id, sessionCookie(request));
      return reply.header('set-cookie', sessionHeader(session, scope)).redirect(`${path}/console`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'link_invalid') throw error;
      return answerRefused(request, reply, error, linkGonePage(path));
    }
  });

  app.post('/console/sign-out', { ...consoleRoute, bodyLimit: FORM_LIMIT }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const session = sessionCookie(request);
    if (session !== undefined) {
      requireFormToken(session, request.body);
      await signOut(node, session, request.id);
    }
    return reply.header('set-cookie', clearedCookie(SESSION_COOKIE, scope)).redirect(`${path}/console`, 303);
  });

  signInRoutes(app, context);
  passwordRoutes(app, context);
};
