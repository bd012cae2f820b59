/**
 * /oidc/me: who agreed, for a client that was given `openid`. The library's own answer takes only tokens without an
 * audience, and ours are all for this service's API; what may be told stands in the grant.
 */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { installForms } from '../../http/requests/forms.ts';
import { accountFinder, type TokenUser } from './oidc-accounts.ts';
import { oauthErrorBody } from './oidc-answers.ts';
import { answerInOAuthWords, publicRoute, TOKEN_BODY_LIMIT } from './oidc-routes.ts';
import type { TokenService } from './oidc-service.ts';
import { scopesIn } from '../tokens/token-scope-rules.ts';

export type UserinfoRoutesOptions = { readonly node: Pick<Node, 'db'>; readonly service: TokenService };

type Problem = { readonly status: 401 | 403; readonly error: string; readonly description: string };
type Found = { readonly subject: string; readonly user: TokenUser; readonly scopes: readonly string[] };

const noToken: Problem = { status: 401, error: 'invalid_token', description: 'send an access token of a person' };
const noScope: Problem = {
  status: 403,
  error: 'insufficient_scope',
  description: 'the token was given without openid',
};

const BEARER = /^Bearer +([\w-]{20,256}) *$/i;

const claimsOf = ({ subject, user, scopes }: Found): Readonly<Record<string, string>> => ({
  sub: subject,
  ...(scopes.includes('profile') ? { name: user.name } : {}),
  ...(scopes.includes('email') ? { email: user.email } : {}),
});

export const userinfoRoutes: FastifyPluginAsync<UserinfoRoutesOptions> = async (app, { node, service }) => {
  answerInOAuthWords(app);
  installForms(app, TOKEN_BODY_LIMIT, String);
  const findAccount = accountFinder(node.db);

  const find = async (authorization: string | undefined): Promise<Found | Problem> => {
    const provider = service.provider();
    const value = BEARER.exec(authorization ?? '')?.[1];
    const token = value === undefined ? undefined : await provider.AccessToken.find(value);
    const grant = token && (await provider.Grant.find(token.grantId ?? ''));
    const client = grant && (await provider.Client.find(grant.clientId ?? ''));
    const account = client && (await findAccount(undefined, grant.accountId ?? ''));
    if (account === undefined || account.user === null) return noToken;
    const scopes = scopesIn(grant?.getOIDCScope());
    return scopes.includes('openid') ? { subject: account.accountId, user: account.user, scopes } : noScope;
  };

  const answer = async ({ id, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store');
    const found = await find(headers.authorization);
    if (!('error' in found)) return reply.send(claimsOf(found));
    const { status, error, description } = found;
    const challenge = `Bearer realm="${service.issuer.href}", error="${error}"`;
    return reply
      .code(status)
      .header('www-authenticate', challenge)
      .send(oauthErrorBody(error, description, id));
  };

  const page = { config: publicRoute, schema: { hide: true } };
  app.get('/oidc/me', page, answer);
  app.post('/oidc/me', { ...page, bodyLimit: TOKEN_BODY_LIMIT }, answer);
};
