/** How prices answer to a changed cart: another unit, a split line, prices times k, one offer more. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { inputArb, plainPolicy } from './pricing-arbitraries.ts';
import { runs } from './runs.ts';
import { article, cartOf, context, fromTotal, policyOf, promotion } from '../pricing/carts.ts';
import { compileOffers } from '../pricing/price-inputs.ts';

const check = <T extends readonly unknown[]>(property: fc.IProperty<T>, usual = 1000): void =>
  fc.assert(property, { numRuns: runs(usual) });

const simple = inputArb({ offers: 0, policy: plainPolicy, plain: true });
const offers = (...definitions: readonly Definition[]): Pick<PriceInput, 'offers'> => ({
  offers: compileOffers(definitions, context),
});
const goodsOf = (input: PriceInput): number => priceCart(input).breakup.goods;
const percentages = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 3 });
const percentOffers = (points: readonly number[]): readonly Definition[] =>
  points.map((each, at) =>
    promotion(`p${at}`, 'percentage', { discount_percentage: each / 100 }, { apply_priority: 9 - at }),
  );
const perUnit = (amounts: readonly number[]): readonly Definition[] =>
  amounts.map((each, at) => promotion(`u${at}`, 'item_based_discount', { discount_amount: each / 100 }));

/** The first line as two lines of the same article. */
const split = (input: PriceInput, first: number): PriceInput => {
  const [line, ...rest] = input.lines;
  if (line === undefined || line.quantity <= first) return input;
  return {
    ...input,
    lines: [{ ...line, quantity: first }, { ...line, key: `${line.key}~`, quantity: line.quantity - first }, ...rest],
  };
};

describe('laws of a changed cart', () => {
  test('splitting a line moves nothing under per-unit offers', () => {
    check(
      fc.property(
        simple,
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 3 }),
        (input, first, amounts) => {
          const offered = { ...input, ...offers(...perUnit(amounts)) };
          assert.equal(goodsOf(split(offered, first)), goodsOf(offered));
        },
      ),
    );
  });

  test('splitting a line moves at most one minor unit per percentage', () => {
    check(
      fc.property(simple, fc.integer({ min: 1, max: 8 }), percentages, (input, first, points) => {
        const offered = { ...input, ...offers(...percentOffers(points)) };
        assert.ok(Math.abs(goodsOf(split(offered, first)) - goodsOf(offered)) <= points.length);
      }),
    );
  });

  test('one more unit never lowers what is paid, where no threshold, set or tier is in play', () => {
    check(
      fc.property(simple, percentages, (input, points) => {
        const offered = { ...input, ...offers(...percentOffers(points)) };
        const [line, ...rest] = input.lines;
        fc.pre(line !== undefined);
        const more = { ...offered, lines: [{ ...line, quantity: line.quantity + 1 }, ...rest] };
        assert.ok(goodsOf(more) >= goodsOf(offered));
      }),
    );
  });

  test('with a threshold it may: one unit pays 600, two pay 504', () => {
    const tenPercent = promotion('p', 'percentage', { discount_percentage: 58 }, fromTotal(10));
    const bought = (quantity: number) => cartOf([[article('a', 600), quantity]], offers(tenPercent));
    assert.deepEqual(
      [1, 2].map((quantity) => goodsOf(bought(quantity))),
      [600, 504],
    );
  });

  const scaled = (input: PriceInput, factor: number): PriceInput => ({
    ...input,
    articles: new Map(
      [...input.articles].map(([uid, each]) => {
        const { marked = 0, selling = 0 } = each.prices.INR ?? {};
        const floor = each.floor === undefined ? {} : { floor: each.floor * factor };
        return [uid, { ...each, ...floor, prices: { INR: { marked: marked * factor, selling: selling * factor } } }];
      }),
    ),
  });

  test('prices and amounts times k are totals times k under fixed offers', () => {
    check(
      fc.property(
        simple,
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 50_000 }),
        (input, factor, amount) => {
          const fixed = (times: number) =>
            offers(
              promotion('u', 'item_based_discount', { discount_amount: (amount * times) / 100 }),
              promotion('a', 'amount', { discount_amount: (3 * amount * times) / 100 }, { promo_group: 'cart' }),
            );
          assert.equal(
            goodsOf({ ...scaled(input, factor), ...fixed(factor) }),
            factor * goodsOf({ ...input, ...fixed(1) }),
          );
        },
      ),
    );
  });

  test('and within half a unit for each line, percentage and k under percentages', () => {
    check(
      fc.property(simple, fc.integer({ min: 2, max: 9 }), percentages, (input, factor, points) => {
        const offered = offers(...percentOffers(points));
        const off = goodsOf({ ...scaled(input, factor), ...offered }) - factor * goodsOf({ ...input, ...offered });
        assert.ok(Math.abs(off) <= input.lines.length * points.length * factor);
      }),
    );
  });

  test('under the best offer for each line, one offer more never raises the price', () => {
    const best = policyOf({ stacking: 'best_per_line' });
    const offer = fc.tuple(fc.subarray([1, 2, 3], { minLength: 1 }), fc.integer({ min: 1, max: 10_000 }), fc.boolean());
    check(
      fc.property(simple, fc.array(offer, { minLength: 1, maxLength: 4 }), (input, given) => {
        const definitions = given.map(([brands, value, percent], at) =>
          percent
            ? promotion(
                `o${at}`,
                'percentage',
                { discount_percentage: value / 100 },
                { criteria: { item_brand: brands } },
              )
            : promotion(
                `o${at}`,
                'item_based_discount',
                { discount_amount: value / 100 },
                { criteria: { item_brand: brands } },
              ),
        );
        const all = goodsOf({ ...input, policy: best, ...offers(...definitions) });
        assert.ok(all <= goodsOf({ ...input, policy: best, ...offers(...definitions.slice(1)) }));
      }),
    );
  });
});
