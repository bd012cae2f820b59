/** How many points a purchase earns. Pure. */
import type { CartSettings } from '../contract/cart-settings-contract.ts';
import { type Minor, portionDown, toMinor } from '../shared/money.ts';

/** Whole points for the goods of an order, in minor units of the application's currency; 0 where nothing is earned. */
export const earnedPoints = ({ loyalty }: Pick<CartSettings, 'loyalty'>, goods: Minor, exponent: number): number => {
  if (loyalty === null || goods <= 0) return 0;
  const each = toMinor(loyalty.earn_for, exponent) ?? 0;
  return each <= 0 ? 0 : portionDown(goods, loyalty.earn_points, each);
};
