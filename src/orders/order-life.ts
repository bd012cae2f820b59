/** The steps of an order's life: awaiting_payment or placed, shipped, and its three ends. Pure. */
import type { OrderSettings } from '../contract/order-settings-contract.ts';
import type { Due, Earned, OrderEvent, OrderState, StoredOrder } from './order-document.ts';

export type OrderEnd = 'cancelled' | 'payment_failed' | 'expired';

export const isOver = ({ state }: Pick<StoredOrder, 'state'>): boolean =>
  state === 'cancelled' || state === 'payment_failed' || state === 'expired';

/** Who takes the step, and why. */
export type Step = Pick<OrderEvent, 'at' | 'by' | 'reason'>;

const stepped = (order: StoredOrder, state: OrderState, step: Step, dues: readonly Due[]): StoredOrder => ({
  ...order,
  state,
  version: order.version + 1,
  modifiedAt: Math.max(order.modifiedAt, step.at),
  expiresAt: null,
  progress: { ...order.progress, events: [...order.progress.events, { ...step, state }], dues },
});

export const paidOrder = (order: StoredOrder, paymentId: string, step: Step): StoredOrder => {
  const dues = order.document.earns.map((earned): Due => ({ ...earned, move: 'earned' }));
  const placed = stepped(order, 'placed', step, dues);
  return { ...placed, progress: { ...placed.progress, paymentId } };
};

export const shippedOrder = (order: StoredOrder, step: Step): StoredOrder =>
  stepped(order, 'shipped', step, order.progress.dues);

/** What was earned already is taken back; what was still to be earned is not earned any more. */
export const endedOrder = (order: StoredOrder, state: OrderEnd, step: Step): StoredOrder => {
  const { document, progress } = order;
  const isPending = ({ kind }: Earned): boolean =>
    progress.dues.some((due) => due.kind === kind && due.move === 'earned');
  const wasPlaced = order.state !== 'awaiting_payment';
  const earned = wasPlaced ? document.earns.filter((one) => !isPending(one)) : [];
  return stepped(
    order,
    state,
    step,
    earned.map((one): Due => ({ ...one, move: 'unearned' })),
  );
};

/** Whether the shop lets a customer cancel it himself. */
export const customerMayCancel = ({ state }: StoredOrder, { customer_cancels: until }: OrderSettings): boolean => {
  if (until === 'never') return false;
  return state === 'awaiting_payment' || (state === 'placed' && until === 'placed');
};
