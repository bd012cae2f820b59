/**
 * In how many parts an order may be sent, cancelled and taken back. Each part is kept with the order, with every line that it changed,
 * and read whenever the order is: whoever moves thousands of units one by one must not make it megabytes. Pure.
 */
import { Refusal } from '../../shared/errors.ts';
import { sum } from '../../shared/money.ts';
import { standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Units } from '../order-progress.ts';
import { allOf, type Counted, isUnderWay, less } from './unit-rules.ts';

/**
 * Parts, and characters of JSON in which all of them are kept: a line that changed has some 150, more where it is taxed by several
 * authorities, and an offer for all goods changes all of them.
 */
const most = {
  customer: { parts: 100, size: 1_500_000 },
  shop: { parts: 1_000, size: 4_000_000 },
} as const;
type By = keyof typeof most;

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** With the room of what is under way, which gives back as much as stands: it can always be received. */
const sizeKept = ({ settlements = [], returns = [], parcels = [] }: StoredOrder['progress'], each: number): number =>
  sizeOf([settlements, returns, parcels]) + sum(returns.filter(isUnderWay).map(({ items }) => each + sizeOf(items)));

/** In how many parcels it left is not its customer's doing. */
const partsKept = ({ settlements = [], returns = [], parcels = [] }: StoredOrder['progress'], by: By): number =>
  settlements.filter(({ cause }) => cause === 'cancelled').length +
  returns.length +
  (by === 'shop' ? parcels.length : 0);

export type NewPart = Readonly<{
  units: readonly Units[];
  by: By;
  /** All of these can always go at once. Not there where they may be there again afterwards. */
  left?: Counted;
}>;

export const refuseMoreParts = (order: StoredOrder, { units, by, left }: NewPart): void => {
  const { progress } = order;
  const parts = partsKept(progress, by);
  const each = sizeOf(standingOf(order));
  const size = sizeKept(progress, each) + each + 2 * sizeOf(units);
  if (parts < most[by].parts && size <= most[by].size) return;
  if (left !== undefined && allOf(less(left, units)).length === 0) return;
  const message = `This order went in ${parts} parts. Send, cancel or take back all that is left at once, or leave it as it is.`;
  throw new Refusal('order_state_conflict', { message });
};
