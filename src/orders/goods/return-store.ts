/** Returns, to be found by their state: the row names one that stands with its order. */
import type { All, Database, Row, Statement } from '../../db/database.ts';
import type { StoredOrder } from '../order-document.ts';
import type { OrderProgress, OrderReturn, ReturnState } from '../order-progress.ts';
import { inSlices } from '../../shared/slices.ts';
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

/** What an order has come to may tell of hundreds of returns. */
const ORDERS_A_TURN = 5;

/** Of a company that its reader has been shown to have, the oldest first, behind a place. Without what was ordered: that is long. */
export const listReturns = async (db: Database, asked: AskedWork<ReturnState>): All<FoundReturn> => {
  const { sql, params } = workList(asked);
  type Found = Row & {
    readonly return_id: string;
    readonly asked_at: number;
    readonly order_id: string;
    readonly progress: string;
  };
  const rows = await db.all<Found>(
    `select r.id as return_id, r.created_at as asked_at, r.order_id, o.progress from order_return r
     join customer_order o on o.id = r.order_id ${sql}`,
    params,
  );
  return inSlices(rows, ORDERS_A_TURN, ({ return_id: id, asked_at: createdAt, order_id: orderId, progress }) => {
    const { returns = [] } = JSON.parse(progress) as OrderProgress;
    return { id, createdAt, orderId, found: returns.find((one) => one.id === id) };
  });
};
