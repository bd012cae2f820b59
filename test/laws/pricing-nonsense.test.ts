/** Whatever is stored, pricing answers: nonsense is refused when it is compiled, or prices like any other cart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { disagreements } from './pricing-recompute.ts';
import { runs } from './runs.ts';
import { article, cartOf, context } from '../pricing/carts.ts';
import { compileOffers } from '../pricing/price-inputs.ts';

const types = [
  'percentage',
  'amount',
  'fixed_price',
  'bogo',
  'contract_price',
  'ladder_price',
  'bundle_price_percentage',
  'bundle_price_amount',
  'bundle_amount_percentage',
  'shipping_price',
  'free_gift_items',
  'free_non_sellable_items',
  'external_price_adjustment_discount',
  'item_based_discount',
  'custom',
  'cashback',
  'points_multiplier',
  'steal_deal',
];
const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 1, 2, 0.5, 2.5, -0, 1e-9, 1e9, 1e21, Number.MAX_SAFE_INTEGER, '7', '', null, true, [], {}),
  fc.double(),
  fc.integer({ min: -5, max: 500 }),
);
const names = [
  'discount_percentage',
  'discount_amount',
  'discount_price',
  'max_discount_amount',
  'max_offer_quantity',
  'min_offer_quantity',
  'max_usage_per_transaction',
  'item_sequence_number',
];
const offerArb = fc.dictionary(fc.constantFrom(...names), oddNumber, { maxKeys: 6 });
const compareArb = fc.dictionary(
  fc.constantFrom('equals', 'greater_than', 'greater_than_equals', 'less_than', 'less_than_equals'),
  oddNumber,
  { maxKeys: 3 },
);
const ruleArb = fc.record(
  {
    all_items: fc.oneof(fc.boolean(), fc.anything()),
    item_brand: fc.oneof(fc.array(fc.integer({ min: 0, max: 3 })), fc.anything()),
    product_tags: fc.oneof(fc.array(fc.string()), fc.anything()),
    price_range: fc.oneof(fc.record({ min: oddNumber, max: oddNumber }), fc.anything()),
    cart_total: compareArb,
    cart_quantity: compareArb,
    item_criteria: fc.anything(),
  },
  { requiredKeys: [] },
);
const conditionArb = fc.oneof(
  fc.constantFrom('', 'rule#1', '( rule#1 )', 'not rule#1', 'rule#1 or rule#2', 'rule#1 and ('),
  fc.string(),
);
const definitionArb = fc.record(
  {
    _id: fc.constantFrom('a', 'b', 'c'),
    promotion_type: fc.constantFrom(...types),
    promo_group: fc.constantFrom('product', 'cart', 'limited_timer', 'strange'),
    calculate_on: fc.constantFrom('mrp', 'esp'),
    apply_priority: oddNumber,
    stackable: fc.boolean(),
    apply_exclusive: fc.constantFrom('cart', 'article', null),
    restrictions: fc.anything(),
    _schedule: fc.anything(),
    buy_rules: fc.dictionary(fc.constantFrom('rule#1', 'rule#2'), ruleArb),
    discount_rules: fc.array(
      fc.record(
        {
          buy_condition: conditionArb,
          discount_type: fc.constantFrom(...types),
          offer: offerArb,
          item_criteria: ruleArb,
        },
        { requiredKeys: ['offer'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['_id', 'promotion_type', 'discount_rules'] },
);
const bought = [
  [article('a', 10_000, { brandId: 1 }), 3],
  [article('b', 333, { brandId: 2 }), 1],
] as const;

describe('laws of nonsense', () => {
  test('any definition is compiled or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), definitionArb), (definition) => {
        const compiled = compileOffer(definition, context);
        if (isRefused(compiled)) assert.ok(compiled.reason.length > 5);
      }),
      { numRuns: runs(700) },
    );
  });

  test('a cart under any definitions has a price that follows from its derivations', () => {
    fc.assert(
      fc.property(fc.array(definitionArb, { maxLength: 3 }), (definitions) => {
        const input = cartOf(bought, { offers: compileOffers(definitions, context) });
        const priced = priceCart(input);
        assert.deepEqual(disagreements(priced, input), []);
        assert.ok(Number.isSafeInteger(priced.breakup.total) && priced.breakup.total >= 0);
      }),
      { numRuns: runs(700) },
    );
  });

  test('brackets beyond reason are refused, not followed', () => {
    const deep = `${'('.repeat(100_000)}rule#1${')'.repeat(100_000)}`;
    const compiled = compileOffer(
      {
        _id: 'x',
        promotion_type: 'percentage',
        buy_rules: { 'rule#1': {} },
        discount_rules: [{ buy_condition: deep, offer: { discount_percentage: 5 } }],
      },
      context,
    );
    assert.ok(isRefused(compiled) && /longer than/.test(compiled.reason));
  });
});
