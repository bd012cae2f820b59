/** One cart through both engines. */
import { whyNotOf } from '../../src/pricing/offers/why-not.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import type { WhyNot } from '../../src/pricing/why-not-types.ts';
import { type Answer, differences, engineAnswer } from './answer.ts';
import { type Case, couponsOf } from './case.ts';
import { engineInput, refusals } from './engine.ts';
import { oracleAnswer } from './oracle.ts';

export type Compared = {
  readonly differences: readonly string[];
  readonly engine: Answer;
  readonly oracle: Answer;
  readonly priced: PricedCart;
};
/** Of promotions as they are asked about, of coupons as the cart says it. What waits for price adjustments has no turn of its own. */
const whyNotsOf = (given: Case, input: PriceInput, { coupon, coupons = {} }: PricedCart): readonly WhyNot[] => {
  const waiting = [...given.promotions, ...couponsOf(given)]
    .filter((each) => each['promotion_type'] === 'external_price_adjustment_discount')
    .map((each) => each['_id']);
  const ofCoupons = [coupon, ...Object.values(coupons)].flatMap((each) => each?.whyNot ?? []);
  return [...whyNotOf(input), ...ofCoupons].filter(({ offerId }) => !waiting.includes(offerId));
};

export const compared = (given: Case): Compared => {
  const input = engineInput(given);
  const priced = priceCart(input);
  const told = priced.choice?.optimal === false ? priced.choice.steps : null;
  const [engine, oracle] = [engineAnswer(priced, whyNotsOf(given, input, priced)), oracleAnswer(given, told)];
  return { differences: differences(engine, oracle), engine, oracle, priced };
};

/** For shrinking: a smaller cart counts only if it could be stored and both engines answer. */
export const stillDiffers = (given: Case): boolean => {
  try {
    return refusals(given).length === 0 && compared(given).differences.length > 0;
  } catch {
    return false;
  }
};
