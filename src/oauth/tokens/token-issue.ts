/**
 * The grant client_credentials: tokens for a client on its own behalf. A client that may also refresh gets a family (grant,
 * access token, refresh token), written in one batch; any other gets an access token and nothing else.
 */
import { type AdapterPayload, type Client, errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import type { Node } from '../../applications/node.ts';
import { secretToken } from '../../shared/identifiers.ts';
import { clientSubject } from '../oidc/oidc-accounts.ts';
import { recordOf } from '../oidc/oidc-clients.ts';
import { doorOf, type PathOwner } from '../oidc/oidc-door.ts';
import { permittedScopes } from '../oidc/oidc-scopes.ts';
import { scopesIn } from './token-scope-rules.ts';
import { type NewToken, putToken, type TokenKind } from './token-store.ts';

/** What an access token begins with, so that people and scanners tell it from anything else. */
export const tokenPrefix = (owner: PathOwner | undefined): string =>
  owner !== undefined && 'companyId' in owner ? 'oa-' : 'pr-';

type Issue = Readonly<{ client: Client; scope: string; resource: string; owner: PathOwner | undefined }>;

type Payload = AdapterPayload & { readonly resources?: Readonly<Record<string, string>> };

const tokensFor = ({ now, random }: Pick<Node, 'now' | 'random'>, issue: Issue) => {
  const { client, scope, resource, owner } = issue;
  const { organizationId, accessTokenLifetime, refreshTokenLifetime } = recordOf(client);
  const { clientId } = client;
  const iat = Math.floor(now() / 1000);
  const token = (kind: TokenKind, id: string, lifetime: number, payload: Payload): NewToken => ({
    kind,
    id,
    payload: { kind, iat, exp: iat + lifetime, clientId, ...payload },
    expiresAt: now() + lifetime * 1000,
  });
  const value = `${tokenPrefix(owner)}${secretToken(random)}`;
  const access = { scope, aud: resource, extra: { organization_id: organizationId }, format: 'opaque' };
  if (!client.grantTypeAllowed('refresh_token')) {
    return { value, tokens: [token('ClientCredentials', value, accessTokenLifetime, access)] };
  }
  const [grantId, refresh] = [secretToken(random), secretToken(random)];
  const family = { accountId: clientSubject(clientId), grantId, gty: 'client_credentials' };
  const tokens = [
    token('Grant', grantId, Math.max(accessTokenLifetime, refreshTokenLifetime), {
      accountId: family.accountId,
      resources: { [resource]: scope },
    }),
    token('AccessToken', value, accessTokenLifetime, { ...access, ...family }),
    token('RefreshToken', refresh, refreshTokenLifetime, { ...family, scope, resource, rotations: 0, iiat: iat }),
  ];
  return { value, refresh, tokens };
};

export const registerClientCredentials = (
  provider: Provider,
  node: Pick<Node, 'db' | 'now' | 'random'>,
  resource: string,
): void => {
  const issue = async (ctx: TokenEndpointGrantContext): Promise<void> => {
    const { client, params } = ctx.oidc;
    if (params.resource !== undefined && params.resource !== resource) throw new errors.InvalidTarget();
    const scope = permittedScopes(scopesIn(params.scope), client).join(' ');
    const made = tokensFor(node, { client, scope, resource, owner: doorOf(ctx)?.owner });
    await node.db.commit(made.tokens.map(putToken));
    ctx.body = {
      access_token: made.value,
      expires_in: recordOf(client).accessTokenLifetime,
      ...(made.refresh === undefined ? {} : { refresh_token: made.refresh }),
      scope,
      token_type: 'Bearer',
    };
  };
  provider.registerGrantType('client_credentials', issue, ['scope', 'resource']);
};
