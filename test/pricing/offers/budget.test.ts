/** What an offer may still cost bounds what it takes, whatever kind it is. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { priceCart } from '../../../src/pricing/price-cart.ts';
import { budgetTaken } from '../../../src/pricing/offers/budget.ts';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import {
  article,
  cartOf,
  charging,
  context,
  coupon,
  discounts,
  offersOf,
  price,
  promotion,
  reasonFor,
} from '../carts.ts';

const half = (budget: Definition, more: Definition = {}): Definition =>
  promotion('half', 'percentage', { discount_percentage: 50 }, { restrictions: { budget }, ...more });
const two = [[article('a', 10_000), 1] as const, [article('b', 6_000), 1] as const];

describe('a budget', () => {
  test('in part: the last cart gets what is left, shared as a cap is', () => {
    assert.deepEqual(discounts(price(two, [half({ amount: 1000 })])), { a: 5000, b: 3000 });
    assert.deepEqual(discounts(price(two, [half({ amount: 1000 })], { budgets: { half: 800 } })), { a: 500, b: 300 });
  });

  test('whole: all it would give, or nothing and by how much it is too much', () => {
    assert.deepEqual(discounts(price(two, [half({ amount: 80, policy: 'whole' })])), { a: 5000, b: 3000 });
    const refused = price(two, [half({ amount: 80, policy: 'whole' })], { budgets: { half: 7999 } });
    assert.deepEqual(refused.applied, []);
    const why = reasonFor(refused, 'half');
    assert.deepEqual([why?.reason, why?.shortfall?.gap], ['budget', -1]);
  });

  test('spent: it does nothing and says so; what was left can never be more than the budget itself', () => {
    assert.equal(reasonFor(price(two, [half({ amount: 80 })], { budgets: { half: 0 } }), 'half')?.reason, 'budget');
    assert.deepEqual(discounts(price(two, [half({ amount: 8 })], { budgets: { half: 99_999 } })), { a: 500, b: 300 });
  });

  test('a coupon, delivery, a gift and cashback have one, too', () => {
    const definition = {
      rule_definition: { type: 'percentage', value_type: 'percentage' },
      rule: [{ key: 1, value: 50 }],
      restrictions: { budget: { amount: 10 } },
    };
    assert.equal(price(two, [], { coupon: coupon(definition) }).coupon?.discount, 1000);
    const back = price(two, [
      promotion('c', 'cashback', { discount_percentage: 10 }, { restrictions: { budget: { amount: 2 } } }),
    ]);
    assert.deepEqual(back.cashback, [{ offerId: 'c', amount: 200 }]);
    const freight = promotion(
      's',
      'shipping_price',
      { discount_percentage: 100 },
      { restrictions: { budget: { amount: 3 } } },
    );
    const delivery = [{ threshold: -1, charge: 500 }];
    assert.equal(price(two, [freight], charging({ delivery })).breakup.promotion_shipping, -300);
    const gift = article('g', 900);
    const given = promotion(
      'g',
      'free_gift_items',
      {},
      { criteria: { item_id: [gift.itemId] }, restrictions: { budget: { amount: 8 } } },
    );
    const asked = price(two, [given], { giftArticles: new Map([[gift.itemId, [gift]]]) });
    assert.deepEqual([asked.lines.length, reasonFor(asked, 'g')?.reason], [2, 'budget']);
  });

  test('prices, and what another system decides, have none; a budget without an amount is unreadable', () => {
    for (const [type, budget] of [
      ['contract_price', { amount: 5 }],
      ['external_price_adjustment_discount', { amount: 5 }],
      ['percentage', {}],
    ] as const) {
      const made = compileOffer(
        promotion('x', type, { discount_percentage: 5 }, { restrictions: { budget } }),
        context,
      );
      assert.ok(isRefused(made), type);
    }
  });

  test('law: turned back into the currency of the offer, no cart takes more than is left', () => {
    const rates = fc.constantFrom(
      { digits: 12, decimals: 3 },
      { digits: 5, decimals: 0 },
      { digits: 37, decimals: 4 },
      { digits: 8325, decimals: 2 },
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(30_000),
        fc.tuple(fc.constantFrom('INR', 'USD', 'JPY', 'KWD'), rates, fc.constantFrom('part', 'whole')),
        (selling, quantity, left, [code, rate, policy]) => {
          const offers = offersOf(half({ amount: 300, policy }));
          const input = cartOf([[article('a', selling), quantity]], {
            offers,
            currency: { code, exponent: context.exponents[code as 'INR'] },
            rates: { [code]: rate },
            budgets: { half: left },
          });
          const [offer] = offers.offers;
          assert.ok(offer);
          const taken = budgetTaken(offer, priceCart(input), input);
          assert.ok(taken <= left, `${taken} of ${left}`);
        },
      ),
      { numRuns: 300 },
    );
  });
});
