/** oidc-provider, configured: which parts of the protocol are on, how long things live, and that nothing of it is ours to trust. */
import type { JWK } from 'jose';
import { type Client, type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { installationSecret } from '../../applications/installation-secret.ts';
import type { Node } from '../../applications/node.ts';
import { askedParams } from './asked-at.ts';
import { allowKitCallback } from './kit-redirect.ts';
import { accountFinder } from './oidc-accounts.ts';
import { oidcAdapter } from './oidc-adapter.ts';
import { completeAnswers, renderError } from './oidc-answers.ts';
import { assertOwnComparison, clientFinder, compareByHash, RECORD, recordOf } from './oidc-clients.ts';
import { doorOf } from './oidc-door.ts';
import { resourceServer } from './oidc-scopes.ts';
import { ID_TOKEN_SECONDS } from './signing-keys.ts';
import { protocolScopes } from '../tokens/token-scope-rules.ts';
import { registerClientCredentials, tokenPrefix } from '../tokens/token-issue.ts';
import type { SecretThrottle } from '../tokens/token-throttle.ts';

export const CODE_SECONDS = 60;
const CONSENT_PAGE_SECONDS = 600;
const { Check, Prompt } = interactionPolicy;

/** Nobody is remembered: every request to sign in is agreed to on its own. */
const askAlways = new Prompt(
  { name: 'consent', requestable: true },
  new Check('consent_missing', 'an operator has to agree', (ctx) => ctx.oidc.result?.consent === undefined),
);

/** Whoever agrees is signed in; that he has to do so anew can be asked for, and the consent page sees to it. */
const signInOnRequest = new Prompt({ name: 'login', requestable: true });

/** Nothing outlives the grant it came from. */
const withinGrant = (ctx: KoaContextWithOIDC, seconds: number, now: number): number => {
  const end = ctx.oidc.entities.Grant?.exp;
  return end === undefined ? seconds : Math.max(1, Math.min(seconds, end - Math.floor(now / 1000)));
};

const sameOrganization = async (provider: Provider, client: Client, clientId: string): Promise<boolean> => {
  const other = clientId === client.clientId ? client : await provider.Client.find(clientId);
  return other !== undefined && recordOf(other).organizationId === recordOf(client).organizationId;
};

export type ProviderParts = {
  readonly node: Node;
  readonly issuer: URL;
  /** The API that access tokens are for. */
  readonly resource: string;
  readonly keys: readonly JWK[];
  readonly throttle: SecretThrottle;
};

const configuration = ({ node, issuer, resource, keys }: ProviderParts, cookieKey: string): Configuration => ({
  adapter: oidcAdapter(node, clientFinder(node.db, node.now, node.random)),
  jwks: { keys: keys.map((key) => ({ ...key })) },
  cookies: {
    keys: [cookieKey],
    names: { session: 'cw_oidc', interaction: 'cw_consent', resume: 'cw_consent_resume' },
  },
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  extraClientMetadata: { properties: [RECORD] },
  responseTypes: ['code'],
  discovery: { prompt_values_supported: ['consent', 'login', 'none'] },
  scopes: protocolScopes,
  claims: { openid: ['sub', 'auth_time'], profile: ['name'], email: ['email'] },
  extraParams: { access_mode: null, extension_id: null, ...askedParams(node.now) },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    // Described to clients by the library, answered by ours (userinfo-routes.ts): its own takes no token with an audience.
    userinfo: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    introspection: {
      enabled: true,
      allowedPolicy: (ctx, client, token) => sameOrganization(ctx.oidc.provider, client, token.clientId ?? ''),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: resourceServer(resource),
    },
  },
  // The SDKs' code exchange has neither PKCE nor a redirect address (code-redirect.ts); all our clients have a secret.
  pkce: { required: (ctx) => doorOf(ctx)?.owner === undefined },
  allowOmittingSingleRegisteredRedirectUri: true,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  findAccount: accountFinder(node.db),
  extraTokenClaims: (_ctx, token) =>
    token.client === undefined ? undefined : { organization_id: recordOf(token.client).organizationId },
  formats: { bitsOfOpaqueRandomness: 256 },
  interactions: {
    policy: [signInOnRequest, askAlways],
    url: (_ctx, { uid }) => `${issuer.pathname}/consent/${uid}`,
  },
  renderError,
  ttl: {
    AccessToken: (ctx, _token, client) => withinGrant(ctx, recordOf(client).accessTokenLifetime, node.now()),
    AuthorizationCode: CODE_SECONDS,
    ClientCredentials: (_ctx, _token, client) => recordOf(client).accessTokenLifetime,
    IdToken: ID_TOKEN_SECONDS,
    Interaction: CONSENT_PAGE_SECONDS,
    RefreshToken: (ctx, _token, client) => withinGrant(ctx, recordOf(client).refreshTokenLifetime, node.now()),
    Session: CONSENT_PAGE_SECONDS,
  },
});

type Identified = { generateTokenId: () => string };
const prefixAccessTokens = (provider: Provider): void => {
  const prototype = provider.AccessToken.prototype as unknown as Identified;
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function withPrefix(this: object) {
    return `${tokenPrefix(doorOf(Provider.ctx)?.owner)}${generateTokenId.call(this)}`;
  };
};

export const createProvider = async (parts: ProviderParts): Promise<Provider> => {
  const { node, issuer, resource, throttle } = parts;
  const cookieKey = Buffer.from(await installationSecret(node, 'oidc_cookies')).toString('base64url');
  const provider = new Provider(issuer.href, configuration(parts, cookieKey));
  provider.proxy = true; // the door writes the forwarded address; nothing a caller sends reaches it
  registerClientCredentials(provider, node, resource);
  prefixAccessTokens(provider);
  compareByHash(provider, { db: node.db, throttle, context: () => Provider.ctx });
  allowKitCallback(provider, () => doorOf(Provider.ctx)?.owner);
  completeAnswers(provider, node.now);
  await assertOwnComparison(provider, node.random);
  return provider;
};
