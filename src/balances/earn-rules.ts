/** How many points a purchase earns. Pure. */
import type { CartSettings } from '../contract/applications/cart-settings-contract.ts';
import { million, type Minor, portionDown, type Ppm } from '../shared/money.ts';
import { exactAmount, inverse, one, type Ratio, timesDown, timesRatio } from '../shared/rates.ts';

/** The currency of the goods: how many of its minor units one of the application's is, which has so many decimals. */
export type GoodsCurrency = { readonly exponent: number; readonly ratio: Ratio | null };

/** Goods that offers let count more than once: by how much, and which lines. */
type Multiplied = {
  readonly points?: readonly { readonly amount: Minor; readonly rate: Ppm; readonly lines: readonly string[] }[];
};

/** What goods count for: as they cost, and what offers add to that. */
export const countedGoods = (goods: Minor, { points = [] }: Multiplied): Minor =>
  points.reduce((sum, { amount }) => sum + amount, goods);

/** The same of one line, told before it is bought; caps of offers are over all lines. */
export const countedLine = (key: string, goods: Minor, { points = [] }: Multiplied): Minor =>
  points.reduce((sum, { rate, lines }) => (lines.includes(key) ? sum + portionDown(goods, rate, million) : sum), goods);

/** What one order earns at most, whatever its shop gives for a penny: so that nobody's orders add up to more than can be counted. */
const MOST_EARNED = 1_000_000_000_000;

/** Whole points for goods, in one exact step, rounded down; 0 where nothing is earned. */
export const earnedPoints = (
  { loyalty }: Pick<CartSettings, 'loyalty'>,
  goods: Minor,
  { exponent, ratio }: GoodsCurrency,
): number => {
  const each = loyalty === null ? null : exactAmount(loyalty.earn_for, exponent);
  if (loyalty === null || each === null || ratio === null || goods <= 0) return 0;
  const points = timesRatio({ ...one, numerator: BigInt(loyalty.earn_points) }, inverse(timesRatio(each, ratio)));
  return Math.min(timesDown(goods, points), MOST_EARNED);
};
