/** Lists of orders, newest first. They may be long, so they are read off the request path. */
import type { CartOwner } from '../cart/store/cart-document.ts';
import { readInTurns } from '../cart/store/document-text.ts';
import type { Database, Row, Value } from '../db/database.ts';
import { inPortions } from '../db/portions.ts';
import type { Asked, AskedPage } from '../shared/paging.ts';
import type { StoredOrder } from './order-document.ts';
import type { OrderState } from './order-progress.ts';
import type { CompanyPlace } from '../applications/named-place.ts';
import { ORDER_COLUMNS, orderOf, type OrderRow } from './order-store.ts';

export type OrderFilter = Asked<{
  from: number;
  to: number;
  state: OrderState;
  orderId: string;
  applicationId: string;
  customerId: string;
  paymentMode: string;
  tag: string;
}>;
/** Whose orders: a shopper's, or a company's as an administrator of its organization names it. */
export type OrderScope =
  | { readonly applicationId: string; readonly owner: CartOwner }
  | { readonly company: CompanyPlace }
  /** For who runs the installation: all of an application's. */
  | { readonly everyOrderOf: string };

type Condition = readonly [sql: string, ...values: readonly Value[]];

const scopeOf = (scope: OrderScope): Condition => {
  if ('everyOrderOf' in scope) return ['o.application_id = ?', scope.everyOrderOf];
  return 'company' in scope
    ? [
        'o.company_id = ? and exists (select 1 from company c where c.id = o.company_id and c.organization_id = ?)',
        scope.company.companyId,
        scope.company.organizationId,
      ]
    : [
        'o.application_id = ? and o.owner_kind = ? and o.owner_id = ?',
        scope.applicationId,
        scope.owner.kind,
        scope.owner.id,
      ];
};

const conditionsOf = (scope: OrderScope, filter: OrderFilter): readonly Condition[] => {
  const asked: readonly (readonly [string, Value | undefined])[] = [
    ['o.created_at >= ?', filter.from],
    ['o.created_at < ?', filter.to],
    ['o.state = ?', filter.state],
    ['o.id = ?', filter.orderId],
    ['o.application_id = ?', filter.applicationId],
    ["o.owner_kind = 'customer' and o.owner_id = ?", filter.customerId],
    ['o.payment_mode = ?', filter.paymentMode],
    ['exists (select 1 from order_tag t where t.order_id = o.id and t.tag = ?)', filter.tag],
  ];
  return [
    scopeOf(scope),
    ...asked.flatMap(([sql, value]): readonly Condition[] => (value === undefined ? [] : [[sql, value]])),
  ];
};

/** Conditions on `customer_order o`. */
export const whereOf = (
  scope: OrderScope,
  filter: OrderFilter,
): { readonly where: string; readonly values: readonly Value[] } => {
  const conditions = conditionsOf(scope, filter);
  return {
    where: conditions.map(([sql]) => `(${sql})`).join(' and '),
    values: conditions.flatMap(([, ...values]) => values),
  };
};

async function* ordersOf(
  db: Database,
  scope: OrderScope,
  filter: OrderFilter,
  { order, limits }: { readonly order: string; readonly limits: readonly Value[] },
): AsyncGenerator<readonly StoredOrder[], void> {
  const { where, values } = whereOf(scope, filter);
  const sql = `select ${ORDER_COLUMNS} from customer_order o where ${where} ${order}`;
  for await (const rows of db.scan<OrderRow>(sql, [...values, ...limits])) yield readInTurns(rows, orderOf);
}

export type OrderPage = { readonly orders: readonly StoredOrder[]; readonly total: number };

export const countOrders = async (db: Database, scope: OrderScope, filter: OrderFilter): Promise<number> => {
  const { where, values } = whereOf(scope, filter);
  let total = 0;
  for await (const rows of db.scan<Row & { n: number }>(
    `select count(*) as n from customer_order o where ${where}`,
    values,
  )) {
    total += rows[0]?.n ?? 0;
  }
  return total;
};

export const listOrders = async (
  db: Database,
  scope: OrderScope,
  filter: OrderFilter,
  { current, size }: AskedPage,
): Promise<OrderPage> => {
  const total = await countOrders(db, scope, filter);
  const orders: StoredOrder[] = [];
  const page = [size, (current - 1) * size];
  for await (const some of ordersOf(db, scope, filter, {
    order: 'order by o.created_at desc, o.id desc limit ? offset ?',
    limits: page,
  })) {
    orders.push(...some);
  }
  return { orders, total };
};

/** All of them, oldest first, in chunks; a connection is held until the last was read. */
export const scanOrders = (db: Database, scope: OrderScope, filter: OrderFilter) =>
  ordersOf(db, scope, filter, { order: 'order by o.created_at, o.id', limits: [] });

/** Few: each may have hundreds of lines. */
const PORTION = 20;

type Placed<Made> = { readonly createdAt: number; readonly id: string; readonly made: Made };

/**
 * What is made of each of a company's, oldest first, for a reader who may take his time: meanwhile nothing else of them is kept, for an
 * order with all that a shopper put into it is many times what is shown of it.
 */
export async function* ordersInPortions<Made>(
  db: Database,
  company: CompanyPlace,
  filter: OrderFilter,
  make: (order: StoredOrder) => Promise<Made>,
): AsyncGenerator<readonly Made[], void> {
  const portions = inPortions<Placed<Made>>(PORTION, async (after) => {
    const behind = after === undefined ? [] : [after.createdAt, after.id];
    const order = `${after === undefined ? '' : 'and (o.created_at, o.id) > (?, ?)'} order by o.created_at, o.id limit ?`;
    const limits = [...behind, PORTION];
    const placed: Placed<Made>[] = [];
    for (const one of (await Array.fromAsync(ordersOf(db, { company }, filter, { order, limits }))).flat()) {
      placed.push({ createdAt: one.createdAt, id: one.id, made: await make(one) });
    }
    return placed;
  });
  for await (const portion of portions) yield portion.map(({ made }) => made);
}
