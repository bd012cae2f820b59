/** A cart to price as plain JSON: everything the engine is told, with offers as they are stored. */
import type { CustomAnswers } from '../../src/pricing/custom-types.ts';
import type { Article, PriceInput } from '../../src/pricing/pricing-types.ts';
import type { Shipping } from '../../src/pricing/shipping-types.ts';
import type { CaseShop } from './shop-case.ts';

export type Definition = Readonly<Record<string, unknown>>;
/** What the engine is told in these words already. */
type AsTold = Pick<
  PriceInput,
  | 'lines'
  | 'giftChoices'
  | 'adjustments'
  | 'policy'
  | 'shopper'
  | 'payment'
  | 'place'
  | 'pickup'
  | 'charges'
  | 'tender'
  | 'emi'
  | 'cashRounding'
  | 'budgets'
>;
export type Case = AsTold & {
  /** With what the catalogue says of the weight and size of articles. */
  readonly shipping?: Omit<Shipping, 'weights'> & { readonly measures: Readonly<Record<string, Definition>> };
  /** What is decided before it is priced. */
  readonly shop?: CaseShop;
  readonly now: number;
  readonly currency: string;
  readonly home: string;
  /** Units of the named currency for one of home, as published. */
  readonly rates: Readonly<Record<string, string>>;
  readonly articles: readonly Article[];
  readonly gifts: readonly Article[];
  readonly promotions: readonly Definition[];
  readonly coupon: Definition | null;
  /** Those beside it. */
  readonly moreCoupons?: readonly Definition[];
  /** What rules of the merchant's own answered. */
  readonly custom: CustomAnswers;
};
export const exponents: Readonly<Record<string, number>> = { INR: 2, USD: 2, JPY: 0, KWD: 3 };
export const couponsOf = ({ coupon, moreCoupons = [] }: Case): readonly Definition[] => [
  ...(coupon === null ? [] : [coupon]),
  ...moreCoupons,
];
