/** What was paid for an order, and what is still to be collected on delivery. Pure. */
import { type Minor, sum } from '../../shared/money.ts';
import type { StoredOrder } from '../order-document.ts';
import type { RefundPart } from '../order-progress.ts';

const givenBackAs = ({ progress }: StoredOrder, kind: RefundPart['kind']): Minor =>
  sum(
    (progress.settlements ?? [])
      .flatMap(({ parts }) => parts.filter((one) => one.kind === kind))
      .map((one) => one.amount),
  );

/**
 * Where nobody said what was collected, what was still to be: orders of earlier versions were paid for when they were delivered, if
 * not before. What was given back until then as not to be collected never came.
 */
const collectedOf = (order: StoredOrder): Minor => {
  const { state, total, progress } = order;
  if (progress.collected !== undefined) return progress.collected;
  return state === 'delivered' && progress.paymentId === null ? total - givenBackAs(order, 'uncollected') : 0;
};

export type MoneyKept = { readonly money: Minor; readonly uncollected: Minor };

export const moneyKept = (order: StoredOrder): MoneyKept => {
  const { total, progress, state } = order;
  if (state === 'awaiting_payment') return { money: 0, uncollected: total };
  const paid = progress.paymentId === null ? collectedOf(order) : total;
  const uncollected = progress.paymentId === null ? total - paid - givenBackAs(order, 'uncollected') : 0;
  return { money: paid - givenBackAs(order, 'payment'), uncollected };
};

/** All that was given back so far. */
export const refundedOf = ({ progress }: StoredOrder): Minor =>
  sum((progress.settlements ?? []).map(({ amount }) => amount));
