/**
 * Where oidc-provider keeps its things: our tables. Clients are only read; the library's own session is not kept at all,
 * because an operator is signed in to the console or nowhere.
 */
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import type { Node } from '../applications/node.ts';
import { guardFailed } from '../db/database.ts';
import { doorOf } from './oidc-door.ts';
import { endReusedFamily } from './token-reuse.ts';
import { consumeToken, deleteFamily, deleteToken, findToken, putToken, type TokenKind } from './token-store.ts';

export type FindClientMetadata = (clientId: string) => Promise<AdapterPayload | undefined>;

const nothing = async (): Promise<undefined> => undefined;
const keepsNothing: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

const SINGLE_USE: ReadonlySet<string> = new Set(['AuthorizationCode', 'RefreshToken']);

/** Whether the request being served shows a code or refresh token to have it redeemed, rather than to ask about it. */
const isRedeeming = (): boolean => Provider.ctx?.oidc.route === 'token';

const tokenAdapter = (node: Pick<Node, 'db' | 'now' | 'random'>, kind: TokenKind): Adapter => {
  const { db, now } = node;

  const endFamily = async (id: string, { grantId = '', clientId = '' }: AdapterPayload): Promise<void> =>
    endReusedFamily(node, { kind, id, grantId, clientId, requestId: doorOf(Provider.ctx)?.request.id ?? null });

  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const found = await findToken(db, kind, id, now());
    if (found === undefined || found.consumedAt === null) return found?.payload;
    if (!isRedeeming()) return { ...found.payload, consumed: Math.floor(found.consumedAt / 1000) };
    await endFamily(id, found.payload);
    return undefined;
  };

  return {
    ...keepsNothing,
    find,
    upsert: async (id, payload, expiresIn) => {
      if (expiresIn === undefined) throw new Error(`a ${kind} without an end`);
      await db.commit([putToken({ kind, id, payload, expiresAt: now() + expiresIn * 1000 })]);
    },
    consume: async (id) => {
      try {
        await db.commit([consumeToken(kind, id, now())]);
      } catch (error) {
        if (!guardFailed(error, 'token_unused')) throw error;
        if (SINGLE_USE.has(kind)) await find(id);
        throw new errors.InvalidGrant('it was used already');
      }
    },
    destroy: async (id) => {
      await db.commit([kind === 'Grant' ? deleteFamily(id) : deleteToken(kind, id)]);
    },
    revokeByGrantId: async (grantId) => {
      await db.commit([deleteFamily(grantId)]);
    },
  };
};

export const oidcAdapter =
  (node: Pick<Node, 'db' | 'now' | 'random'>, findClient: FindClientMetadata) =>
  (model: string): Adapter => {
    if (model === 'Client') return { ...keepsNothing, find: findClient };
    return model === 'Session' ? keepsNothing : tokenAdapter(node, model as TokenKind);
  };
