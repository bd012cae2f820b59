/** Orders in SQL. Whose an order is, is part of every `where` that serves a shopper or an administrator. */
import type { CartOwner } from '../cart/store/cart-document.ts';
import { readInTurns } from '../cart/store/document-text.ts';
import type { CompanyPlace } from '../applications/named-place.ts';
import { countOrder, moveStanding, type StandingOwner } from '../customers/standing-statements.ts';
import type { All, Database, One, Row, Statement } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';
import type { OssCount } from '../delivery/oss/oss-rules.ts';
import type { OrderDocument, StoredOrder } from './order-document.ts';
import { moneyForTier, shareMoved, shareOf } from './money/customer-share-rules.ts';
import { pointsKept } from './order-life.ts';
import type { OrderProgress, OrderState } from './order-progress.ts';
import type { KeptOffer, OrderSnapshot } from './order-snapshot.ts';
import { countOss, moveOss } from './oss/order-oss.ts';
import { writeShipments } from './shipments/shipment-rows.ts';

export type OrderRow = Row & {
  readonly id: string;
  readonly application_id: string;
  readonly company_id: number;
  readonly owner_kind: CartOwner['kind'];
  readonly owner_id: string;
  readonly state: OrderState;
  readonly version: number;
  readonly total: number;
  readonly payment_mode: string;
  readonly created_at: number;
  readonly modified_at: number;
  readonly expires_at: number | null;
  readonly document: string;
  readonly progress: string;
  readonly counted: number;
};
export const ORDER_COLUMNS = `o.id, o.application_id, o.company_id, o.owner_kind, o.owner_id, o.state, o.version, o.total,
  o.payment_mode, o.created_at, o.modified_at, o.expires_at, o.document, o.progress, o.counted`;

export const orderOf = (row: OrderRow): StoredOrder => ({
  id: row.id,
  applicationId: row.application_id,
  companyId: row.company_id,
  owner: { kind: row.owner_kind, id: row.owner_id },
  state: row.state,
  version: row.version,
  total: row.total,
  paymentMode: row.payment_mode,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  expiresAt: row.expires_at,
  document: JSON.parse(row.document) as OrderDocument,
  progress: JSON.parse(row.progress) as OrderProgress,
  ...(row.counted === 0 ? { uncounted: true } : {}),
});

/** For whoever has proved to act for the application itself: its payment service, a sweep. */
export const readOrder = async (db: Database, applicationId: string, id: string): One<StoredOrder> => {
  const row = await db.one<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o where o.id = ? and o.application_id = ?`,
    [id, applicationId],
  );
  return row && orderOf(row);
};

/** For who runs the installation, by its id alone. */
export const findOrder = async (db: Database, id: string): One<StoredOrder> => {
  const row = await db.one<OrderRow>(`select ${ORDER_COLUMNS} from customer_order o where o.id = ?`, [id]);
  return row && orderOf(row);
};

type OwnOrders = { readonly applicationId: string; readonly owner: CartOwner };

export const readOwnOrder = async (db: Database, { applicationId, owner }: OwnOrders, id: string): One<StoredOrder> => {
  const row = await db.one<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o
     where o.id = ? and o.application_id = ? and o.owner_kind = ? and o.owner_id = ?`,
    [id, applicationId, owner.kind, owner.id],
  );
  return row && orderOf(row);
};

export const readCompanyOrder = async (
  db: Database,
  { organizationId, companyId }: CompanyPlace,
  id: string,
): One<StoredOrder> => {
  const row = await db.one<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o join company c on c.id = o.company_id
     where o.id = ? and o.company_id = ? and c.organization_id = ?`,
    [id, companyId, organizationId],
  );
  return row && orderOf(row);
};

/** Those of the ids that are the company's, by id. */
export const readCompanyOrders = async (
  db: Database,
  { organizationId, companyId }: CompanyPlace,
  ids: readonly string[],
): All<StoredOrder> => {
  if (ids.length === 0) return [];
  const rows = await db.all<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o join company c on c.id = o.company_id
     where o.id in (${ids.map(() => '?').join(', ')}) and o.company_id = ? and c.organization_id = ?
     order by o.id limit ?`,
    [...ids, companyId, organizationId, ids.length],
  );
  return readInTurns(rows, orderOf);
};

export const orderGuard = 'order_version';

/** What it is worth to its customer's tier. */
export const worthOf = (order: StoredOrder) => [moneyForTier(order), pointsKept(order)] as const;

const nowOf = ({ modifiedAt, expiresAt, progress }: StoredOrder) =>
  [modifiedAt, expiresAt, progress.dues.length > 0 ? 1 : 0] as const;

/** The customer in whose standing an order counts; a guest has none. */
export const standingOf = ({ applicationId, owner }: StoredOrder): StandingOwner | undefined =>
  owner.kind === 'customer' ? { applicationId, userId: owner.id } : undefined;

const insertRow = (order: StoredOrder): Statement => ({
  sql: `insert into customer_order (id, application_id, company_id, owner_kind, owner_id, state, version, currency, total,
      payment_mode, created_at, modified_at, expires_at, has_dues, kept_money, kept_points, document, progress, counted,
      listed_version)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
  params: [
    order.id,
    order.applicationId,
    order.companyId,
    order.owner.kind,
    order.owner.id,
    order.state,
    order.version,
    order.document.currency.code,
    order.total,
    order.paymentMode,
    order.createdAt,
    ...nowOf(order),
    ...worthOf(order),
    JSON.stringify(order.document),
    JSON.stringify(order.progress),
    order.version,
  ],
});

/** What was so when it was priced, and has to be so still. */
type PricedWith = {
  /** How many orders of his; guard `customer_orders`. Null: that did not matter. */
  readonly orders: number | null;
  /** What was sold over borders of the European Union; guard `oss_sales`. Null: that is not counted. */
  readonly ossCount: OssCount | null;
};

export const insertOrder = (order: StoredOrder, pricedWith: PricedWith): readonly Statement[] => {
  const customer = standingOf(order);
  return [
    insertRow(order),
    ...writeShipments(order),
    ...(customer === undefined ? [] : [countOrder(customer, shareOf(order), order.createdAt, pricedWith.orders)]),
    ...countOss(order, pricedWith.ossCount),
  ];
};

const updateRow = (before: StoredOrder, after: StoredOrder): Statement => ({
  sql: `update customer_order set state = ?, version = ?, listed_version = ?, modified_at = ?, expires_at = ?,
      has_dues = ?, kept_money = ?, kept_points = ?, progress = ?
    where id = ? and version = ?`,
  params: [
    after.state,
    after.version,
    after.version,
    ...nowOf(after),
    ...worthOf(after),
    JSON.stringify(after.progress),
    before.id,
    before.version,
  ],
  guard: { name: orderGuard, rows: 1 },
});

/** Guard `order_version`: nobody changed the order since it was read. What was agreed stays as it is. */
export const updateOrder = (before: StoredOrder, after: StoredOrder): readonly Statement[] => {
  const customer = before.uncounted === true ? undefined : standingOf(before);
  return [
    updateRow(before, after),
    ...writeShipments(after),
    ...(customer === undefined ? [] : moveStanding(customer, shareMoved(before, after))),
    ...moveOss(before, after),
  ];
};

const keepOffer = (applicationId: string, { hash, document }: KeptOffer): Statement => ({
  sql: `insert into order_offer (application_id, hash, document) values (?, ?, ?)
    on conflict (application_id, hash) do nothing`,
  params: [applicationId, hash, document],
});

export const insertSnapshot = (
  applicationId: string,
  orderId: string,
  snapshot: OrderSnapshot,
): readonly Statement[] => [
  {
    sql: 'insert into order_snapshot (order_id, input_hash, input, priced) values (?, ?, ?, ?)',
    params: [orderId, snapshot.inputHash, snapshot.input, snapshot.priced],
  },
  ...snapshot.offers.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).map((offer) => keepOffer(applicationId, offer)),
];

/** Those of the named offers that are kept. */
export const keptOffers = async (
  db: Database,
  applicationId: string,
  hashes: readonly string[],
): Promise<readonly KeptOffer[]> => {
  if (hashes.length === 0) return [];
  const { places, values } = valueList(hashes);
  return db.all<Row & KeptOffer>(
    `select hash, document from order_offer where application_id = ? and hash in ${places}`,
    [applicationId, ...values],
  );
};

type SnapshotRow = Row & { readonly input_hash: string; readonly input: string; readonly priced: string };

/** With the offers that the order names. */
export const readOrderSnapshot = async (
  db: Database,
  { id, applicationId, document }: StoredOrder,
): One<OrderSnapshot> => {
  const row = await db.one<SnapshotRow>('select input_hash, input, priced from order_snapshot where order_id = ?', [
    id,
  ]);
  if (row === undefined) return undefined;
  const offers = await keptOffers(db, applicationId, [...new Set(document.offers.map(({ hash }) => hash))]);
  return { inputHash: row.input_hash, input: row.input, priced: row.priced, offers };
};
