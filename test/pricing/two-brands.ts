/** One article of each of two brands, and offers of so many percent. */
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { article, type Bought, promotion, type PromotionParts } from './carts.ts';

export const a = article('a', 10_000, { brandId: 1 });
export const b = article('b', 5000, { brandId: 2 });
export const both: readonly Bought[] = [
  [a, 1],
  [b, 1],
];
export const percent = (id: string, points: number, more: PromotionParts = {}): Definition =>
  promotion(id, 'percentage', { discount_percentage: points }, more);
