/** Merges of the last day in SQL: told to the owner of the cart that took the lines, and taken back once. */
import type { All, Database, One, Row, Statement } from '../../db/database.ts';
import type { MergeReport } from '../../contract/cart/cart-answers-contract.ts';
import type { CartOwner, StoredCart } from './cart-document.ts';
import { cartGuard } from './cart-store.ts';
import { readInTurns } from './document-text.ts';
import type { MergeUndo } from './merge-undo-rules.ts';

/** For so long a merge can be taken back. */
export const UNDO_MS = 24 * 60 * 60 * 1000;
/** The newest so many of an owner are kept: each holds lines of whole carts. */
const MOST_KEPT = 10;

/** A cart that gave its lines, at the version at which it went out of use. */
type MergedSource = Readonly<{ id: string; version: number }>;
export type MergeDocument = MergeUndo & {
  readonly operation: string;
  readonly cartId: string;
  /** Of the cart that took the lines, with them; rows of earlier versions have none. */
  readonly version?: number;
  readonly sources: readonly MergedSource[];
  readonly report: Pick<MergeReport, 'sources' | 'clamped' | 'dropped'>;
};
export type StoredMerge = MergeDocument & {
  readonly id: string;
  readonly targetId: string;
  readonly mergedAt: number;
  readonly undoneAt: number | null;
  readonly expiresAt: number;
};

/** `text`: of a `MergeDocument`. It takes the place of the oldest where there are as many as are kept. */
export const keepMerge = (
  id: string,
  { id: target, applicationId, owner, modifiedAt }: StoredCart,
  text: string,
): readonly Statement[] => {
  const whose = [applicationId, owner.kind, owner.id];
  return [
    {
      sql: `delete from cart_merge where application_id = ? and owner_kind = ? and owner_id = ? and id not in
        (select id from cart_merge where application_id = ? and owner_kind = ? and owner_id = ?
         order by merged_at desc, id desc limit ?)`,
      params: [...whose, ...whose, MOST_KEPT - 1],
    },
    {
      sql: `insert into cart_merge (id, application_id, owner_kind, owner_id, target_id, merged_at, undone_at, expires_at, document)
        values (?, ?, ?, ?, ?, ?, null, ?, ?)`,
      params: [id, ...whose, target, modifiedAt, modifiedAt + UNDO_MS, text],
    },
  ];
};

type MergeRow = Row & {
  readonly id: string;
  readonly target_id: string;
  readonly merged_at: number;
  readonly undone_at: number | null;
  readonly expires_at: number;
  readonly document: string;
};
const COLUMNS = 'id, target_id, merged_at, undone_at, expires_at, document';
const mergeOf = (row: MergeRow): StoredMerge => ({
  ...(JSON.parse(row.document) as MergeDocument),
  id: row.id,
  targetId: row.target_id,
  mergedAt: row.merged_at,
  undoneAt: row.undone_at,
  expiresAt: row.expires_at,
});

type Whose = { readonly applicationId: string; readonly owner: CartOwner; readonly now: number };

/** Those of an owner that can be taken back, or were, the newest first. */
export const readMerges = async (db: Database, { applicationId, owner, now }: Whose): All<StoredMerge> => {
  const rows = await db.all<MergeRow>(
    `select ${COLUMNS} from cart_merge where application_id = ? and owner_kind = ? and owner_id = ? and expires_at > ?
     order by merged_at desc, id desc limit ?`,
    [applicationId, owner.kind, owner.id, now, MOST_KEPT],
  );
  return readInTurns(rows, mergeOf);
};

export const readMerge = async (db: Database, { applicationId, owner, now }: Whose, id: string): One<StoredMerge> => {
  const rows = await db.all<MergeRow>(
    `select ${COLUMNS} from cart_merge
     where id = ? and application_id = ? and owner_kind = ? and owner_id = ? and expires_at > ?`,
    [id, applicationId, owner.kind, owner.id, now],
  );
  return (await readInTurns(rows, mergeOf))[0];
};

/** Guard `cart_version`: nobody took it back meanwhile. */
export const markUndone = (id: string, now: number): Statement => ({
  sql: 'update cart_merge set undone_at = ? where id = ? and undone_at is null',
  params: [now, id],
  guard: { name: cartGuard, rows: 1 },
});
