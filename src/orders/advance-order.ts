/** Use case: the goods of an order have left, or have reached their customer. He cannot cancel it from here on. */
import type { Node } from '../applications/node.ts';
import type { Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { whileOrderChanges } from './end-order.ts';
import type { OrderState, StoredOrder } from './order-document.ts';
import { advancedOrder, type Step } from './order-life.ts';
import { updateOrder } from './order-store.ts';
import { releaseUnpaid } from './unpaid-statements.ts';

/** What is picked up or sold over the counter is delivered without having been shipped. */
const steps: Readonly<
  Record<'shipped' | 'delivered', { readonly from: readonly OrderState[]; readonly refusal: string }>
> = {
  shipped: { from: ['placed'], refusal: 'Only an order that is placed can be shipped.' },
  delivered: { from: ['placed', 'shipped'], refusal: 'Only an order that is placed or shipped can be delivered.' },
};

export type OrderAdvance = {
  readonly read: () => Promise<StoredOrder | undefined>;
  readonly state: keyof typeof steps;
  readonly step: Omit<Step, 'at'>;
  /** Further statements of the same batch. */
  readonly more: (before: StoredOrder, after: StoredOrder) => readonly Statement[];
};

export const advanceOrder = (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { read, state, step, more }: OrderAdvance,
): Promise<StoredOrder> =>
  whileOrderChanges(async () => {
    const before = await read();
    if (before === undefined) throw new Refusal('order_not_found');
    if (before.state === state) return before;
    const { from, refusal } = steps[state];
    if (!from.includes(before.state)) throw new Refusal('order_state_conflict', { message: refusal });
    const after = advancedOrder(before, state, { ...step, at: now() });
    await db.commit([updateOrder(before, after), releaseUnpaid(before), ...more(before, after)]);
    return after;
  });
