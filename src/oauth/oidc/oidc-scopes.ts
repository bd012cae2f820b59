/**
 * Which scopes a request ends with. All of them belong to one resource, this service's API. A scope beyond the client's
 * permissions is refused, never dropped, and who names none asks for all the client has.
 */
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { accountOf } from './oidc-accounts.ts';
import { recordOf } from './oidc-clients.ts';
import { coversPermission } from '../../http/permissions.ts';
import { exceeding, isProtocolScope, scopesIn } from '../tokens/token-scope-rules.ts';

/** The permissions that are asked for, or the client's own when none is named; throws `invalid_scope`. */
export const permittedScopes = (asked: readonly string[], client: Client): readonly string[] => {
  const { permissions } = recordOf(client);
  if (asked.length === 0) return permissions;
  const beyond = exceeding(asked, permissions);
  if (beyond.length > 0) {
    throw new errors.InvalidScope('the client does not have this permission', beyond.join(' '));
  }
  return asked;
};

/** For a request to sign in: also fills in what was left out, so that the consent page can show it. */
const scopesAskedFor = (ctx: KoaContextWithOIDC, client: Client): readonly string[] => {
  const { params } = ctx.oidc;
  if (params === undefined) return [];
  const asked = scopesIn(params['scope'] as string | undefined);
  if (asked.length === 0) params['scope'] = recordOf(client).permissions.join(' ');
  const wanted = asked.filter((scope) => !isProtocolScope(scope));
  return asked.length > 0 && wanted.length === 0 ? [] : permittedScopes(wanted, client);
};

/** For a code or refresh token: what it stands for, as far as the operator who agreed has it himself still. */
const scopesGiven = (ctx: KoaContextWithOIDC): readonly string[] => {
  const { AuthorizationCode, RefreshToken } = ctx.oidc.entities;
  const held = accountOf(ctx)?.permissions;
  return scopesIn((RefreshToken ?? AuthorizationCode)?.scope).filter(
    (scope) => held === undefined || coversPermission(held, scope),
  );
};

export const resourceServer =
  (resource: string) =>
  (ctx: KoaContextWithOIDC, asked: string, client: Client): ResourceServer => {
    if (asked !== resource) throw new errors.InvalidTarget();
    const scopes = ctx.oidc.route === 'token' ? scopesGiven(ctx) : scopesAskedFor(ctx, client);
    return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
  };
