/** Who may use an offer, at the edges of each restriction. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { Payment, PriceInput, Shopper } from '../../../src/pricing/pricing-types.ts';
import { article, type Bought, cartOf, price, promotion, reasonFor } from '../carts.ts';

const { now, shopper: visitor } = cartOf([]);
const customer: Shopper = { ...visitor, userId: 'u1', registeredAt: 1000 };
const why = (more: Definition, input: Partial<PriceInput> = {}, units = 2) => {
  const bought: readonly Bought[] = [[article('a', 1000), units]];
  return reasonFor(price(bought, [promotion('p', 'percentage', { discount_percentage: 10 }, more)], input), 'p');
};
const reason = (restrictions: Definition, shopper: Shopper = customer, payment: Payment | null = null) =>
  why({ restrictions }, { shopper, payment })?.reason ?? 'applies';

describe('a schedule', () => {
  const at = (...periods: readonly (readonly [number, number])[]) =>
    why({ _schedule: { next_schedule: periods.map(([start, end]) => ({ start, end })) } })?.reason ?? 'applies';
  test('begins with its first moment and is over at its last', () => {
    assert.deepEqual(
      [at([now, now + 1]), at([now - 1, now]), at([now + 1, now + 2])],
      ['applies', 'ended', 'not_started'],
    );
  });
  test('between two times it has not begun again', () => {
    assert.equal(at([now - 9, now - 1], [now + 1, now + 9]), 'not_started');
  });
});

describe('a shopper', () => {
  test('who is not known signs in first, wherever an account is needed', () => {
    for (const restrictions of [
      { user_id: ['u1'] },
      { user_groups: ['gold'] },
      { user_registered: { start: 1 } },
      { anonymous_users: false },
    ]) {
      assert.equal(reason(restrictions, visitor), 'login', JSON.stringify(restrictions));
    }
    assert.equal(reason({ anonymous_users: true }, visitor), 'applies');
  });

  test('registered from the first moment on, and before the last', () => {
    const registered = (user_registered: Definition, registeredAt: number | null = 1000) =>
      reason({ user_registered }, { ...customer, registeredAt });
    assert.deepEqual([registered({ start: 1000 }), registered({ start: 1001 })], ['applies', 'registration']);
    assert.deepEqual([registered({ end: 1001 }), registered({ end: 1000 })], ['applies', 'registration']);
    assert.deepEqual([registered({ start: 1 }, null), registered({ end: 1 }, null)], ['registration', 'registration']);
  });

  test('without a platform, a store or a domain is in no list of them', () => {
    assert.equal(reason({ platforms: ['null', 'undefined'] }), 'platform');
    assert.equal(reason({ ordering_stores: [0] }), 'ordering_store');
    assert.equal(why({ identifiers: { email_domain: ['x.example'] } }, { shopper: customer })?.reason, 'user');
    const domain = { ...customer, emailDomain: 'x.example' };
    assert.equal(why({ identifiers: { email_domain: ['x.example'] } }, { shopper: domain }), undefined);
  });

  test('has uses of his own, which a stranger has not', () => {
    const uses = (remaining: number) => ({ uses: { maximum: { user: 2 }, remaining: { user: remaining } } });
    assert.deepEqual([reason(uses(1)), reason(uses(0)), reason(uses(0), visitor)], ['applies', 'used_up', 'applies']);
    const total = (remaining: number) => ({ uses: { maximum: { total: 2 }, remaining: { total: remaining } } });
    assert.deepEqual([reason(total(1)), reason(total(0))], ['applies', 'used_up']);
  });
});

describe('a payment', () => {
  const card = { codes: ['HDFC'], types: ['credit'], networks: ['visa'], iins: ['4111'] };
  const paid = { mode: 'CARD', code: 'HDFC', type: 'credit', network: 'visa', iin: '411122' };
  const by = (payment: Payment | null, rule: Definition = card) =>
    reason({ payments: { CARD: rule } }, customer, payment);

  test('must be all that the offer names', () => {
    assert.equal(by(paid), 'applies');
    for (const other of [{ code: 'ICIC' }, { type: 'debit' }, { network: 'rupay' }, { iin: '5111' }, { mode: 'UPI' }]) {
      assert.equal(by({ ...paid, ...other }), 'payment', JSON.stringify(other));
    }
    assert.equal(by(null), 'payment');
    assert.equal(by({ mode: 'CARD' }), 'payment');
    assert.equal(by({ mode: 'CARD' }, {}), 'applies');
  });

  test('has uses of its own', () => {
    const left = (total: number) => by(paid, { ...card, uses: { maximum: { total: 5 }, remaining: { total } } });
    assert.deepEqual([left(1), left(0)], ['applies', 'used_up']);
  });
});

describe('the quantity of an order', () => {
  const short = (order_quantity: Definition, units: number) => why({ restrictions: { order_quantity } }, {}, units);
  test('may be the least and the most', () => {
    for (const units of [2, 3, 4]) assert.equal(short({ minimum: 2, maximum: 4 }, units), undefined);
  });
  test('says what is missing, or what is too much', () => {
    assert.deepEqual(short({ minimum: 5, maximum: 9 }, 2), {
      offerId: 'p',
      reason: 'order_quantity',
      shortfall: {
        metric: 'order_quantity',
        comparison: 'greater_than_equals',
        need: 5,
        have: 2,
        gap: 3,
        rule: null,
      },
    });
    assert.deepEqual(short({ minimum: 1, maximum: 4 }, 6)?.shortfall, {
      metric: 'order_quantity',
      comparison: 'less_than_equals',
      need: 4,
      have: 6,
      gap: -2,
      rule: null,
    });
  });
});

describe('what a condition misses', () => {
  const missing = (rules: Definition, condition: string) => why({ rules, condition })?.shortfall;
  const total = (value: number) => ({ all_items: true, cart_total: { greater_than_equals: value } });

  test('is told of the rule that no goods meet', () => {
    assert.deepEqual(
      missing({ r: { item_brand: [1], cart_quantity: { less_than: 9 } }, s: total(1) }, 'not r and s'),
      null,
    );
    const none = { item_brand: [99] };
    assert.deepEqual(missing({ r: none, s: { all_items: true } }, 's and ( r or r )'), {
      metric: 'units',
      comparison: 'greater_than_equals',
      need: 1,
      have: 0,
      gap: 1,
      rule: 'r',
    });
  });

  test('of ways that cannot be compared the first one is named', () => {
    const units = { all_items: true, cart_quantity: { greater_than_equals: 3 } };
    assert.equal(missing({ r: total(50), s: units }, 'r or s')?.rule, 'r');
    assert.equal(missing({ r: units, s: total(50) }, 'r or s')?.rule, 'r');
    assert.equal(missing({ r: total(50), s: total(40) }, 'r or s')?.rule, 's');
    assert.equal(missing({ r: total(50), s: { all_items: true } }, '( not s ) or r'), null);
  });

  test('the dearest unit of an item stands for it, before or after discounts', () => {
    const half = promotion(
      'half',
      'percentage',
      { discount_percentage: 50, max_offer_quantity: 1 },
      { apply_priority: 9 },
    );
    const rules = { r: { all_items: true, cart_unique_item_amount: { equals: 10 } } };
    const offer = promotion('p', 'percentage', { discount_percentage: 10 }, { rules });
    const applied = (units: number, basis: PriceInput['policy']['threshold_basis']) =>
      price([[article('a', 1000), units]], [half, offer], {
        policy: { ...cartOf([]).policy, threshold_basis: basis },
      }).applied.includes('p');
    assert.deepEqual([applied(2, 'after_discounts'), applied(1, 'after_discounts')], [true, false]);
    assert.deepEqual([applied(2, 'before_discounts'), applied(1, 'before_discounts')], [true, true]);
    const sized: readonly Bought[] = [
      [article('a', 400), 1],
      [article('b', 1000, { itemId: 97 }), 1],
      [article('c', 300, { itemId: 97 }), 1],
    ];
    assert.deepEqual(price(sized, [offer]).applied, ['p']);
  });
});
