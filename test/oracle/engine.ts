/** The engine, called as carts call it: stored definitions are compiled into an index, then the cart is priced. */
import { unitWeightOf } from '../../src/catalog/unit-size-rules.ts';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';

import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { engineBasis, resolvedCase } from './engine-shop.ts';
import { ruledInput } from './engine-rules.ts';
import { type Case, couponsOf, type Definition, exponents } from './case.ts';
import { compileOffers } from '../pricing/price-inputs.ts';

const rateOf = (text: string): { readonly digits: number; readonly decimals: number } => {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: Number(whole + fraction), decimals: fraction.length };
};
const mapped = <A, B>(given: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));

export const weightsOf = (measures: Readonly<Record<string, Definition>>) =>
  new Map(Object.entries(measures).map(([uid, meta]) => [uid, unitWeightOf({ meta })]));

const inputOf = (given: Case): PriceInput => {
  const context = { currency: given.home, exponents, readTime: Date.parse };
  const offers = compileOffers(given.promotions, context);
  const coupon = given.coupon === null ? null : compileOffer(given.coupon, context);
  const {
    promotions: _,
    moreCoupons = [],
    gifts,
    rates,
    articles,
    currency,
    home,
    shipping,
    shop: _shop,
    ...rest
  } = given;
  return {
    ...rest,
    // Of a thousand small carts one has more combinations than a call looks at; what is compared is all of them.
    searchWork: 1_000_000,
    currency: { code: currency, exponent: exponents[currency] ?? 2 },
    home: { code: home, exponent: exponents[home] ?? 2 },
    rates: mapped(rates, rateOf),
    articles: new Map(articles.map((each) => [each.uid, each])),
    giftArticles: new Map(
      [...new Set(gifts.map(({ itemId }) => itemId))].map((item) => [
        item,
        gifts.filter((each) => each.itemId === item),
      ]),
    ),
    ...(shipping === undefined ? {} : { shipping: { ...shipping, weights: weightsOf(shipping.measures) } }),
    offers,
    coupon: coupon === null || isRefused(coupon) ? null : coupon,
    ...(moreCoupons.length === 0
      ? {}
      : {
          moreCoupons: moreCoupons
            .map((definition) => compileOffer(definition, context))
            .flatMap((each) => (isRefused(each) ? [] : [each])),
        }),
  };
};
/** Definitions the generator makes are all meant to be readable: one that is refused is a mistake of the generator or of the compiler. */
export const refusals = (given: Case): readonly string[] => {
  const context = { currency: given.home, exponents, readTime: Date.parse };
  return [...given.promotions, ...couponsOf(given)].flatMap((definition) => {
    const compiled = compileOffer(definition, context);
    return isRefused(compiled) ? [compiled.reason] : [];
  });
};
/** With what stands around it, as carts are priced. */
export const engineInput = (given: Case): PriceInput => {
  const basis = engineBasis(given, (resolved) => {
    const input = ruledInput(inputOf(resolved), given);
    return [input, priceCart(input)];
  });
  return ruledInput(inputOf(given.shop === undefined ? given : resolvedCase(given, basis)), given);
};
