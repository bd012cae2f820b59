/** Work on all orders that wait for it, some at a time. One that fails is passed by, and told when the others are done. */
import { inSlices } from '../shared/slices.ts';
import type { StoredOrder } from './order-document.ts';

const STEP = 50;
const STEPS = 20;

/** `some` reads up to `limit` orders behind `after`, in its own order; the next sweep tries those that failed again. */
export const sweepOrders = async (
  some: (limit: number, after: StoredOrder | undefined) => Promise<readonly StoredOrder[]>,
  work: (order: StoredOrder) => Promise<unknown>,
): Promise<number> => {
  const failures: unknown[] = [];
  let count = 0;
  let after: StoredOrder | undefined;
  for (let step = 0; step < STEPS; step += 1) {
    const orders = await some(STEP, after);
    // One in a turn of the loop: each may have hundreds of lines, and nobody waits for a sweep.
    const begun = await inSlices(orders, 1, (order) =>
      work(order).catch((error: unknown) => void failures.push(error)),
    );
    await Promise.all(begun);
    count += orders.length;
    after = orders.at(-1);
    if (orders.length < STEP) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${count} orders failed`);
  return count;
};
