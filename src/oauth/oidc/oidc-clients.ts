/**
 * Our clients, as oidc-provider knows them, and how their secrets are compared: with the hashes of all that are live.
 *
 * The library wants a secret in clear text, which nobody has. It gets a value that was drawn for this process alone, so
 * that its own comparison, should ours ever stop being called, lets nobody in. `assertOwnComparison` proves at start that
 * ours is the one in force.
 */
import { type AdapterPayload, type Client, errors, type Provider, type ResponseType } from 'oidc-provider';
import { organizationOfCompany } from '../../applications/organization-store.ts';
import { newSecret } from '../../applications/secret-hash.ts';
import type { Database } from '../../db/database.ts';
import { addressKey } from '../../http/limits/address-key.ts';
import type { Clock } from '../../shared/clock.ts';
import { type RandomBytes, secretToken } from '../../shared/identifiers.ts';
import { matchesAnySecret } from '../clients/client-secrets.ts';
import { findClientWithSecrets, type StoredClient } from '../clients/client-store.ts';
import type { FindClientMetadata } from './oidc-adapter.ts';
import { doorOf, type PathOwner } from './oidc-door.ts';
import type { SecretThrottle } from '../tokens/token-throttle.ts';

/** What the library carries for us beside its own metadata, under one name. */
export type ClientRecord = {
  readonly organizationId: string;
  readonly permissions: readonly string[];
  readonly accessTokenLifetime: number;
  readonly refreshTokenLifetime: number;
  readonly secretHashes: readonly string[];
};
export const RECORD = 'cartwright';
export const recordOf = (client: Client): ClientRecord => client[RECORD] as ClientRecord;

const metadataOf = (
  { clientId, organizationId, document }: StoredClient,
  secretHashes: readonly string[],
  processSecret: string,
): AdapterPayload => {
  const { redirect_urls, grants, scopes, meta } = document;
  const mayAsk = redirect_urls.length > 0 && grants.includes('authorization_code');
  const record: ClientRecord = {
    organizationId,
    permissions: scopes.permissions,
    accessTokenLifetime: document.access_token_lifetime,
    refreshTokenLifetime: document.refresh_token_lifetime,
    secretHashes,
  };
  return {
    client_id: clientId,
    client_name: meta.name,
    client_secret: processSecret,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: grants.filter((grant) => mayAsk || grant !== 'authorization_code'),
    response_types: mayAsk ? (['code'] satisfies ResponseType[]) : [],
    redirect_uris: [...redirect_urls],
    [RECORD]: record,
  };
};

/** Undefined for a client that is deleted or not active: from then on it exists nowhere in the token service. */
export const clientFinder = (db: Database, now: Clock, random: RandomBytes): FindClientMetadata => {
  const processSecret = secretToken(random);
  return async (clientId) => {
    const found = await findClientWithSecrets(db, clientId, now());
    if (found === undefined || !found.client.isActive) return undefined;
    return metadataOf(found.client, found.secretHashes, processSecret);
  };
};

export const belongsTo = async (db: Database, organizationId: string, owner: PathOwner): Promise<boolean> =>
  'organizationId' in owner
    ? owner.organizationId === organizationId
    : (await organizationOfCompany(db, owner.companyId)) === organizationId;

const tooMany = (waitMs: number): Error => {
  const wait = Math.ceil(waitMs / 1000);
  const error = new errors.OIDCProviderError(429, 'temporarily_unavailable');
  return Object.assign(error, { error_description: `too many wrong secrets for this client, wait ${wait} seconds` });
};

export type Comparison = {
  readonly db: Database;
  readonly throttle: SecretThrottle;
  /** The context of the request being served. */
  readonly context: () => typeof Provider.ctx;
};

/** A wrong secret and a path of another organization look the same from outside. */
export const compareByHash = (provider: Provider, { db, throttle, context }: Comparison): void => {
  provider.Client.prototype.compareClientSecret = async function compare(this: Client, presented: string) {
    const ctx = context();
    const door = doorOf(ctx);
    const { organizationId, secretHashes } = recordOf(this);
    const address = addressKey(door?.request.ip ?? '');
    const waitMs = throttle.waitMs(this.clientId, address);
    if (waitMs > 0) {
      ctx?.set('retry-after', String(Math.ceil(waitMs / 1000)));
      throw tooMany(waitMs);
    }
    const right = matchesAnySecret(presented, secretHashes);
    const here = door?.owner === undefined || (await belongsTo(db, organizationId, door.owner));
    if (!right || !here) throttle.failed(this.clientId, address);
    return right && here;
  };
};

/** Throws unless a secret is compared with the hashes, and the value the library was given opens nothing. */
export const assertOwnComparison = async (provider: Provider, random: RandomBytes): Promise<void> => {
  const [known, given] = [newSecret(random), secretToken(random)];
  const record = { organizationId: '', permissions: [], secretHashes: [known.hash] };
  const metadata = { client_id: 'start-up-check', client_secret: given, redirect_uris: [], response_types: [] };
  const Made = provider.Client as unknown as new (metadata: object) => Client;
  const client = new Made({ ...metadata, grant_types: ['client_credentials'], [RECORD]: record });
  const [byHash, byGiven] = [await client.compareClientSecret(known.secret), await client.compareClientSecret(given)];
  if (!byHash || byGiven) throw new Error('oidc-provider does not use our comparison of client secrets.');
};
