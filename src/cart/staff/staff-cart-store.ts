/**
 * Carts of an application, in the order in which they were last changed. The cost grows with the number of its carts, so
 * these statements run through `scan`, off the request path.
 */
import type { StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import { readInTurns } from '../store/document-text.ts';
import { cartOf, type CartRow, COLUMNS } from '../store/cart-store.ts';
import type { All, Database, Row, Value } from '../../db/database.ts';

export type CartFilter = {
  readonly applicationId: string;
  /** Times of the last change: from, and before. */
  readonly from: number;
  readonly before: number;
  readonly owner: 'customer' | 'anonymous' | null;
  readonly userId: string | null;
  readonly userBegins: string | null;
  readonly number: number | null;
};
export type CartOrder = 'modified_at' | 'created_at';
export type CartPlace = Readonly<{ limit: number; offset: number; after: readonly [number, number] | null }>;

export type KeptCart = Readonly<{ cart: StoredCart; expiresAt: number; snapshot: PricedSnapshot | undefined }>;
type KeptRow = CartRow & Row & { readonly expires_at: number; readonly snapshot: string | null };

/** A document begins with its lines, so an empty cart is known by how its text begins; the text's collation is by bytes. */
export const EMPTY_BEGINS = '{"lines":[],';
/** The first text after everything that begins so. */
const EMPTY_ENDS = '{"lines":[]-';

/** A place after every text that begins with the one given. */
const END = '\u{10ffff}';

const whereOf = ({ applicationId, from, before, owner, userId, userBegins, number }: CartFilter) => {
  const parts: readonly (readonly [string, readonly Value[]])[] = [
    [
      "c.application_id = ? and c.state = 'active' and c.modified_at >= ? and c.modified_at < ?",
      [applicationId, from, before],
    ],
    ['(c.document < ? or c.document >= ?)', [EMPTY_BEGINS, EMPTY_ENDS]],
    ...(owner === null ? [] : [['c.owner_kind = ?', [owner]] as const]),
    ...(userId === null ? [] : [["c.owner_kind = 'customer' and c.owner_id = ?", [userId]] as const]),
    ...(userBegins === null
      ? []
      : [
          [
            "c.owner_kind = 'customer' and c.owner_id >= ? and c.owner_id < ?",
            [userBegins, `${userBegins}${END}`],
          ] as const,
        ]),
    ...(number === null ? [] : [['c.cart_id = ?', [number]] as const]),
  ];
  return { sql: parts.map(([sql]) => sql).join(' and '), params: parts.flatMap(([, values]) => values) };
};

const scanned = async <T extends Row>(db: Database, sql: string, params: readonly Value[]): All<T> => {
  const rows: T[] = [];
  for await (const chunk of db.scan<T>(sql, params)) rows.push(...chunk);
  return rows;
};

export const countCarts = async (db: Database, filter: CartFilter): Promise<number> => {
  const { sql, params } = whereOf(filter);
  const [row] = await scanned<{ total: number }>(db, `select count(*) as total from cart c where ${sql}`, params);
  return row?.total ?? 0;
};

/** The newest first. */
export const listCarts = async (
  db: Database,
  filter: CartFilter,
  order: CartOrder,
  { limit, offset, after }: CartPlace,
): All<KeptCart> => {
  const { sql, params } = whereOf(filter);
  const columns = COLUMNS.split(',').map((name) => `c.${name.trim()}`);
  const later = after === null ? '' : `and (c.${order}, c.cart_id) < (?, ?)`;
  const rows = await scanned<KeptRow>(
    db,
    `select ${columns.join(', ')}, c.expires_at, s.document as snapshot from cart c left join cart_snapshot s on s.id = c.id
     where ${sql} ${later} order by c.${order} desc, c.cart_id desc limit ? offset ?`,
    [...params, ...(after ?? []), limit, offset],
  );
  return readInTurns(rows, ({ expires_at, snapshot, ...row }) => ({
    cart: cartOf(row),
    expiresAt: expires_at,
    snapshot: snapshot === null ? undefined : (JSON.parse(snapshot) as PricedSnapshot),
  }));
};
