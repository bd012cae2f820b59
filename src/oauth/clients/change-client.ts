/**
 * Use cases: change a client, and delete one. The row, its secrets and the audit move together. Nobody decides over a client that
 * may do more than himself: neither what it can do nor what it is called, nor whether it is there.
 */
import { isDeepStrictEqual } from 'node:util';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { Node } from '../../applications/node.ts';
import { deleteLinksIssuedBy } from '../../operators/operator-store.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { ClientChange, ClientUpdate } from '../../contract/applications/client-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import { clientAudit } from './client-audit-statements.ts';
import { changedDocument, updatedDocument } from './client-document.ts';
import { checkCovered } from '../../http/permissions.ts';
import { PLACE } from './client-rules.ts';
import {
  type ClientPlace,
  type ClientState,
  deleteClient,
  readClient,
  type ShownClient,
  updateClient,
} from './client-store.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export const clientAt = async ({ db, now }: Node, place: ClientPlace): Promise<ShownClient> => {
  const client = await readClient(db, place, now());
  if (client === undefined) throw new Refusal('client_not_found');
  return client;
};

/** Who decides: what he may do bounds over which clients. */
export type ClientDecider = { readonly callerPermissions: readonly string[] };

/** One that the caller may decide over; every use case that writes begins with it. */
const clientFor = async (
  node: Node,
  place: ClientPlace,
  { callerPermissions }: ClientDecider,
): Promise<ShownClient> => {
  const client = await clientAt(node, place);
  checkCovered(client.document.scopes.permissions, callerPermissions, PLACE);
  return client;
};

/** The interface's update: how the client is described. */
export const describeClient = (
  node: Node,
  place: ClientPlace,
  given: ClientUpdate,
  request: KeyedWrite<number> & ClientDecider,
) =>
  change(node, place, request, ({ isActive, document }) => ({ isActive, document: updatedDocument(document, given) }));

/** What the client can do. */
export const changeClient = (
  node: Node,
  place: ClientPlace,
  given: ClientChange,
  request: KeyedWrite<number> & ClientDecider,
) =>
  change(node, place, request, ({ isActive, document }) => {
    const { is_active: active = isActive, ...settings } = given;
    return { isActive: active, document: changedDocument(document, settings, request.callerPermissions) };
  });

const change = (
  node: Node,
  place: ClientPlace,
  request: KeyedWrite<number> & ClientDecider,
  decide: (before: ShownClient) => ClientState,
): Promise<ShownClient> =>
  untilGuardHolds('oauth_client_version', async () => {
    const before = await clientFor(node, place, request);
    request.checkVersion(before.version);
    const state = decide(before);
    const fields = changedFields(before, state);
    if (fields.length === 0) return before;
    const at = node.now();
    await node.db.commit([
      ...request.remember(before.version + 1),
      updateClient(before, state, at),
      clientAudit(node, place, request, {
        action: 'client.change',
        before: told(before, fields),
        after: told(state, fields),
        at,
      }),
    ]);
    return { ...before, ...state, version: before.version + 1, modifiedAt: at };
  });

/** Answers the client as it was. */
export const removeClient = (
  node: Node,
  place: ClientPlace,
  request: Omit<KeyedWrite<number>, 'remember'> & ClientDecider,
): Promise<ShownClient> =>
  untilGuardHolds('oauth_client_version', async () => {
    const client = await clientFor(node, place, request);
    request.checkVersion(client.version);
    const at = node.now();
    const before = { ...client.document, is_active: client.isActive };
    await node.db.commit([
      ...deleteClient(client, at),
      deleteLinksIssuedBy(`service:${client.clientId}`),
      clientAudit(node, place, request, { action: 'client.delete', before, after: null, at }),
    ]);
    return client;
  });

/** The fields of a client that can change, by the names of the wire. */
const fieldsOf = ({ isActive, document }: ClientState): Readonly<Record<string, unknown>> => ({
  ...document,
  is_active: isActive,
});

const changedFields = (before: ClientState, after: ClientState): readonly string[] => {
  const [old, changed] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(changed)])];
  return names.filter((name) => !isDeepStrictEqual(ownEntry(old, name), ownEntry(changed, name)));
};

const told = (state: ClientState, fields: readonly string[]): Readonly<Record<string, unknown>> => {
  const values = fieldsOf(state);
  return Object.fromEntries(fields.map((field) => [field, ownEntry(values, field) ?? null]));
};
