/**
 * In how many parts an order may be cancelled. Each part is kept with the order, with every line that it changed, and read whenever the
 * order is: whoever cancels thousands of units one by one must not make it megabytes. Pure.
 */
import { Refusal } from '../../shared/errors.ts';
import { sum } from '../../shared/money.ts';
import { standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { allOf, less, unsentUnits } from './unit-rules.ts';

/** Parts, and lines that they changed in all: a line is kept in some 150 characters, and an offer for all goods changes all of them. */
const most = {
  customer: { parts: 100, lines: 10_000 },
  shop: { parts: 1_000, lines: 25_000 },
} as const;

/** What is left can always be cancelled at once. */
export const refuseMoreParts = (order: StoredOrder, units: readonly Units[], by: keyof typeof most): void => {
  const parts = (order.progress.settlements ?? []).filter(({ cause }) => cause === 'cancelled');
  const lines = sum(parts.map((part) => part.lines.length)) + standingOf(order).lines.length;
  const isRoom = parts.length < most[by].parts && lines <= most[by].lines;
  if (isRoom || allOf(less(unsentUnits(order), units)).length === 0) return;
  const message = `This order was cancelled in ${parts.length} parts. Cancel all that has not left, or leave it as it is.`;
  throw new Refusal('order_state_conflict', { message });
};
