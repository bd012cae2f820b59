/** Price adjustments in SQL. They belong to a cart, are read with it, and change nothing that nodes keep compiled. */
import { type ApplicationPlace, ownedBy } from '../../applications/application-store.ts';
import type { AdjustmentBody } from '../../contract/offers/offer-adjustment-contract.ts';
import type { All, Database, One, Statement } from '../../db/database.ts';
import type { LighterWitness } from '../../db/record-reads.ts';
import { type KeyedRead, versionsIn } from '../../db/witness.ts';
import { valueList } from '../../db/value-list.ts';
import { sweepExpired } from '../../db/sweep.ts';

export type StoredAdjustment = {
  readonly id: string;
  readonly version: number;
  readonly cartId: string;
  readonly createdAt: number;
  readonly body: AdjustmentBody;
};
type Placed = Pick<StoredAdjustment, 'id' | 'cartId' | 'body'>;
type Row = Readonly<{ id: string; version: number; cart_id: string; created_at: number; document: string }>;
const COLUMNS = 'p.id, p.version, p.cart_id, p.created_at, p.document';
const adjustmentOf = ({ id, version, cart_id, created_at, document }: Row): StoredAdjustment => ({
  id,
  version,
  cartId: cart_id,
  createdAt: created_at,
  body: JSON.parse(document) as AdjustmentBody,
});

/** More than this many leave one cart no room to be priced. */
export const mostPerCart = 100;
/** So many signs of JSON all of them have together: each look at the cart reads all, and goes through the articles they name. */
export const mostSignsPerCart = 262_144;
const SIGNS_BESIDE = `(select coalesce(sum(length(document)), 0) from price_adjustment
  where application_id = ? and cart_id = ? and id <> ?)`;
/** Whose others, and so many signs those may have. */
const roomBeside = (applicationId: string, { id, cartId, body }: Placed): readonly (string | number)[] => [
  applicationId,
  cartId,
  id,
  mostSignsPerCart - JSON.stringify(body).length,
];

const OF_CART = `select ${COLUMNS} from price_adjustment p where p.application_id = ? and p.cart_id in (?, ?)
  order by p.created_at, p.id limit ?`;

/** Those of a cart, under either of the names it may have, oldest first. */
export const readAdjustments = async (
  db: Database,
  applicationId: string,
  cartId: string,
  otherName = cartId,
): All<StoredAdjustment> =>
  (await db.all<Row>(OF_CART, [applicationId, cartId, otherName, 2 * mostPerCart])).map(adjustmentOf);

type Version = { readonly cart_id: string; readonly id: string; readonly version: number };
const adjustmentVersions: KeyedRead = {
  tables: ['price_adjustment'],
  look: async (db, applicationId, cartIds) => {
    const { places, values } = valueList(cartIds);
    const rows = await db.all<Version>(
      `select cart_id, id, version from price_adjustment where application_id = ? and cart_id in ${places}`,
      [applicationId, ...values],
    );
    const byCart = Map.groupBy(rows, ({ cart_id }) => cart_id);
    return new Map([...byCart].map(([cartId, own]) => [cartId, versionsIn(own) ?? '']));
  },
};
/** What suffices to tell whether the adjustments of a cart changed. */
export const adjustmentWitness: LighterWitness = [
  OF_CART,
  ([scope = '', ...names], rows) =>
    names.slice(0, 2).map((key) => ({
      kind: 'keyed',
      of: adjustmentVersions,
      scope,
      key,
      said: versionsIn((rows as readonly Version[]).filter(({ cart_id }) => cart_id === key)),
    })),
];

/** Whether there is room for it beside the others of its cart. */
export const fitsInCart = async (db: Database, applicationId: string, adjustment: Placed): Promise<boolean> => {
  const sql = `select case when ${SIGNS_BESIDE} <= ? then 1 else 0 end as fits`;
  return (await db.one<{ fits: number }>(sql, roomBeside(applicationId, adjustment)))?.fits === 1;
};

/** As an administrator of the organization names it. */
export const readAdjustment = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
  id: string,
): One<StoredAdjustment> => {
  const row = await db.one<Row>(
    `select ${COLUMNS} from price_adjustment p ${ownedBy('p')} where p.application_id = ? and p.id = ?`,
    [companyId, organizationId, applicationId, id],
  );
  return row && adjustmentOf(row);
};

export const insertAdjustment = (
  applicationId: string,
  { id, cartId, createdAt, body }: StoredAdjustment,
  expiresAt: number | null,
): Statement => ({
  sql: `insert into price_adjustment (application_id, id, cart_id, version, expires_at, created_at, modified_at, document)
    select ?, ?, ?, 1, cast(? as bigint), ?, ?, ? where (select count(*) from price_adjustment
      where application_id = ? and cart_id = ?) < ? and ${SIGNS_BESIDE} <= ?`,
  params: [
    applicationId,
    id,
    cartId,
    expiresAt,
    createdAt,
    createdAt,
    JSON.stringify(body),
    applicationId,
    cartId,
    mostPerCart,
    ...roomBeside(applicationId, { id, cartId, body }),
  ],
  guard: { name: 'adjustments_of_cart', rows: 1 },
});

/** Guard `adjustment_row`: nobody changed it since it was read. */
export const updateAdjustment = (
  applicationId: string,
  { id, version, cartId, body }: StoredAdjustment,
  expiresAt: number | null,
  at: number,
): Statement => ({
  sql: `update price_adjustment set cart_id = ?, version = version + 1, expires_at = ?, modified_at = ?, document = ?
    where application_id = ? and id = ? and version = ? and ${SIGNS_BESIDE} <= ?`,
  params: [
    cartId,
    expiresAt,
    at,
    JSON.stringify(body),
    applicationId,
    id,
    version,
    ...roomBeside(applicationId, { id, cartId, body }),
  ],
  guard: { name: 'adjustment_row', rows: 1 },
});

export const deleteAdjustment = (applicationId: string, { id, version }: StoredAdjustment): Statement => ({
  sql: 'delete from price_adjustment where application_id = ? and id = ? and version = ?',
  params: [applicationId, id, version],
  guard: { name: 'adjustment_row', rows: 1 },
});

const DAY = 86_400_000;

/** Those that expired a day ago and more: a cart may still tell why one went. */
export const sweepAdjustments = (db: Database, now: number): Promise<number> =>
  sweepExpired(db, { table: 'price_adjustment', key: 'application_id, id' }, now - DAY);
