/** The console's entrance: a one-time link or a password in, a session, and out again. */
import type { FastifyPluginAsync } from 'fastify';
import { clearedCookie } from '../http/requests/cookies.ts';
import { fieldsOf, installForms } from '../http/requests/forms.ts';
import { Refusal } from '../shared/errors.ts';
import { applicationNames } from '../applications/application-store.ts';
import { consolePage, enterPage, linkGonePage, strangerPage } from './console-pages.ts';
import type { Node } from '../applications/node.ts';
import { SESSION_COOKIE, sessionCookie, sessionScope } from './operator-proof.ts';
import { enterByLink, linkOwner, signOut } from './operator-session.ts';
import { findOrganization } from '../applications/organization-store.ts';
import { secretHash } from '../applications/secret-hash.ts';
import { answerErrorPage, answerPage, answerRefused } from './sign-in-answers.ts';
import { signInDesk } from './sign-in-desk.ts';
import { formTokenOf, requireFormToken, requireOwnPage, textOf } from './sign-in-form.ts';
import { currentSession } from './sign-in-operator.ts';
import { passwordRoutes } from './sign-in-password-routes.ts';
import { type ConsoleContext, consoleRoute, FORM_LIMIT, sessionHeader, signInRoutes } from './sign-in-routes.ts';
import { findSessionState } from './sign-in-store.ts';

export type OperatorRoutesOptions = { readonly node: Node; readonly publicUrl: URL | undefined };

const MOST_SHOWN = 100;

export const operatorRoutes: FastifyPluginAsync<OperatorRoutesOptions> = async (app, { node, publicUrl }) => {
  const path = (publicUrl?.pathname ?? '').replace(/\/$/, '');
  const scope = sessionScope(publicUrl);
  const context: ConsoleContext = { node, desk: signInDesk(node), publicUrl, path, scope };

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

  app.get('/console', consoleRoute, async (request, reply) => {
    const session = await currentSession(node, request);
    if (session === undefined) return answerPage(reply, strangerPage(path));
    const { secret, operator } = session;
    const [organization, applications, state] = await Promise.all([
      findOrganization(node.db, operator.organizationId),
      applicationNames(node.db, operator.organizationId, MOST_SHOWN + 1),
      findSessionState(node.db, secretHash(secret)),
    ]);
    const view = {
      operator,
      organization: organization?.name ?? '',
      applications: applications.slice(0, MOST_SHOWN),
      more: applications.length > MOST_SHOWN,
      hasPassword: typeof state?.passwordHash === 'string',
      passwordSaved: textOf(request.query, 'password') === 'saved',
      formToken: formTokenOf(secret),
    };
    return answerPage(reply, consolePage(path, view));
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
