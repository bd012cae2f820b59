/** What a stored promotion means to the engine, field by field. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileOffer, isRefused } from '../../../src/pricing/compile/compile-offers.ts';
import type { Benefit, CompiledOffer, Definition, DiscountRule } from '../../../src/pricing/compile/offer-types.ts';
import { context, promotion } from '../carts.ts';
import { compileOffers } from '../price-inputs.ts';

const compiled = (definition: Definition): CompiledOffer => {
  const offer = compileOffer(definition, context);
  return isRefused(offer) ? assert.fail(offer.reason) : offer;
};
const refusal = (definition: Definition): string => {
  const offer = compileOffer(definition, context);
  return isRefused(offer) ? offer.reason : assert.fail('was compiled');
};
type More = Parameters<typeof promotion>[3];
const ruleOf = (type: string, offer: Definition, more: More = {}): DiscountRule =>
  compiled(promotion('p', type, offer, more)).discounts[0] ?? assert.fail('no rule');
const benefitOf = (type: string, offer: Definition, more: More = {}): Benefit => ruleOf(type, offer, more).benefit;

describe('what an offer gives', () => {
  test('a positive percentage goes before an amount, an amount before a price; zeros are not given', () => {
    const reward = (offer: Definition) => {
      const benefit = benefitOf('item_based_discount', offer);
      return benefit.kind === 'each' ? benefit.reward : assert.fail(benefit.kind);
    };
    const all = { discount_price: 5, discount_amount: 3, discount_percentage: 10 };
    assert.deepEqual(reward(all), { kind: 'rate', rate: 100_000 });
    assert.deepEqual(reward({ ...all, discount_percentage: 0 }), { kind: 'amount', amount: 300 });
    assert.deepEqual(reward({ discount_percentage: 50, discount_price: 0 }), { kind: 'rate', rate: 500_000 });
    assert.deepEqual(reward({ discount_percentage: 0, discount_amount: 0, discount_price: 5 }), {
      kind: 'price',
      price: 500,
    });
    assert.deepEqual(reward({ discount_price: 0 }), { kind: 'price', price: 0 });
    assert.deepEqual(reward({ discount_amount: 0, discount_percentage: 10 }), { kind: 'rate', rate: 100_000 });
  });

  test('items of a rule that is not there are refused, also where the benefit is not about goods', () => {
    for (const type of ['percentage', 'shipping_price', 'free_gift_items']) {
      const offer = promotion(
        'p',
        type,
        { discount_percentage: 10 },
        { criteria: { buy_rules: ['rule#9'], item_id: [1] } },
      );
      assert.match(refusal(offer), /no buy rule rule#9/u, type);
    }
  });

  test('nothing to give is refused with what is missing', () => {
    const said = (type: string, offer: Definition) => refusal(promotion('p', type, offer));
    for (const offer of [{}, { discount_percentage: 0 }, { discount_amount: 0 }]) {
      assert.match(said('item_based_discount', offer), /neither a percentage, an amount nor a price/);
    }
    assert.match(said('percentage', {}), /discount_percentage is missing/);
    assert.match(said('percentage', { discount_percentage: 0 }), /discount_percentage is missing/);
    assert.match(said('amount', {}), /discount_amount is missing/);
    assert.match(said('amount', { discount_amount: 0 }), /discount_amount is missing/);
    assert.match(said('fixed_price', {}), /discount_price is missing/);
    assert.match(said('free_gift_items', {}), /must name the gift/);
    assert.match(said('surprise', {}), /no offer type surprise/);
  });

  test('a percentage is of each line, but of the cart as one sum for the groups cart and coupon', () => {
    const once = (more: More) => {
      const benefit = benefitOf('percentage', { discount_percentage: 10 }, more);
      return benefit.kind === 'percent' && benefit.once;
    };
    assert.deepEqual([once({}), once({ promo_group: 'cart' }), once({ mode: 'coupon' })], [false, true, true]);
  });

  test('an amount is shared, or off each unit where it is not to be apportioned', () => {
    assert.deepEqual(benefitOf('amount', { discount_amount: 5 }), { kind: 'amount', amount: 500 });
    assert.deepEqual(benefitOf('amount', { discount_amount: 5, apportion_discount: false }), {
      kind: 'each',
      reward: { kind: 'amount', amount: 500 },
      sequence: null,
    });
  });

  test('a contract binds where it says so, a ladder never', () => {
    const binding = (type: string, more: More) => {
      const benefit = benefitOf(type, { discount_price: 5 }, more);
      return benefit.kind === 'unit_price' && benefit.binding;
    };
    assert.equal(binding('contract_price', { binding: true }), true);
    assert.equal(binding('contract_price', { binding: 'yes' }), false);
    assert.equal(binding('ladder_price', { binding: true }), false);
  });

  test('a ladder sets unit prices also where its rules are called percentages', () => {
    const ladder = promotion('p', 'ladder_price', { discount_percentage: 5 });
    const [rule] = ladder['discount_rules'] as readonly Definition[];
    const offer = compiled({ ...ladder, discount_rules: [{ ...rule, discount_type: 'percentage' }] });
    assert.equal(offer.discounts[0]?.benefit.kind, 'unit_price');
  });

  test('an extension is named by the rule, else by the offer', () => {
    assert.deepEqual(benefitOf('custom', { code: 'own' }, { code: 'whole' }), { kind: 'custom', code: 'own' });
    assert.deepEqual(benefitOf('custom', {}, { code: 'whole' }), { kind: 'custom', code: 'whole' });
    assert.deepEqual(benefitOf('custom', {}), { kind: 'custom', code: '' });
  });

  test('a rule may be of another type than its offer', () => {
    const mixed = { ...promotion('p', 'percentage', { discount_amount: 5 }), promotion_type: 'percentage' };
    const rules = [{ discount_type: 'amount', offer: { discount_amount: 5 } }, { offer: { discount_percentage: 5 } }];
    assert.deepEqual(
      compiled({ ...mixed, discount_rules: rules }).discounts.map(({ benefit }) => benefit.kind),
      ['amount', 'percent'],
    );
  });
});

describe('how many units', () => {
  /** Units of each requirement, alternative by alternative. */
  const waysOf = (rules: Definition, condition?: string): readonly (readonly number[])[] => {
    const benefit = benefitOf('bogo', {}, condition === undefined ? { rules } : { rules, condition });
    if (benefit.kind !== 'buy_get') return assert.fail(benefit.kind);
    return benefit.ways.map(({ requirements }) => requirements.map(({ units }) => units));
  };
  const buys = (rules: Definition): number | undefined => waysOf(rules)[0]?.[0];
  const quantity = (asked: Definition): Definition => ({ all_items: true, cart_quantity: asked });

  test('are to be bought is what the rules ask of the quantity', () => {
    assert.equal(buys({ r: quantity({ greater_than_equals: 3 }) }), 3);
    assert.equal(buys({ r: quantity({ equals: 3 }) }), 3);
    assert.equal(buys({ r: quantity({ greater_than: 3 }) }), 4);
    assert.equal(buys({ r: quantity({ greater_than_equals: 2.5 }) }), 3);
  });

  test('an upper bound asks for none, and neither does money', () => {
    assert.equal(buys({ r: quantity({ less_than: 9 }) }), 1);
    assert.equal(buys({ r: quantity({ less_than_equals: 9 }) }), 1);
    assert.equal(buys({ r: { all_items: true, cart_total: { greater_than_equals: 500 } } }), 1);
    assert.equal(buys({ r: quantity({ greater_than_equals: -2 }) }), 0);
  });

  test('each rule that asks a quantity is a requirement of its own, alternative by alternative', () => {
    const rules = {
      r: quantity({ greater_than_equals: 2, less_than: 9 }),
      s: quantity({ greater_than_equals: 5 }),
      t: { all_items: true, cart_total: { greater_than_equals: 500 } },
    };
    const cases: readonly (readonly [string | undefined, readonly (readonly number[])[]])[] = [
      [undefined, [[2, 5]]],
      ['  ', [[2, 5]]],
      ['r', [[2]]],
      ['s and r and s', [[5, 2]]],
      ['t and r', [[2]]],
      ['t', [[1]]],
      ['r and not s', [[2]]],
      ['r or s', [[2], [5]]],
      ['( r or t ) and s', [[2, 5], [5]]],
      ['not ( not r and not s )', [[2], [5]]],
      ['r and ( s or not r )', [[2, 5]]],
      ['r or not s', [[2]]],
    ];
    for (const [condition, ways] of cases) assert.deepEqual(waysOf(rules, condition), ways, condition);
  });

  test('a buy condition that names no goods to buy, too many alternatives or too many quantities is refused', () => {
    const many = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`r${at}`, quantity({ equals: 1 })]));
    const pairs = Array.from({ length: 7 }, (_, at) => `( r${at} or r${at + 7} )`).join(' and ');
    const refusal = (rules: Definition, condition?: string) => {
      const offer = promotion('p', 'bogo', {}, condition === undefined ? { rules } : { rules, condition });
      return compileOffers([offer], context).refused[0]?.reason ?? '';
    };
    assert.match(refusal({}), /names no goods/);
    assert.match(refusal({ r: quantity({ equals: 1 }) }, 'not r'), /names no goods/);
    assert.match(refusal(many, pairs), /more than 64 alternatives/);
    assert.match(refusal(many), /more than 10 rules/);
    const both = (pairsOf: number): string =>
      [...Array.from({ length: pairsOf }, (_, at) => `( r${at} or r${at + 7} )`), 'r5', 'r6', 'r12', 'r13'].join(
        ' and ',
      );
    assert.match(refusal(many, both(5)), /too many rules in too many alternatives/);
    assert.equal(refusal(many, both(4)), '');
  });

  test('a rule that must not hold says nothing about the size of a set', () => {
    const rules = { r: quantity({ greater_than_equals: 2 }), s: quantity({ greater_than_equals: 5 }) };
    const benefit = benefitOf('fixed_price', { discount_price: 5 }, { rules, condition: 'r and not s' });
    assert.equal(benefit.kind === 'set' && benefit.size, 2);
  });

  test('make a set: the least quantity, the greatest, what the rules ask, or one', () => {
    const size = (offer: Definition, rules: Definition = {}) => {
      const benefit = benefitOf('fixed_price', { discount_price: 5, ...offer }, { rules });
      return benefit.kind === 'set' ? benefit.size : assert.fail(benefit.kind);
    };
    const asked = { r: quantity({ greater_than_equals: 4 }) };
    assert.equal(size({ min_offer_quantity: 2, max_offer_quantity: 3 }, asked), 2);
    assert.equal(size({ max_offer_quantity: 3 }, asked), 3);
    assert.equal(size({}, asked), 4);
    assert.equal(size({}), 1);
    assert.equal(size({}, { r: quantity({ greater_than_equals: -1 }) }), 1);
  });

  test('may be discounted is a limit, except where the numbers say how large a group is', () => {
    const offer = { discount_percentage: 5, discount_price: 5, min_offer_quantity: 2, max_offer_quantity: 3 };
    const limited = { maximumDiscount: null, maximumUnits: 3, minimumUnits: 2, maximumUses: null };
    const grouped = { ...limited, maximumUnits: null, minimumUnits: null };
    for (const type of ['percentage', 'item_based_discount', 'bundle_price_percentage']) {
      assert.deepEqual(ruleOf(type, offer).limits, limited, type);
    }
    for (const type of ['fixed_price', 'bogo', 'free_gift_items', 'free_non_sellable_items']) {
      const rules = { 'rule#1': { all_items: true } };
      assert.deepEqual(ruleOf(type, offer, { criteria: { item_id: [7] }, rules }).limits, grouped, type);
    }
  });

  test('zero and less mean that there is no limit', () => {
    const zeros = { max_discount_amount: 0, max_offer_quantity: 0, max_usage_per_transaction: -1 };
    assert.deepEqual(ruleOf('percentage', { discount_percentage: 5, ...zeros }).limits, {
      maximumDiscount: null,
      maximumUnits: null,
      minimumUnits: null,
      maximumUses: null,
    });
    const ones = { max_discount_amount: 1, max_offer_quantity: 1.9, max_usage_per_transaction: 1 };
    assert.deepEqual(ruleOf('percentage', { discount_percentage: 5, ...ones }).limits, {
      maximumDiscount: 100,
      maximumUnits: 1,
      minimumUnits: null,
      maximumUses: 1,
    });
  });
});

describe('the head of an offer', () => {
  const plain = promotion('p', 'percentage', { discount_percentage: 5 });
  const head = (more: Definition): CompiledOffer => compiled({ ...plain, ...more });

  test('has a group by its kind, by its name, or is about products', () => {
    assert.equal(head({ promo_group: 'cart' }).group, 'cart');
    assert.equal(head({ promo_group: undefined, promotion_group: 'limited_timer' }).group, 'limited_timer');
    assert.equal(head({ promo_group: 'contract' }).group, 'contract');
    assert.equal(head({ promo_group: 'ladder_price' }).group, 'ladder_price');
    assert.equal(head({ promo_group: 'strange' }).group, 'product');
    assert.equal(head({ promo_group: 'product' }).group, 'product');
    const price = promotion('p', 'contract_price', { discount_price: 1 }, { promo_group: 'cart' });
    assert.equal(compiled(price).group, 'contract');
    assert.equal(compiled({ ...price, promotion_type: 'ladder_price' }).group, 'ladder_price');
  });

  test('has marks only where they are spelled out', () => {
    const marks = ({ stackable, exclusive, applyAll, onMarked, boundToLine }: CompiledOffer) => [
      stackable,
      exclusive,
      applyAll,
      onMarked,
      boundToLine,
    ];
    assert.deepEqual(marks(head({ stackable: undefined })), [true, null, false, false, false]);
    const said = { stackable: false, apply_exclusive: 'article', apply_all_discount: true, calculate_on: 'mrp' };
    assert.deepEqual(marks(head(said)), [false, 'article', true, true, false]);
    assert.deepEqual(marks(head({ apply_exclusive: 'shop', apply_all_discount: 'yes' })), marks(head({})));
    assert.equal(head({ apply_exclusive: 'cart' }).exclusive, 'cart');
    assert.equal(head({ buy_rules: { r: { mrp_promo: true } } }).onMarked, true);
    assert.equal(compiled(promotion('p', 'steal_deal', { discount_price: 1 })).boundToLine, true);
  });

  test('has its type, code, priority, currency and age', () => {
    const { id, type, code, priority, currency, createdAt, mode } = head({
      code: 'X',
      apply_priority: 4,
      currency: 'USD',
      date_meta: { created_on: '2026-01-01T00:00:00Z' },
    });
    assert.deepEqual([id, type, code, priority, currency, mode], ['p', 'percentage', 'X', 4, 'USD', 'promotion']);
    assert.equal(createdAt, Date.UTC(2026, 0, 1));
    const { code: none, priority: zero, currency: own, createdAt: never } = head({});
    assert.deepEqual([none, zero, own, never], [null, 0, 'INR', 0]);
    assert.equal(head({ mode: 'coupon' }).mode, 'coupon');
  });

  test('needs an id, a rule and a currency we know', () => {
    assert.match(refusal({ ...plain, _id: '' }), /no id/);
    assert.equal(head({ _id: undefined, id: 'other' }).id, 'other');
    assert.match(refusal({ ...plain, discount_rules: [] }), /no discount rule/);
    assert.match(refusal({ ...plain, currency: 'XXX' }), /XXX is not known/);
  });

  test('what is refused is kept aside under its id', () => {
    const { offers, refused } = compileOffers([plain, { ...plain, _id: 'q', discount_rules: [] }, { id: '' }], context);
    assert.deepEqual(
      offers.map(({ id }) => id),
      ['p'],
    );
    assert.deepEqual(
      refused.map(({ id, reason }) => [id, reason.length > 5]),
      [
        ['q', true],
        ['', true],
      ],
    );
  });
});
