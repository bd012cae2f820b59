/** Lists of shipments, newest first. They may be long, so they are read off the request path. */
import { readInTurns } from '../../cart/store/document-text.ts';
import type { Database, Row, Value } from '../../db/database.ts';
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
  const found: FoundShipment[] = [];
  const sql = `select s.shipment_id, ${ORDER_COLUMNS} ${from}
    order by s.created_at desc, s.shipment_id desc limit ? offset ?`;
  for await (const rows of db.scan<OrderRow & { shipment_id: string }>(sql, [...params, size, (current - 1) * size])) {
    const read = await readInTurns(rows, (row) => {
      const order = orderOf(row);
      const shipment = shipmentIn(order, row.shipment_id);
      return shipment === undefined ? [] : [{ order, shipment }];
    });
    found.push(...read.flat());
  }
  return { found, total };
};
