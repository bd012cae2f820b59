/** The steps of an order's life: awaiting_payment or placed, shipped, delivered, its three ends; and what each earns. Pure. */
import type { OrderSettings } from '../contract/applications/order-settings-contract.ts';
import type { Due, Earned, OrderEvent, OrderProgress, OrderState, StoredOrder } from './order-document.ts';

export type OrderEnd = 'cancelled' | 'payment_failed' | 'expired';

export const isOver = ({ state }: Pick<StoredOrder, 'state'>): boolean =>
  state === 'cancelled' || state === 'payment_failed' || state === 'expired';

/** Who takes the step, and why. */
export type Step = Pick<OrderEvent, 'at' | 'by' | 'reason'>;

/** Whether what it earns is its customer's: it was paid for, which on delivery is when it is delivered. */
const hasEarned = ({ state, total, document: { earnedWhen }, progress }: StoredOrder): boolean => {
  if (state === 'awaiting_payment' || isOver({ state })) return false;
  if (state === 'delivered' || earnedWhen === undefined) return true;
  return earnedWhen === 'paid' && (total === 0 || progress.paymentId !== null);
};

/** The order with the moves of balances that come of a step; of one that is new, of its first. */
export const withDues = (after: StoredOrder, before?: StoredOrder): StoredOrder => {
  const { dues } = after.progress;
  const [had, has] = [before !== undefined && hasEarned(before), hasEarned(after)];
  if (had === has) return after;
  // What was still to be earned is not earned any more.
  const isDue = ({ kind }: Earned): boolean => dues.some((due) => due.kind === kind && due.move === 'earned');
  const moves = after.document.earns
    .filter((one) => has || !isDue(one))
    .map((one): Due => ({ ...one, move: has ? 'earned' : 'unearned' }));
  return { ...after, progress: { ...after.progress, dues: moves } };
};

const stepped = (
  order: StoredOrder,
  state: OrderState,
  step: Step,
  progress: OrderProgress = order.progress,
): StoredOrder =>
  withDues(
    {
      ...order,
      state,
      version: order.version + 1,
      modifiedAt: Math.max(order.modifiedAt, step.at),
      expiresAt: null,
      progress: { ...progress, events: [...progress.events, { ...step, state }] },
    },
    order,
  );

export const paidOrder = (order: StoredOrder, paymentId: string, step: Step): StoredOrder =>
  stepped(order, 'placed', step, { ...order.progress, paymentId });

export const advancedOrder = (order: StoredOrder, state: 'shipped' | 'delivered', step: Step): StoredOrder =>
  stepped(order, state, step);

export const endedOrder = (order: StoredOrder, state: OrderEnd, step: Step): StoredOrder => stepped(order, state, step);

/** Whether the shop lets a customer cancel it himself. */
export const customerMayCancel = ({ state }: StoredOrder, { customer_cancels: until }: OrderSettings): boolean => {
  if (until === 'never') return false;
  return state === 'awaiting_payment' || (state === 'placed' && until === 'placed');
};
