/** What one offer's rules do to a cart, and the first thing that is said when they do nothing. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { article, coupon, discounts, marked, policyOf, price, promotion, reasonFor } from './carts.ts';
import { a, b, both, percent } from './two-brands.ts';
import { blankInput } from './price-inputs.ts';

/** An offer of several discount rules. */
const several = (...rules: readonly Definition[]): Definition => ({ ...percent('p', 10), discount_rules: rules });

describe('an offer of several rules', () => {
  const tenth = { discount_type: 'percentage', offer: { discount_percentage: 10 }, item_criteria: { item_brand: [1] } };
  const mug = article('m', 500, { itemId: 500 });
  const gift = { discount_type: 'free_gift_items', offer: {}, item_criteria: { item_id: [500] } };

  test('does what each of them says', () => {
    const other = { ...tenth, item_criteria: { item_brand: [2] } };
    const priced = price(both, [several(tenth, gift, other)], { giftArticles: new Map([[500, [mug]]]) });
    assert.deepEqual(
      priced.lines.map(({ article: { uid }, gift: given }) => [uid, given?.offerId ?? null]),
      [
        ['a', null],
        ['m', 'p'],
        ['b', null],
      ],
    );
    assert.deepEqual([discounts(priced).a, discounts(priced).b], [1000, 500]);
  });

  test('works on the same price with each of them', () => {
    assert.deepEqual(discounts(price([[a, 1]], [several(tenth, tenth)])), { a: 2000 });
  });

  test('leaves delivery and later credit to their own stages', () => {
    const shipping = { discount_type: 'shipping_price', offer: { discount_amount: 10 } };
    const credit = { discount_type: 'cashback', offer: { discount_percentage: 50 } };
    const charges = { ...blankInput.charges, delivery: [{ threshold: -1, charge: 4000 }] };
    const { breakup } = price([[a, 1]], [several(tenth, shipping, credit)], { charges });
    assert.deepEqual(
      [breakup.promotion_goods, breakup.promotion_shipping, breakup.cashback_applied],
      [-1000, -1000, 4500],
    );
  });

  test('a tier that begins at nothing applies beside a rule that is no tier', () => {
    const tier = { ...tenth, discount_type: 'bundle_price_percentage', item_criteria: {} };
    assert.deepEqual(discounts(price([[a, 1]], [several(tenth, tier)])), { a: 2000 });
  });

  test('of tiers that do not hold, the lowest says what is missing, wherever it stands', () => {
    const rules = (units: number) => ({ all_items: true, cart_quantity: { greater_than_equals: units } });
    const tier = (slug: string) => ({
      discount_type: 'bundle_price_percentage',
      offer: { discount_percentage: 10 },
      buy_condition: slug,
    });
    const offer = {
      ...several(tier('nine'), tier('four'), tier('six')),
      buy_rules: { nine: rules(9), four: rules(4), six: rules(6) },
    };
    assert.equal(reasonFor(price([[a, 1]], [offer]), 'p')?.shortfall?.need, 4);
  });
});

describe('the first thing in the way', () => {
  test('an offer that has the cart for itself leaves nothing to the others', () => {
    const priced = price(both, [percent('p', 10, { apply_exclusive: 'cart', apply_priority: 9 }), percent('q', 20)]);
    assert.deepEqual(priced.applied, ['p']);
    assert.equal(reasonFor(priced, 'q')?.reason, 'exclusive');
  });

  test('and does not come after others', () => {
    const priced = price(both, [
      percent('p', 10, { apply_priority: 9 }),
      percent('q', 20, { apply_exclusive: 'cart' }),
    ]);
    assert.equal(reasonFor(priced, 'q')?.reason, 'exclusive');
  });

  test('goods at their floor hold offers back, those that cost nothing have nothing left', () => {
    const reason = (selling: number) =>
      reasonFor(price([[article('a', selling, { floor: 10_000 }), 1]], [percent('p', 10)]), 'p')?.reason;
    assert.deepEqual([reason(10_000), reason(0)], ['floor_price', 'nothing_left']);
  });

  test('goods that others closed are closed, also when a part of what was asked for is not there', () => {
    const closing = percent('p', 10, { stackable: false, apply_priority: 9 });
    const rules = { here: { item_brand: [1] }, there: { item_brand: [99] } };
    const second = percent('q', 10, { rules, criteria: { buy_rules: ['here', 'there'] }, condition: 'here' });
    assert.equal(reasonFor(price([[a, 1]], [closing, second]), 'q')?.reason, 'closed');
  });

  test('a coupon’s minimum is of goods after discounts, whatever the policy says of promotions', () => {
    const half = percent('p', 50);
    const atLeast = coupon({
      rule: [{ key: 1, value: 10, min: 80 }],
      rule_definition: { type: 'absolute', applicable_on: 'quantity' },
    });
    const policy = policyOf({ threshold_basis: 'before_discounts' });
    const { coupon: answer } = price([[a, 1]], [half], { coupon: atLeast, policy });
    assert.deepEqual([answer?.applied, answer?.whyNot?.shortfall?.gap], [false, 3000]);
    const rules = { 'rule#1': { all_items: true, cart_total: { greater_than_equals: 80 } } };
    assert.deepEqual(price([[a, 1]], [half, percent('q', 10, { rules, apply_priority: -1 })], { policy }).applied, [
      'p',
      'q',
    ]);
  });
});

describe('an offer on the marked price', () => {
  const onMarked = (points: number) => percent('m', points, { calculate_on: 'mrp' });
  const shown = marked('a', 10_000, 8000, { brandId: 1 });
  const other = marked('b', 10_000, 8000, { brandId: 2 });
  const first = percent('p', 5, { criteria: { item_brand: [1] }, apply_priority: 9 });

  test('takes lines that nothing touched, and leaves the others as they are', () => {
    const priced = price(
      [
        [shown, 1],
        [other, 1],
      ],
      [first, onMarked(30)],
    );
    assert.deepEqual(discounts(priced), { a: 400, b: 3000 });
    assert.deepEqual(
      priced.lines.map(({ onMarked: began, start, article: { uid }, closed }) => [uid, began, start, closed]),
      [
        ['a', false, 8000, false],
        ['b', true, 10_000, false],
      ],
    );
    assert.equal(reasonFor(price([[shown, 1]], [first, onMarked(30)]), 'm')?.reason, 'closed');
  });

  test('a line of which a part was touched is touched', () => {
    const single = promotion(
      'p',
      'percentage',
      { discount_percentage: 5, max_offer_quantity: 1 },
      { apply_priority: 9 },
    );
    const priced = price([[shown, 2]], [single, onMarked(30)]);
    assert.deepEqual([priced.applied, priced.lines[0]?.start], [['p'], 8000]);
  });

  test('says that it is dearer only where it is', () => {
    assert.equal(reasonFor(price([[shown, 1]], [onMarked(20)]), 'm')?.reason, 'not_cheaper');
    assert.equal(reasonFor(price([[shown, 1]], [onMarked(10)]), 'm')?.reason, 'not_cheaper');
    assert.deepEqual(price([[shown, 1]], [onMarked(20.01)]).applied, ['m']);
    const five = promotion(
      'm',
      'percentage',
      { discount_percentage: 30, min_offer_quantity: 5 },
      { calculate_on: 'mrp' },
    );
    assert.equal(reasonFor(price([[shown, 1]], [five]), 'm')?.reason, 'too_few_units');
  });
});

describe('derivations', () => {
  test('an amount is a flat step, a set goes down to its price', () => {
    const steps = (definition: Definition) => price([[a, 2]], [definition]).adjustments[0]?.steps;
    assert.deepEqual(steps(promotion('p', 'amount', { discount_amount: 5 })), [
      { formula: 'flat', amount: 500, result: 500, taken: 500 },
    ]);
    assert.deepEqual(steps(promotion('p', 'fixed_price', { discount_price: 150, min_offer_quantity: 2 })), [
      { formula: 'down_to', base: 20_000, price: 15_000, result: 5000, taken: 5000 },
    ]);
    assert.deepEqual(steps(promotion('p', 'item_based_discount', { discount_amount: 5 })), [
      { formula: 'each', amount: 500, units: 2, result: 1000, taken: 1000, line: 'a' },
    ]);
    assert.deepEqual(steps(promotion('p', 'item_based_discount', { discount_price: 70 })), [
      { formula: 'each', amount: 3000, units: 2, result: 6000, taken: 6000, line: 'a' },
    ]);
  });

  test('a rate says of what, and what rounding moved', () => {
    const odd = article('a', 105);
    assert.deepEqual(price([[odd, 1]], [percent('p', 10)]).adjustments[0]?.steps, [
      {
        formula: 'rate',
        base: 105,
        rate: 100_000,
        rounding: 'half_up',
        result: 11,
        taken: 11,
        residue: 500_000,
        line: 'a',
        units: 1,
      },
    ]);
  });

  test('a rule of the merchant is taken at its word, as far as there is room', () => {
    const rule = promotion('p', 'custom', { code: 'x' });
    const articles = { a: { units: 1, amount: 700 }, b: { units: 2, amount: 99_999 } };
    const priced = price([...both.slice(0, 1), [b, 3]], [rule], { custom: { x: { kind: 'lines', articles } } });
    assert.deepEqual(priced.adjustments[0]?.steps, [
      { formula: 'asked', result: 700, taken: 700 },
      { formula: 'asked', result: 99_999, taken: 15_000 },
    ]);
    assert.deepEqual(discounts(priced), { a: 700, b: 15_000 });
  });

  test('only buy and get uses units up', () => {
    const rules = { 'rule#1': { all_items: true, cart_quantity: { greater_than_equals: 1 } } };
    const bogo = promotion('bogo', 'bogo', { max_offer_quantity: 1 }, { rules });
    for (const [type, offer] of [
      ['amount', { discount_amount: 5 }],
      ['percentage', { discount_percentage: 5 }],
      ['fixed_price', { discount_price: 150, min_offer_quantity: 2 }],
      ['custom', { code: 'x' }],
    ] as const) {
      const before = promotion('before', type, offer, { apply_priority: 9 });
      const priced = price([[a, 2]], [before, bogo], {
        custom: { x: { kind: 'lines', articles: { a: { units: 2, amount: 100 } } } },
      });
      assert.deepEqual(priced.applied, ['before', 'bogo'], type);
    }
  });
});

describe('nothing', () => {
  test('costs nothing and sets nothing aside', () => {
    const { lines, breakup, setAside, notApplied, charges } = priceCart(blankInput);
    assert.deepEqual([lines, breakup.total, setAside, notApplied, charges], [[], 0, [], [], []]);
    assert.deepEqual([blankInput.adjustments, blankInput.shopper.groups, blankInput.offers.offers], [[], [], []]);
  });
});
