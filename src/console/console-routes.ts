/** The console: one page for every address below /console that is not its entrance. It shows what operations answer. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { applicationsOfOrganization } from '../applications/application-store.ts';
import type { Node } from '../applications/node.ts';
import { findOrganization } from '../applications/organization-store.ts';
import { firstOrganization } from '../applications/organizations/company-store.ts';
import { secretHash } from '../applications/secret-hash.ts';
import type { ConsoleSession } from '../contract/applications/console-contract.ts';
import { type WebBundle, webBundleRoutes } from '../http/pages/web-bundle.ts';
import { expandPermissions } from '../http/permissions.ts';
import { strangerPage } from '../operators/console-pages.ts';
import { answerErrorPage, answerPage } from '../operators/sign-in-answers.ts';
import { formTokenOf, textOf } from '../operators/sign-in-form.ts';
import { type CurrentSession, currentSession, signInAddress } from '../operators/sign-in-operator.ts';
import { consoleRoute } from '../operators/sign-in-routes.ts';
import { findSessionState } from '../operators/sign-in-store.ts';
import { consoleFormsFile } from './console-forms.ts';
import { assetPath, consoleHeaders, consolePage } from './console-page.ts';

export type ConsoleOptions = {
  readonly node: Node;
  readonly bundle: WebBundle;
  readonly publicPath: string;
  readonly publicUrl: URL;
  readonly version: string;
};

const MOST_SHOPS = 100;

export const consoleRoutes: FastifyPluginAsync<ConsoleOptions> = async (app, options) => {
  const { node, bundle, publicPath, publicUrl, version } = options;
  app.setErrorHandler(answerErrorPage(publicPath));
  const forms = consoleFormsFile();
  webBundleRoutes(app, assetPath, [bundle.script, bundle.style, ...bundle.atOnce, ...bundle.later, forms]);

  const sessionOf = async ({ secret, operator }: CurrentSession, query: unknown): Promise<ConsoleSession> => {
    const [first, organization, applications, state] = await Promise.all([
      firstOrganization(node.db),
      findOrganization(node.db, operator.organizationId),
      applicationsOfOrganization(node.db, operator.organizationId, MOST_SHOPS + 1),
      findSessionState(node.db, secretHash(secret)),
    ]);
    const { id, name, email, role } = operator;
    // What is about the whole installation is not there for the other organizations of it.
    const isAbove = (permission: string): boolean => permission.startsWith('installation/');
    const permissions = [...expandPermissions(operator.permissions)].filter(
      (one) => !isAbove(one) || first === operator.organizationId,
    );
    return {
      base: publicPath,
      public_url: publicUrl.href.replace(/\/$/, ''),
      version,
      forms: `${publicPath}${assetPath}/${forms.name}`,
      form_token: formTokenOf(secret),
      has_password: typeof state?.passwordHash === 'string',
      password_saved: textOf(query, 'password') === 'saved',
      operator: { id, name, email, role, permissions },
      organization: { id: operator.organizationId, name: organization?.name ?? '' },
      applications: applications.slice(0, MOST_SHOPS),
      has_more_applications: applications.length > MOST_SHOPS,
    };
  };

  const show = async (request: FastifyRequest, reply: FastifyReply, stranger: () => FastifyReply) => {
    const session = await currentSession(node, request);
    if (session === undefined) return stranger();
    const page = consolePage(await sessionOf(session, request.query), bundle);
    return reply.headers(consoleHeaders).type('text/html; charset=utf-8').send(page);
  };

  app.get('/console', consoleRoute, (request, reply) =>
    show(request, reply, () => answerPage(reply, strangerPage(publicPath))),
  );
  // Somebody who follows a link to a page of it comes there by way of the sign-in.
  app.get('/console/*', consoleRoute, (request, reply) =>
    show(request, reply, () => reply.redirect(signInAddress(publicPath, request.url), 303)),
  );
};
