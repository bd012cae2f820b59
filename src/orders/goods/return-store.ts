/** Returns, to be found by their state: the row names one that stands with its order. */
import type { All, Database, Row, Statement } from '../../db/database.ts';
import { valueList } from '../../db/value-list.ts';
import type { StoredOrder } from '../order-document.ts';
import type { OrderProgress, OrderReturn, ReturnState } from '../order-progress.ts';
import { nextTurn } from '../../shared/slices.ts';
import { type AskedWork, workList } from '../refunds/work-list.ts';

/** Written whole in the batch that changes the order, whose version guards it. */
export const writeReturns = (before: StoredOrder, after: StoredOrder): readonly Statement[] =>
  (after.progress.returns ?? [])
    .filter((one) => !before.progress.returns?.includes(one))
    .map(({ id, state, requestedAt, modifiedAt }) => ({
      sql: `insert into order_return (order_id, id, company_id, state, created_at, modified_at) values (?, ?, ?, ?, ?, ?)
        on conflict (order_id, id) do update set state = excluded.state, modified_at = excluded.modified_at`,
      params: [after.id, id, after.companyId, state, requestedAt, modifiedAt],
    }));

export type FoundReturn = {
  readonly id: string;
  readonly createdAt: number;
  readonly orderId: string;
  readonly found: OrderReturn | undefined;
};

/** What an order has come to may tell of hundreds of returns, in megabytes: each is read once, few at a time and one in a turn. */
const ORDERS_A_READ = 10;
const returnsIn = (progress: string): readonly OrderReturn[] => (JSON.parse(progress) as OrderProgress).returns ?? [];

/** Those of these names, by name. */
const returnsOf = async (
  db: Database,
  orderIds: readonly string[],
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, OrderReturn>> => {
  const found = new Map<string, OrderReturn>();
  for (let at = 0; at < orderIds.length; at += ORDERS_A_READ) {
    const { places, values } = valueList(orderIds.slice(at, at + ORDERS_A_READ));
    const sql = `select progress from customer_order where id in ${places}`;
    for await (const rows of db.scan<Row & { readonly progress: string }>(sql, values)) {
      for (const { progress } of rows) {
        await nextTurn();
        for (const one of returnsIn(progress)) if (names.has(one.id)) found.set(one.id, one);
      }
    }
  }
  return found;
};

/** Of a company that its reader has been shown to have, the oldest first, behind a place. Without what was ordered: that is long. */
export const listReturns = async (db: Database, asked: AskedWork<ReturnState>): All<FoundReturn> => {
  const { sql, params } = workList(asked);
  const rows = await db.all<Row & Omit<FoundReturn, 'found'>>(
    `select r.id, r.created_at as "createdAt", r.order_id as "orderId" from order_return r ${sql}`,
    params,
  );
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const found = await returnsOf(db, orderIds, new Set(rows.map(({ id }) => id)));
  return rows.map((row) => ({ ...row, found: found.get(row.id) }));
};
