/** Lists of shipments, newest first. They may be long, so they are read off the request path. */
import { readInTurns } from '../../cart/store/document-text.ts';
import type { Database, Row, Value } from '../../db/database.ts';
import { valueList } from '../../db/value-list.ts';
import type { AskedPage } from '../../shared/paging.ts';
import type { OrderShipment, StoredOrder } from '../order-document.ts';
import { type OrderFilter, type OrderScope, whereOf } from '../order-list-store.ts';
import type { OrderState } from '../order-progress.ts';
import { ORDER_COLUMNS, orderOf, type OrderRow } from '../order-store.ts';
import { shipmentIn } from './shipment-rules.ts';

/** Undefined asks nothing. */
export type ShipmentFilter = Omit<OrderFilter, 'state' | 'orderId'> & {
  readonly state?: OrderState | undefined;
  /** A shipment, or all of an order. */
  readonly name?: string | undefined;
  readonly stores?: readonly number[] | undefined;
  readonly orderType?: OrderShipment['orderType'] | undefined;
};
export type FoundShipment = { readonly order: StoredOrder; readonly shipment: OrderShipment };

const conditionsOf = ({ state, name, stores, orderType }: ShipmentFilter) => {
  const asked: readonly (readonly [sql: string, values: readonly Value[] | undefined])[] = [
    ['s.state = ?', state && [state]],
    ['(s.shipment_id = ? or s.order_id = ?)', name === undefined ? undefined : [name, name]],
    [`s.store_id in (${(stores ?? []).map(() => '?').join(', ')})`, stores],
    ['s.order_type = ?', orderType && [orderType]],
  ];
  return asked.filter((one): one is readonly [string, readonly Value[]] => one[1] !== undefined);
};

type Company = Extract<OrderScope, { readonly company: unknown }>;

export const listShipments = async (
  db: Database,
  scope: Company,
  filter: ShipmentFilter,
  { current, size }: AskedPage,
): Promise<{ readonly found: readonly FoundShipment[]; readonly total: number }> => {
  const { state: _state, name: _name, stores: _stores, orderType: _way, ...ofOrder } = filter;
  const { where, values } = whereOf(scope, ofOrder);
  const conditions = conditionsOf(filter);
  const from = `from order_shipment s join customer_order o on o.id = s.order_id
    where s.company_id = ? and ${where}${conditions.map(([sql]) => ` and ${sql}`).join('')}`;
  const params = [scope.company.companyId, ...values, ...conditions.flatMap(([, given]) => given)];
  let total = 0;
  for await (const rows of db.scan<Row & { n: number }>(`select count(*) as n ${from}`, params)) {
    total += rows[0]?.n ?? 0;
  }
  const named: Named[] = [];
  const sql = `select s.shipment_id, s.order_id ${from} order by s.created_at desc, s.shipment_id desc limit ? offset ?`;
  for await (const rows of db.scan<Named>(sql, [...params, size, (current - 1) * size])) named.push(...rows);
  return { found: await withOrders(db, named), total };
};

type Named = Row & { readonly shipment_id: string; readonly order_id: string };

/** Each order is read once, however many of its shipments are listed: hundreds of them may be of one, which has megabytes. */
const withOrders = async (db: Database, named: readonly Named[]): Promise<readonly FoundShipment[]> => {
  if (named.length === 0) return [];
  const { places, values } = valueList([...new Set(named.map(({ order_id }) => order_id))]);
  const sql = `select ${ORDER_COLUMNS} from customer_order o where o.id in ${places}`;
  const byId = new Map<string, StoredOrder>();
  for await (const rows of db.scan<OrderRow>(sql, values)) {
    for (const order of await readInTurns(rows, orderOf)) byId.set(order.id, order);
  }
  return named.flatMap(({ shipment_id, order_id }) => {
    const order = byId.get(order_id);
    const shipment = shipmentIn(order, shipment_id);
    return order === undefined || shipment === undefined ? [] : [{ order, shipment }];
  });
};
