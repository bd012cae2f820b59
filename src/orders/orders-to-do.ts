/**
 * Orders that something is still to be done with: a payment that was awaited long enough, a balance to be moved, and what came into
 * the program after they were placed. Each is found by a mark of its own, some at a time, the oldest first.
 */
import { readInTurns } from '../cart/store/document-text.ts';
import { countOrder } from '../customers/standing-statements.ts';
import type { All, Database, Statement } from '../db/database.ts';
import { shareOf } from './money/customer-share-rules.ts';
import type { StoredOrder } from './order-document.ts';
import { ORDER_COLUMNS, orderGuard, orderOf, type OrderRow, standingOf, worthOf } from './order-store.ts';
import { writeShipments } from './shipments/shipment-rows.ts';

/** Some orders whose payment was awaited until now, the oldest first. */
export const expiredOrders = async (
  db: Database,
  now: number,
  limit: number,
  after: Pick<StoredOrder, 'expiresAt' | 'id'> | undefined,
): All<StoredOrder> => {
  const rows = await db.all<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o where o.expires_at <= ?
     ${after === undefined ? '' : 'and (o.expires_at, o.id) > (?, ?)'} order by o.expires_at, o.id limit ?`,
    [now, ...(after === undefined ? [] : [after.expiresAt, after.id]), limit],
  );
  return readInTurns(rows, orderOf);
};

/** Some orders that still have to move a balance, the oldest first. */
export const ordersWithDues = async (
  db: Database,
  limit: number,
  after: Pick<StoredOrder, 'modifiedAt' | 'id'> | undefined,
): All<StoredOrder> => {
  const rows = await db.all<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o where o.has_dues = 1
     ${after === undefined ? '' : 'and (o.modified_at, o.id) > (?, ?)'} order by o.modified_at, o.id limit ?`,
    [...(after === undefined ? [] : [after.modifiedAt, after.id]), limit],
  );
  return readInTurns(rows, orderOf);
};

/** Whoever was forgotten left an address of which only the country remains. */
const isNobodys = ({ document: { delivery } }: StoredOrder): boolean =>
  delivery !== null && Object.keys(delivery.fields).length === 0;

/** An order of before there were standings becomes part of one. Guard `order_version`. */
export const countEarlier = (order: StoredOrder): readonly Statement[] => {
  const customer = isNobodys(order) ? undefined : standingOf(order);
  return [
    {
      sql: `update customer_order set counted = 1, version = version + 1,
        listed_version = case when listed_version = version then version + 1 else listed_version end
        where id = ? and version = ?`,
      params: [order.id, order.version],
      guard: { name: orderGuard, rows: 1 },
    },
    ...(customer === undefined ? [] : [countOrder(customer, shareOf(order), order.createdAt, null)]),
  ];
};

/** Some orders that wait for something, behind a place, the oldest first. */
const ordersBehind = async (
  db: Database,
  where: string,
  limit: number,
  after: Pick<StoredOrder, 'createdAt' | 'id'> | undefined,
): Promise<readonly StoredOrder[]> => {
  const rows = await db.all<OrderRow>(
    `select ${ORDER_COLUMNS} from customer_order o where ${where}
     ${after === undefined ? '' : 'and (o.created_at, o.id) > (?, ?)'} order by o.created_at, o.id limit ?`,
    [...(after === undefined ? [] : [after.createdAt, after.id]), limit],
  );
  return readInTurns(rows, orderOf);
};

/** Some orders that no standing has yet, the oldest first. */
export const uncountedOrders = async (
  db: Database,
  limit: number,
  after: Pick<StoredOrder, 'createdAt' | 'id'> | undefined,
): Promise<readonly StoredOrder[]> => ordersBehind(db, 'o.counted = 0', limit, after);

/** An order of before there were tiers. Guard `order_version`. */
export const reckonEarlier = (order: StoredOrder): Statement => ({
  sql: 'update customer_order set kept_money = ?, kept_points = ? where id = ? and version = ?',
  params: [...worthOf(order), order.id, order.version],
  guard: { name: orderGuard, rows: 1 },
});

/** Some orders whose worth to their customers is not written yet, the oldest first. */
export const unreckonedOrders = async (
  db: Database,
  limit: number,
  after: Pick<StoredOrder, 'createdAt' | 'id'> | undefined,
): Promise<readonly StoredOrder[]> => ordersBehind(db, 'o.kept_money is null', limit, after);

/** Lists its shipments as they stand. Guard `order_version`. */
export const relistShipments = (order: StoredOrder): readonly Statement[] => [
  {
    sql: 'update customer_order set listed_version = version where id = ? and version = ?',
    params: [order.id, order.version],
    guard: { name: orderGuard, rows: 1 },
  },
  ...writeShipments(order),
];

/** Some orders whose shipments are not listed as they stand, the oldest first. */
export const unlistedOrders = async (
  db: Database,
  limit: number,
  after: Pick<StoredOrder, 'createdAt' | 'id'> | undefined,
): Promise<readonly StoredOrder[]> => ordersBehind(db, 'o.listed_version <> o.version', limit, after);
