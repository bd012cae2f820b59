/** Use case: the goods of an order have left. From here on its customer cannot cancel it. */
import type { Node } from '../applications/node.ts';
import type { Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { whileOrderChanges } from './end-order.ts';
import type { StoredOrder } from './order-document.ts';
import { shippedOrder, type Step } from './order-life.ts';
import { updateOrder } from './order-store.ts';

export const shipOrder = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  read: () => Promise<StoredOrder | undefined>,
  step: Omit<Step, 'at'>,
  more: (before: StoredOrder, after: StoredOrder) => readonly Statement[],
): Promise<StoredOrder> =>
  whileOrderChanges(async () => {
    const before = await read();
    if (before === undefined) throw new Refusal('order_not_found');
    if (before.state === 'shipped') return before;
    if (before.state !== 'placed') {
      throw new Refusal('order_state_conflict', { message: 'Only an order that is placed can be shipped.' });
    }
    const after = shippedOrder(before, { ...step, at: now() });
    await db.commit([updateOrder(before, after), ...more(before, after)]);
    return after;
  });
