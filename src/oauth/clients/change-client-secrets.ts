/** Use cases: add, let expire and remove secrets of a client. At most five live at once, and never none. */
import type { Author, Node } from '../../applications/node.ts';
import {
  checkExpiry,
  deleteExpired,
  deleteSecret,
  isFull,
  isLastLive,
  isLive,
  type KeptSecret,
} from '../../applications/tokens/kept-secrets.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { clientAudit } from './client-audit-statements.ts';
import { checkCovered } from '../../http/permissions.ts';
import type { ClientDecider } from './change-client.ts';
import { PLACE } from './client-rules.ts';
import { type ClientSecrets, readSecrets, updateSecretExpiry } from './client-secret-store.ts';
import { newClientSecret } from './client-secrets.ts';
import { insertSecret } from './client-statements.ts';
import { type ClientPlace, touchClient } from './client-store.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';

export const secretsOf = async (db: Node['db'], place: ClientPlace): Promise<ClientSecrets> => {
  const found = await readSecrets(db, place);
  if (found === undefined) throw new Refusal('client_not_found');
  return found;
};

export type SecretRequest = Author & ClientDecider;

/**
 * Those of a client that the caller may decide over. A secret lets its holder do all that the client may, and whoever takes one
 * away stops that: both are for somebody who may do as much himself.
 */
const secretsFor = async (
  { db }: Pick<Node, 'db'>,
  place: ClientPlace,
  { callerPermissions }: ClientDecider,
): Promise<ClientSecrets> => {
  const found = await secretsOf(db, place);
  checkCovered(found.permissions, callerPermissions, PLACE);
  return found;
};

export type AddedSecret = KeptSecret & {
  /** The only time it is seen. */
  readonly secret: string;
};

export const addSecret = (
  node: Node,
  place: ClientPlace,
  expiresAt: number | null,
  { remember, ...request }: SecretRequest & AuthoredWrite<string>,
): Promise<AddedSecret> =>
  untilGuardHolds('oauth_client_version', async () => {
    const at = node.now();
    const { version, secrets } = await secretsFor(node, place, request);
    checkExpiry(expiresAt, at);
    if (isFull(secrets, at)) throw new Refusal('secret_limit_reached');
    const { secret, hash, hint } = newClientSecret(node.random);
    const added = { id: objectId(node.random), hint, createdAt: at, expiresAt };
    await node.db.commit([
      ...remember(added.id),
      touchClient({ ...place, version }, at),
      deleteExpired('oauth_client_secret', place.clientId, at),
      insertSecret(place.clientId, { ...added, hash }),
      clientAudit(node, place, request, { action: 'client_secret.add', before: null, after: told(added), at }),
    ]);
    return { ...added, secret };
  });

export const changeSecret = (
  node: Node,
  place: ClientPlace,
  { secretId, expiresAt }: { readonly secretId: string; readonly expiresAt: number | null },
  request: SecretRequest,
): Promise<KeptSecret> =>
  untilGuardHolds('oauth_client_version', async () => {
    const at = node.now();
    const { version, secrets } = await secretsFor(node, place, request);
    const before = secretIn(secrets, secretId);
    checkExpiry(expiresAt, at);
    // Whoever let it expire counts on it to be dead, and a new one costs nothing.
    if (!isLive(before, at)) throw new Refusal('client_secret_not_found', { message: EXPIRED });
    if (before.expiresAt === expiresAt) return before;
    const after = { ...before, expiresAt };
    await node.db.commit([
      touchClient({ ...place, version }, at),
      updateSecretExpiry(place.clientId, secretId, expiresAt),
      clientAudit(node, place, request, {
        action: 'client_secret.change',
        before: told(before),
        after: told(after),
        at,
      }),
    ]);
    return after;
  });

export const removeSecret = (
  node: Node,
  place: ClientPlace,
  secretId: string,
  request: SecretRequest,
): Promise<KeptSecret> =>
  untilGuardHolds('oauth_client_version', async () => {
    const at = node.now();
    const { version, secrets } = await secretsFor(node, place, request);
    const secret = secretIn(secrets, secretId);
    if (isLastLive(secrets, secret, at)) throw new Refusal('last_secret');
    await node.db.commit([
      touchClient({ ...place, version }, at),
      deleteSecret('oauth_client_secret', place.clientId, secretId),
      clientAudit(node, place, request, { action: 'client_secret.remove', before: told(secret), after: null, at }),
    ]);
    return secret;
  });

const EXPIRED = 'This secret has expired. Add a new one.';

const secretIn = (secrets: readonly KeptSecret[], id: string): KeptSecret => {
  const secret = secrets.find((one) => one.id === id);
  if (secret === undefined) throw new Refusal('client_secret_not_found');
  return secret;
};

const told = ({ id, hint, expiresAt }: KeptSecret) => ({ secret_id: id, hint, expires_at: expiresAt });
