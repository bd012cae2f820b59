/**
 * Where oidc-provider keeps its things: our tables. Clients are only read; the library's own session is not kept at all,
 * because an operator is signed in to the console or nowhere.
 */
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import type { Node } from '../../applications/node.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { askedAt } from './asked-at.ts';
import { doorOf } from './oidc-door.ts';
import { endReusedFamily } from '../tokens/token-reuse.ts';
import {
  consumeSecondUse,
  consumeToken,
  deleteFamily,
  deleteToken,
  type FoundToken,
  findToken,
  offlineGrantOf,
  putToken,
  type TokenKind,
} from '../tokens/token-store.ts';

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

/** An SDK redeems one code twice: for the token it works with, and at another address for the one it keeps. */
const isSecondUse = ({ secondUseAt }: FoundToken): boolean =>
  secondUseAt !== null && doorOf(Provider.ctx)?.offline === true;

/** What the token is to the request being served, and when it was used so before. */
const asShown = (found: FoundToken): { readonly payload: AdapterPayload; readonly usedAt: number | null } => {
  const { payload, consumedAt, secondUseAt } = found;
  if (!isSecondUse(found)) return { payload, usedAt: consumedAt };
  return { payload: { ...payload, grantId: offlineGrantOf(payload.grantId ?? '') }, usedAt: secondUseAt || null };
};

/** A code that is given for a request at an SDK's address. */
const isCodeForSdk = (kind: TokenKind): boolean =>
  kind === 'AuthorizationCode' && Provider.ctx !== undefined && askedAt(Provider.ctx).owner !== undefined;

const tokenAdapter = (node: Pick<Node, 'db' | 'now' | 'random'>, kind: TokenKind): Adapter => {
  const { db, now } = node;

  const endFamily = async (id: string, { grantId = '', clientId = '' }: AdapterPayload): Promise<void> =>
    endReusedFamily(node, { kind, id, grantId, clientId, requestId: doorOf(Provider.ctx)?.request.id ?? null });

  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const found = await findToken(db, kind, id, now());
    if (found === undefined) return undefined;
    const { payload, usedAt } = asShown(found);
    if (usedAt === null) return payload;
    if (!isRedeeming()) return { ...payload, consumed: Math.floor(usedAt / 1000) };
    await endFamily(id, found.payload);
    return undefined;
  };
  const useOf = async (id: string): Promise<Statement> => {
    const found = await findToken(db, kind, id, now());
    return found !== undefined && isSecondUse(found)
      ? consumeSecondUse(kind, id, now())
      : consumeToken(kind, id, now());
  };

  return {
    ...keepsNothing,
    find,
    upsert: async (id, payload, expiresIn) => {
      if (expiresIn === undefined) throw new Error(`a ${kind} without an end`);
      const expiresAt = now() + expiresIn * 1000;
      await db.commit([putToken({ kind, id, payload, expiresAt, twice: isCodeForSdk(kind) })]);
    },
    consume: async (id) => {
      try {
        await db.commit([await useOf(id)]);
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
