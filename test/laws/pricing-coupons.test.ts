/** Coupons tried one after another on one cart cost each what they cost alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { priceCart, priceCoupons } from '../../src/pricing/price-cart.ts';
import { atOnce } from '../../src/pricing/work.ts';
import { inputArb } from './pricing-arbitraries.ts';
import { runs } from './runs.ts';

const input = inputArb({ offers: 5 });

describe('laws of tried coupons', () => {
  test('what comes before the coupon is done once, and every price is the same', () => {
    fc.assert(
      fc.property(input, input, (given, other) => {
        const price = atOnce(priceCoupons(given));
        const priceWith = (coupon: Parameters<typeof price>[0]) => atOnce(price(coupon));
        for (const coupon of [given.coupon, other.coupon, given.coupon]) {
          if (coupon !== null) assert.deepEqual(priceWith(coupon), priceCart({ ...given, coupon }));
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test('so it is with others on the cart, and in whichever order they were typed', () => {
    fc.assert(
      fc.property(input, input, input, (given, second, third) => {
        const others = [second.coupon, third.coupon].flatMap((one, at) =>
          one === null ? [] : [{ ...one, id: `c${at}` }],
        );
        const { coupon } = given;
        if (coupon === null) return;
        const all = priceCart({ ...given, moreCoupons: others });
        assert.deepEqual(atOnce(atOnce(priceCoupons({ ...given, moreCoupons: others }))(coupon)), all);
        const turned = priceCart({ ...given, moreCoupons: others.toReversed() });
        assert.deepEqual(turned, all);
        const [first, ...rest] = others;
        if (first === undefined) return;
        const spoken = priceCart({ ...given, coupon: first, moreCoupons: [...rest, coupon] });
        assert.deepEqual([spoken.breakup, spoken.lines], [all.breakup, all.lines]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('also one that cannot be had in the currency of the cart', () => {
    fc.assert(
      fc.property(input, (given) => {
        if (given.coupon === null) return;
        const coupon = { ...given.coupon, currency: 'XAU' };
        assert.deepEqual(atOnce(atOnce(priceCoupons(given))(coupon)), priceCart({ ...given, coupon }));
      }),
      { numRuns: runs(200) },
    );
  });
});
