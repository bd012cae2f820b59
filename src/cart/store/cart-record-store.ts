/** What is kept beside a cart: its history, the pricing of its last write, and copies of carts that were emptied. */
import { valueList } from '../../db/value-list.ts';
import type { LighterWitness } from '../../db/record-reads.ts';
import type { KeyedRead } from '../../db/witness.ts';
import type { CartDocument, CartLine, CartOwner, StoredCart } from './cart-document.ts';
import { documentText, isLong, readInTurns } from './document-text.ts';
import { readDocument } from './read-document.ts';
import type { Database, One, Row, Statement } from '../../db/database.ts';
import { inPortions } from '../../db/portions.ts';
import type { RawBreakup } from '../../pricing/priced-types.ts';
import type { Minor } from '../../shared/money.ts';
import { nextTurn } from '../../shared/slices.ts';

/** A line that a command changed; null where there was or is none. */
export type LineChange = Readonly<{ identifier: string; key: string; before: number | null; after: number | null }>;
/** What takes a command back: lines as they were, null where there was none, and where they stood. */
export type CartUndo = {
  readonly lines: readonly { readonly identifier: string; readonly line: CartLine | null; readonly at: number }[];
  /** Of all lines, where their places do not say it. */
  readonly order?: readonly string[];
  /** The codes as they were, where the command changed them. */
  readonly codes?: readonly string[];
};
export type CartCommand = {
  /** The operation, such as `add` or `merge`. */
  readonly operation: string;
  readonly lines: readonly LineChange[];
  /** What else changed, by the name of the document's member. */
  readonly members: readonly string[];
  readonly requestId: string | null;
  /** Not there in what earlier versions kept, and where neither lines nor the code changed. */
  readonly undo?: CartUndo;
};

export const keepHistory = (
  { id, version, modifiedAt }: StoredCart,
  command: CartCommand,
  expiresAt: number,
): Statement => ({
  sql: 'insert into cart_history (id, version, created_at, expires_at, document) values (?, ?, ?, ?, ?)',
  params: [id, version, modifiedAt, expiresAt, JSON.stringify(command)],
});

export type HistoryEntry = CartCommand & { readonly version: number; readonly at: number };
type HistoryRow = Row & { readonly version: number; readonly created_at: number; readonly document: string };
const entryOf = ({ version, created_at, document }: HistoryRow): HistoryEntry => ({
  ...(JSON.parse(document) as CartCommand),
  version,
  at: created_at,
});

/** Documents of large carts: so many of them are no burden to who reads them. */
const PORTION = 5;

/** Commands up to the version of a cart and behind an earlier one, newest first. */
export async function* historyBehind(
  db: Database,
  { id, version: last }: Pick<StoredCart, 'id' | 'version'>,
  version: number,
  limit: number,
): AsyncGenerator<HistoryEntry, void> {
  let left = limit;
  const portions = inPortions<HistoryEntry>(PORTION, async (after) => {
    const rows = await db.all<HistoryRow>(
      `select version, created_at, document from cart_history where id = ? and version > ? and version < ?
       order by version desc limit ?`,
      [id, version, after?.version ?? last + 1, Math.min(PORTION, left)],
    );
    left -= rows.length;
    return readInTurns(rows, entryOf);
  });
  for await (const portion of portions) yield* portion;
}

/** Whether a cart was ordered or emptied with a version behind this one. A command begins with its operation. */
export const wasEndedBehind = async (db: Database, id: string, version: number): Promise<boolean> => {
  const row = await db.one<Row & { version: number }>(
    `select version from cart_history where id = ? and version > ?
     and (document like '{"operation":"checkout"%' or document like '{"operation":"archive"%') limit 1`,
    [id, version],
  );
  return row !== undefined;
};

/** The last version that was made until then. */
export const readVersionAt = async (db: Database, id: string, at: number): Promise<number | undefined> =>
  (
    await db.one<Row & { version: number }>(
      'select version from cart_history where id = ? and created_at <= ? order by version desc limit 1',
      [id, at],
    )
  )?.version;

/** The pricing of a cart's last acknowledged write: see `snapshotOf` in `response/cart-answer.ts`. */
export type SnapshotLine = {
  readonly identifier: string;
  readonly key: string;
  readonly quantity: number;
  readonly articleUid: string;
  /** Unit price before offers, and what the line costs after them; null when it had no price. */
  readonly unit: Minor | null;
  readonly amount: Minor | null;
  readonly sellable: number;
  /** Ids of the offers that changed it. */
  readonly offers: readonly string[];
};
export type PricedSnapshot = {
  readonly at: number;
  readonly currency: string;
  /** Of the exchange rate into that currency; null in the application's own. */
  readonly rateId: string | null;
  readonly raw: RawBreakup;
  readonly coupon: { readonly code: string; readonly discount: Minor } | null;
  readonly lines: readonly SnapshotLine[];
};

export const keepSnapshot = (id: string, snapshot: PricedSnapshot, at: number): Statement => ({
  sql: `insert into cart_snapshot (id, priced_at, document) values (?, ?, ?)
    on conflict (id) do update set priced_at = excluded.priced_at, document = excluded.document`,
  params: [id, at, JSON.stringify(snapshot)],
  writesOnly: [id],
});

const SNAPSHOT = 'select priced_at, document from cart_snapshot where id = ?';
const snapshotTimes: KeyedRead = {
  tables: ['cart_snapshot'],
  look: async (db, _scope, ids) => {
    const { places, values } = valueList(ids);
    const rows = await db.all<Row & { id: string; priced_at: number }>(
      `select id, priced_at from cart_snapshot where id in ${places}`,
      values,
    );
    return new Map(rows.map(({ id, priced_at }) => [id, String(priced_at)]));
  },
};
/** A snapshot is written with its cart, whose version is compared too. */
export const snapshotWitness: LighterWitness = [
  SNAPSHOT,
  ([id = ''], [row]) => [
    { kind: 'keyed', of: snapshotTimes, scope: '', key: id, said: row && String(row['priced_at']) },
  ],
];

export const readSnapshot = async (db: Database, id: string): One<PricedSnapshot> => {
  const row = await db.one<Row & { document: string }>(SNAPSHOT, [id]);
  if (isLong(row)) await nextTurn();
  return row && (JSON.parse(row.document) as PricedSnapshot);
};

export const keepArchived = (
  archiveId: string,
  { cartId, applicationId, owner, document }: StoredCart,
  at: number,
  expiresAt: number,
): Statement => ({
  sql: `insert into cart_archive (id, cart_id, application_id, owner_kind, owner_id, archived_at, expires_at, document)
    values (?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [archiveId, Number(cartId), applicationId, owner.kind, owner.id, at, expiresAt, documentText(document)],
});

export type ArchivedCart = {
  readonly id: string;
  readonly cartId: string;
  readonly owner: CartOwner;
  readonly archivedAt: number;
  readonly document: CartDocument;
};
type ArchiveRow = Row & {
  readonly id: string;
  readonly cart_id: number;
  readonly owner_kind: CartOwner['kind'];
  readonly owner_id: string;
  readonly archived_at: number;
  readonly document: string;
};

const ARCHIVED = `select id, cart_id, owner_kind, owner_id, archived_at, document from cart_archive
  where application_id = ? and cart_id = ?`;
const archivedOf = ({ id, cart_id, owner_kind, owner_id, archived_at, document }: ArchiveRow): ArchivedCart => ({
  id,
  cartId: String(cart_id),
  owner: { kind: owner_kind, id: owner_id },
  archivedAt: archived_at,
  document: readDocument(JSON.parse(document) as CartDocument),
});

/** Copies of a cart, the newest first. */
export async function* archivedCopies(
  db: Database,
  applicationId: string,
  cartNumber: number,
  limit: number,
): AsyncGenerator<ArchivedCart, void> {
  let left = limit;
  const portions = inPortions<ArchivedCart>(PORTION, async (after) => {
    const rows = await db.all<ArchiveRow>(
      `${ARCHIVED} ${after === undefined ? '' : 'and (archived_at, id) < (?, ?)'}
       order by archived_at desc, id desc limit ?`,
      [
        applicationId,
        cartNumber,
        ...(after === undefined ? [] : [after.archivedAt, after.id]),
        Math.min(PORTION, left),
      ],
    );
    left -= rows.length;
    return readInTurns(rows, archivedOf);
  });
  for await (const portion of portions) yield* portion;
}

export const readArchived = async (
  db: Database,
  applicationId: string,
  cartNumber: number,
  id: string,
): One<ArchivedCart> => {
  const rows = await db.all<ArchiveRow>(`${ARCHIVED} and id = ?`, [applicationId, cartNumber, id]);
  return (await readInTurns(rows, archivedOf))[0];
};

/** Guard `cart_archive`: it is still there, so two who restore at once do not both. */
export const removeArchived = (applicationId: string, id: string): Statement => ({
  sql: 'delete from cart_archive where application_id = ? and id = ?',
  params: [applicationId, id],
  guard: { name: 'cart_archive', rows: 1 },
});
