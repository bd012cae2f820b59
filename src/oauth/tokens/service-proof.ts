/**
 * `Authorization: Bearer <access token>`, the proof of a service client. One read by key for every request finds the token,
 * its grant, its client and the operator who agreed to it, so that what is revoked, deactivated or deleted is refused from the
 * next request on, on every node. What the token may do is worked out once per version of the client and role of the operator.
 */
import type { FastifyRequest } from 'fastify';
import type { Node } from '../../applications/node.ts';
import { permissionsOf } from '../../operators/operator-rules.ts';
import { OWN_ROLE } from '../../operators/operator-store.ts';
import { secretHash } from '../../applications/secret-hash.ts';
import type { Database } from '../../db/database.ts';
import type { ServiceCaller } from '../../http/caller.ts';
import { Refusal } from '../../shared/errors.ts';
import { findClientById } from '../clients/client-store.ts';
import { effectivePermissions, scopesIn, sharedPermissions } from './token-scope-rules.ts';

type Found = {
  readonly client_id: string;
  readonly organization_id: string;
  readonly version: number;
  readonly scope: string;
  /** Who agreed, and his role; null for a client on its own behalf. */
  readonly operator_id: string | null;
  readonly role: string | null;
  readonly role_document: string | null;
};

const FIND = `select t.client_id, t.scope, c.organization_id, c.version, o.id as operator_id, o.role, r.document as role_document
  from oauth_token t join oauth_client c on c.client_id = t.client_id
  left join operator o on o.id = t.operator_id and o.is_active = 1 and o.organization_id = c.organization_id
  ${OWN_ROLE}
  where t.id_hash = ? and t.kind in ('AccessToken', 'ClientCredentials') and t.expires_at > ?
    and c.is_active = 1 and c.deleted_at is null and (t.operator_id is null or o.id is not null)
    and (t.grant_hash is null
      or exists (select 1 from oauth_token g where g.id_hash = t.grant_hash and g.expires_at > ?))`;

const MOST_KEPT = 1_000;

/** What an operator may no longer do himself, nobody does in his name. */
const withinRole = (permissions: readonly string[], { role, role_document }: Found): readonly string[] =>
  role === null ? permissions : sharedPermissions(permissions, permissionsOf(role, role_document));

/** Effective permissions by client, version, role and scope; the oldest entry goes first. */
const permissionsFinder = (db: Database) => {
  const kept = new Map<string, readonly string[]>();
  return async (found: Found): Promise<readonly string[] | undefined> => {
    const { client_id, version, scope, role, role_document } = found;
    const key = `${client_id} ${version} ${role ?? ''} ${role_document ?? ''} ${scope}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const client = await findClientById(db, client_id);
    if (client === undefined || !client.isActive) return undefined;
    const permissions = effectivePermissions(scopesIn(scope), withinRole(client.document.scopes.permissions, found));
    // A client that changed between the two reads is newer than the key says: good for this request, not to keep.
    if (client.version !== version) return permissions;
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, permissions);
    return permissions;
  };
};

const BEARER = /^Bearer +([\w-]{20,256}) *$/i;

/** Undefined without a bearer credential; refuses one that is unknown, expired, revoked, or of a client that is gone. */
export const serviceProof = ({ db, now }: Pick<Node, 'db' | 'now'>) => {
  const permissionsOf = permissionsFinder(db);
  return async ({ headers }: Pick<FastifyRequest, 'headers'>): Promise<ServiceCaller | undefined> => {
    if (!/^Bearer /i.test(headers.authorization ?? '')) return undefined;
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Refusal('token_invalid');
    const at = now();
    const found = await db.one<Found>(FIND, [secretHash(token), at, at]);
    const permissions = found && (await permissionsOf(found));
    if (found === undefined || permissions === undefined) throw new Refusal('token_invalid');
    const { client_id: clientId, organization_id: organizationId, operator_id: agreed } = found;
    return { kind: 'service', clientId, organizationId, permissions, ...(agreed === null ? {} : { onWordOf: agreed }) };
  };
};
