/** Use case: orders priced again from their snapshots, one or all of an application's, however many there are. */
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { Database } from '../../db/database.ts';
import { nextTurn } from '../../shared/slices.ts';
import type { StoredOrder } from '../order-document.ts';
import { countOrders, type OrderFilter, scanOrders } from '../order-list-store.ts';
import { readOrderSnapshot } from '../order-store.ts';
import { type Difference, replayed } from './replay-rules.ts';

export type Replayed = { readonly orderId: string; readonly differences: readonly Difference[] };

export const replayOrder = async (db: Database, order: StoredOrder): Promise<Replayed> => ({
  orderId: order.id,
  differences: await pricedInTurns(replayed(order.document, await readOrderSnapshot(db, order))),
});

export type ReplayedSome = {
  readonly done: number;
  readonly total: number;
  /** Of these. */
  readonly different: readonly Replayed[];
};

/** Oldest first, a chunk at a time. */
export async function* replayOrders(
  db: Database,
  applicationId: string,
  filter: Pick<OrderFilter, 'from'>,
): AsyncGenerator<ReplayedSome, void> {
  const scope = { everyOrderOf: applicationId };
  const total = await countOrders(db, scope, filter);
  let done = 0;
  for await (const orders of scanOrders(db, scope, filter)) {
    const different: Replayed[] = [];
    for (const order of orders) {
      const one = await replayOrder(db, order);
      if (one.differences.length > 0) different.push(one);
      await nextTurn();
    }
    done += orders.length;
    yield { done, total: Math.max(total, done), different };
  }
}
