/** The stated gap is exact: that much more makes the condition hold, one minor unit (or one item) less does not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { whyNotOf } from '../../src/pricing/offers/why-not.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { article, type Bought, cartOf, fromUnits, offersOf, promotion } from '../pricing/carts.ts';
import { runs } from './runs.ts';

const check = <T extends readonly unknown[]>(property: fc.IProperty<T>): void =>
  fc.assert(property, { numRuns: runs(700) });

const bought: fc.Arbitrary<readonly Bought[]> = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.integer({ min: 100, max: 90_000 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 2 }),
    )
    .map(([uid, selling, quantity, brandId]): Bought => [article(uid, selling, { brandId }), quantity]),
  { minLength: 1, maxLength: 4, selector: ([each]) => each.uid },
);
const aFifthOff = (rules: Definition): Definition =>
  promotion('p', 'percentage', { discount_percentage: 20 }, { rules });
const reasonIn = (input: PriceInput) => whyNotOf(input).find(({ offerId }) => offerId === 'p');
const applies = (input: PriceInput): boolean => priceCart(input).applied.includes('p');
const filler = (selling: number, uid = 'z'): Bought => [
  article(uid, selling, { brandId: 1, itemId: uid.charCodeAt(0) }),
  1,
];

describe('laws of why not', () => {
  test('money: spending the gap more meets a minimum, one paisa less does not', () => {
    const comparison = fc.constantFrom('greater_than', 'greater_than_equals');
    check(
      fc.property(
        bought,
        fc.integer({ min: 1, max: 900_000 }),
        comparison,
        fc.boolean(),
        (lines, paise, name, ofBrand) => {
          const scope = ofBrand ? { item_brand: [1] } : { all_items: true };
          const offers = offersOf(aFifthOff({ 'rule#1': { ...scope, cart_total: { [name]: paise / 100 } } }));
          const shortfall = reasonIn(cartOf(lines, { offers }))?.shortfall;
          fc.pre(shortfall?.metric === 'cart_total' && shortfall.gap > 1);
          const { gap } = shortfall;
          assert.ok(applies(cartOf([...lines, filler(gap)], { offers })));
          assert.equal(applies(cartOf([...lines, filler(gap - 1)], { offers })), false);
        },
      ),
    );
  });

  test('money: exactly equal means exactly equal', () => {
    check(
      fc.property(bought, fc.integer({ min: 1, max: 900_000 }), (lines, paise) => {
        const offers = offersOf(aFifthOff({ 'rule#1': { all_items: true, cart_total: { equals: paise / 100 } } }));
        const shortfall = reasonIn(cartOf(lines, { offers }))?.shortfall;
        fc.pre(shortfall !== null && shortfall !== undefined && shortfall.gap > 1);
        const { gap } = shortfall;
        assert.ok(applies(cartOf([...lines, filler(gap)], { offers })));
        for (const off of [gap - 1, gap + 1]) assert.equal(applies(cartOf([...lines, filler(off)], { offers })), false);
      }),
    );
  });

  test('money: a maximum says how much has to go', () => {
    const comparison = fc.constantFrom('less_than', 'less_than_equals');
    check(
      fc.property(
        fc.integer({ min: 2, max: 900_000 }),
        fc.integer({ min: 1, max: 900_000 }),
        comparison,
        (selling, paise, name) => {
          const offers = offersOf(aFifthOff({ 'rule#1': { all_items: true, cart_total: { [name]: paise / 100 } } }));
          const shortfall = reasonIn(cartOf([filler(selling)], { offers }))?.shortfall;
          fc.pre(shortfall !== null && shortfall !== undefined && selling + shortfall.gap > 2);
          assert.ok(shortfall.gap < 0);
          assert.ok(applies(cartOf([filler(selling + shortfall.gap)], { offers })));
          assert.equal(applies(cartOf([filler(selling + shortfall.gap + 1)], { offers })), false);
        },
      ),
    );
  });

  test('units: so many more of the goods asked for, not one fewer', () => {
    const metric = fc.constantFrom('cart_quantity', 'cart_unique_item_quantity');
    check(
      fc.property(bought, fc.integer({ min: 1, max: 40 }), metric, (lines, least, name) => {
        const offers = offersOf(aFifthOff({ 'rule#1': { item_brand: [1], [name]: { greater_than_equals: least } } }));
        const shortfall = reasonIn(cartOf(lines, { offers }))?.shortfall;
        fc.pre(shortfall?.metric === name);
        const more = (count: number) =>
          cartOf([...lines, ...Array.from({ length: count }, (_, at) => filler(5000, String.fromCharCode(200 + at)))], {
            offers,
          });
        assert.ok(applies(more(shortfall.gap)));
        assert.equal(applies(more(shortfall.gap - 1)), false);
      }),
    );
  });

  test('sets, ladders, every n-th unit and buy-and-get: the units missing for the first that gets something', () => {
    const kind: fc.Arbitrary<Definition> = fc.oneof(
      fc
        .integer({ min: 2, max: 9 })
        .map((size) => promotion('p', 'fixed_price', { discount_price: 1, min_offer_quantity: size })),
      fc
        .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }))
        .map(([buy, get]) => promotion('p', 'bogo', { max_offer_quantity: get }, fromUnits(buy))),
      fc
        .integer({ min: 2, max: 9 })
        .map((least) => promotion('p', 'percentage', { discount_percentage: 10, min_offer_quantity: least })),
      fc.integer({ min: 2, max: 9 }).map((from) => {
        const slices = [{ from, discount_percentage: 10 }];
        return promotion('p', 'item_based_discount', { slices });
      }),
      fc
        .integer({ min: 2, max: 9 })
        .map((nth) => promotion('p', 'item_based_discount', { discount_percentage: 10, item_sequence_number: nth })),
    );
    check(
      fc.property(fc.integer({ min: 1, max: 6 }), kind, (quantity, definition) => {
        const offers = offersOf(definition);
        const cart = (units: number) => cartOf([[article('a', 9900), units]], { offers });
        const why = reasonIn(cart(quantity));
        fc.pre(why?.shortfall?.metric === 'set_units');
        assert.ok(applies(cart(quantity + why.shortfall.gap)));
        assert.equal(applies(cart(quantity + why.shortfall.gap - 1)), false);
      }),
    );
  });

  test('of two ways to qualify the nearer one is named', () => {
    check(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 100, max: 500 }),
        fc.integer({ min: 100, max: 500 }),
        (have, a, b) => {
          const rules = {
            'rule#1': { all_items: true, cart_total: { greater_than_equals: a } },
            'rule#2': { all_items: true, cart_total: { greater_than_equals: b } },
          };
          const offers = offersOf(
            promotion('p', 'percentage', { discount_percentage: 10 }, { rules, condition: 'rule#1 or rule#2' }),
          );
          const why = reasonIn(cartOf([[article('a', have * 100), 1]], { offers }));
          assert.equal(why?.shortfall?.gap, (Math.min(a, b) - have) * 100);
        },
      ),
    );
  });
});
