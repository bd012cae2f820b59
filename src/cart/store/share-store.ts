/** Copies of carts behind links, in SQL. Here only the hash of a token is kept; whoever reads this table cannot open a copy. */
import { createHash } from 'node:crypto';
import type { Database, One, Row, Statement } from '../../db/database.ts';
import type { CartDocument, CartKind, CartOwner, JsonObject } from './cart-document.ts';
import { readInTurns } from './document-text.ts';
import { readDocument } from './read-document.ts';

type SharedCopy = {
  /** The share's own; the cart's stays with its owner. */
  readonly id: string;
  readonly cartId: string;
  readonly kind: CartKind;
  readonly document: CartDocument;
  readonly sharedBy: { readonly kind: CartOwner['kind']; readonly userId: string | null };
  readonly meta: JsonObject;
};
export type StoredShare = SharedCopy & { readonly createdAt: number };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Of whose cart, and until when. */
export type ShareTerms = { readonly owner: CartOwner; readonly at: number; readonly expiresAt: number };

export const keepShare = (
  applicationId: string,
  token: string,
  /** A `SharedCopy`, as it is stored. */
  copy: string,
  { owner, at, expiresAt }: ShareTerms,
): Statement => ({
  sql: `insert into cart_share (token_hash, application_id, owner_kind, owner_id, created_at, expires_at, document)
    values (?, ?, ?, ?, ?, ?, ?)`,
  params: [hashOf(token), applicationId, owner.kind, owner.id, at, expiresAt, copy],
});

export const readShare = async (db: Database, applicationId: string, token: string, now: number): One<StoredShare> => {
  const rows = await db.all<Row & { created_at: number; document: string }>(
    'select created_at, document from cart_share where token_hash = ? and application_id = ? and expires_at > ?',
    [hashOf(token), applicationId, now],
  );
  const [share] = await readInTurns(rows, ({ document, created_at }) => {
    const copy = JSON.parse(document) as SharedCopy;
    return { ...copy, document: readDocument(copy.document), createdAt: created_at };
  });
  return share;
};
