/** How many points a purchase earns. Pure. */
import type { CartSettings } from '../contract/applications/cart-settings-contract.ts';
import type { Minor } from '../shared/money.ts';
import { exactAmount, inverse, one, type Ratio, timesDown, timesRatio } from '../shared/rates.ts';

/** The currency of the goods: how many of its minor units one of the application's is, which has so many decimals. */
export type GoodsCurrency = { readonly exponent: number; readonly ratio: Ratio | null };

/** Whole points for goods, in one exact step, rounded down; 0 where nothing is earned. */
export const earnedPoints = (
  { loyalty }: Pick<CartSettings, 'loyalty'>,
  goods: Minor,
  { exponent, ratio }: GoodsCurrency,
): number => {
  const each = loyalty === null ? null : exactAmount(loyalty.earn_for, exponent);
  if (loyalty === null || each === null || ratio === null || goods <= 0) return 0;
  const points = timesRatio({ ...one, numerator: BigInt(loyalty.earn_points) }, inverse(timesRatio(each, ratio)));
  return timesDown(goods, points);
};
