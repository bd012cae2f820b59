/** Work on all orders that wait for it, some at a time. One that fails is passed by, and told when the others are done. */
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
    const outcomes = await Promise.allSettled(orders.map(work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
    count += orders.length;
    after = orders.at(-1);
    if (orders.length < STEP) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${count} orders failed`);
  return count;
};
