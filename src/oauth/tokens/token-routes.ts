/** The token paths that SDKs know, for an organization and for a company: doors to the same token service. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import {
  AuthorizeQuery,
  CompanyTokenPath,
  OAuthError,
  OrganizationPath,
  TokenAnswer,
  TokenRequest,
} from '../../contract/applications/token-contract.ts';
import { installForms } from '../../http/requests/forms.ts';
import { html, sendPage } from '../../http/pages/page.ts';
import { consoleFrame } from '../../operators/console-pages.ts';
import { findClientById } from '../clients/client-store.ts';
import { withRedirectOfCode } from '../oidc/code-redirect.ts';
import { belongsTo } from '../oidc/oidc-clients.ts';
import { handOver, type PathOwner } from '../oidc/oidc-door.ts';
import { answerInOAuthWords, publicRoute, TOKEN_BODY_LIMIT } from '../oidc/oidc-routes.ts';
import type { TokenService } from '../oidc/oidc-service.ts';
import { authorizeQuery, tokenForm } from './token-form-rules.ts';

export type TokenRoutesOptions = { readonly node: Pick<Node, 'db' | 'now'>; readonly service: TokenService };

type Side = {
  readonly path: string;
  readonly named: string;
  readonly params: FastifySchema['params'];
  readonly owner: (params: unknown) => PathOwner;
};
const PREFIX = '/service/panel/authentication/v1.0';
const sides: readonly Side[] = [
  {
    path: `${PREFIX}/organization/:organization_id/oauth`,
    named: 'Organization',
    params: OrganizationPath,
    owner: (params) => ({ organizationId: (params as { organization_id: string }).organization_id }),
  },
  {
    path: `${PREFIX}/company/:company_id/oauth`,
    named: 'Company',
    params: CompanyTokenPath,
    owner: (params) => ({ companyId: (params as { company_id: number }).company_id }),
  },
];
const tags = ['Tokens'];
const response = { 200: TokenAnswer, '4xx': OAuthError, '5xx': OAuthError };
const refusedPage = {
  description: 'A page that says why the request cannot go on; for a malformed path, the words of OAuth.',
  content: {
    'text/html': { schema: { type: 'string' } },
    'application/json': { schema: { anyOf: [OAuthError, ErrorBody] } },
  },
};
const authorizeResponse = {
  200: {
    description: 'A page that posts the answer to the client, for response_mode=form_post.',
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  303: {
    description: 'To the page that asks, or back to the client.',
    content: { 'text/html': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } },
  },
  '4xx': refusedPage,
  '5xx': refusedPage,
};

const unknownClient = consoleFrame(
  'This request cannot go on',
  html`<p>The program that sent you here is not known under this address. Tell its makers.</p>`,
);

/** Of the schemas only the path's is enforced here: the library refuses what else is wrong, in the protocol's words. */
const requirePath = ({ validationError }: FastifyRequest): void => {
  if (validationError?.validationContext === 'params') throw validationError;
};

export const tokenRoutes: FastifyPluginAsync<TokenRoutesOptions> = async (app, { node, service }) => {
  const { issuer, handler } = service;
  answerInOAuthWords(app);
  installForms(app, TOKEN_BODY_LIMIT, String);
  const token = (ownerOf: Side['owner'], offline: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    requirePath(request);
    const given = tokenForm(request.body, request.headers.authorization !== undefined);
    const form = await withRedirectOfCode(node, given);
    const owner = ownerOf(request.params);
    return handOver(handler, issuer, { request, reply, handed: { path: '/token', form, owner, offline } });
  };

  const isClientOf = async (clientId: unknown, owner: PathOwner): Promise<boolean> => {
    const client = typeof clientId === 'string' ? await findClientById(node.db, clientId) : undefined;
    return client !== undefined && client.isActive && belongsTo(node.db, client.organizationId, owner);
  };
  const authorize = (ownerOf: Side['owner']) => async (request: FastifyRequest, reply: FastifyReply) => {
    requirePath(request);
    const owner = ownerOf(request.params);
    const { client_id } = request.query as Readonly<Record<string, unknown>>;
    if (!(await isClientOf(client_id, owner))) return sendPage(reply.code(400), unknownClient);
    return handOver(handler, issuer, {
      request,
      reply,
      handed: { path: `/auth${authorizeQuery(request.url)}`, owner },
    });
  };

  for (const { path, named, params, owner } of sides) {
    const options = { config: publicRoute, bodyLimit: TOKEN_BODY_LIMIT, attachValidation: true };
    const schema = (operation: string, summary: string): FastifySchema => ({
      operationId: `${operation}${named}`,
      tags,
      summary,
      params,
    });
    const tokenSchema = (operation: string, summary: string) => ({
      ...schema(operation, summary),
      body: TokenRequest,
      response,
    });
    const exchange = tokenSchema('getToken', `Get or refresh a token, as a client of the ${named.toLowerCase()}`);
    app.post(`${path}/token`, { ...options, schema: exchange }, token(owner, false));
    const offline = tokenSchema('getOfflineToken', `Exchange a code for a token of the ${named.toLowerCase()}`);
    app.post(`${path}/offline-token`, { ...options, schema: offline }, token(owner, true));
    const asking = {
      ...schema('authorize', `Ask an operator of the ${named.toLowerCase()} to agree, in a browser`),
      querystring: AuthorizeQuery,
      response: authorizeResponse,
    };
    app.get(`${path}/authorize`, { config: publicRoute, attachValidation: true, schema: asking }, authorize(owner));
  }
};
