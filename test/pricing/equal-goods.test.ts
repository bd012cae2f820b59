/** Lines that are one good, ties between goods, and what is shared over both. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineAmount } from '../../src/pricing/lots.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { AskedLine, PriceInput } from '../../src/pricing/pricing-types.ts';
import {
  article,
  type Bought,
  cartOf,
  charging,
  coupon,
  fromUnits,
  offersOf,
  policyOf,
  price,
  promotion,
} from './carts.ts';

const onTop = policyOf({ prices_include_tax: false });
const untaxed = article('a', 10_000);
const taxed = article('b', 10_000, { taxRate: 180_000 });
const buyOneGetOne = promotion('p', 'bogo', { max_offer_quantity: 1 }, fromUnits(1));

const unitsAt = ({ lines }: PricedCart): readonly (readonly (readonly number[])[])[] =>
  lines.map(({ lots }) => lots.map((lot) => [lot.units, lot.price]));
const named = (input: PriceInput, names: Readonly<Record<string, string>>): PriceInput => ({
  ...input,
  lines: input.lines.map((line) => ({ ...line, key: names[line.key] ?? line.key })),
});

describe('a tie between goods', () => {
  const basket = cartOf(
    [
      [untaxed, 1],
      [taxed, 1],
    ],
    { offers: offersOf(buyOneGetOne), policy: onTop },
  );

  test('goes by what they are, not by their keys or the order of adding', () => {
    const carts = [
      basket,
      { ...basket, lines: basket.lines.toReversed() },
      named(basket, { a: 'z', b: 'c' }),
      named(basket, { a: 'c', b: 'z' }),
    ];
    assert.deepEqual(
      carts.map((cart) => priceCart(cart).breakup.total),
      [11_800, 11_800, 11_800, 11_800],
    );
  });

  test('goes by item, size, store, article, price list, promotion, tags, wrapping, counter, way', () => {
    const own = (uid: string, more: object) => article(uid, 10_000, { itemId: 1, ...more });
    const listed = { prices: { INR: { marked: 10_000, selling: 10_000, lists: { l: 10_000, m: 10_000 } } } };
    const pairs: readonly (readonly [Bought, Bought])[] = [
      [
        [own('z', { itemId: 9 }), 1],
        [own('a', { itemId: 10 }), 1],
      ],
      [
        [own('z', { size: 'L' }), 1],
        [own('a', { size: 'M' }), 1],
      ],
      [
        [own('z', { storeId: 9 }), 1],
        [own('a', { storeId: 10 }), 1],
      ],
      [
        [own('a', {}), 1],
        [own('b', {}), 1],
      ],
      ...(
        [
          [{}, { priceList: 'l' }],
          [{ priceList: 'l' }, { priceList: 'm' }],
          [{}, { promoId: 'p' }],
          [{}, { groupTags: ['t'] }],
          [{ groupTags: ['u', 's'] }, { groupTags: ['s', 'u', 'v'] }],
          [{ groupTags: ['s', 'u', 'v'] }, { groupTags: ['t'] }],
          [{ wrapped: false }, { wrapped: true }],
          [{}, { pos: true }],
          [{ way: 'pickup' }, { way: 'standard' }],
        ] as const satisfies readonly (readonly [Partial<AskedLine>, Partial<AskedLine>])[]
      ).map(([first, second]): readonly [Bought, Bought] => [
        [own('a', listed), 1, { ...first, key: 'z' }],
        [own('a', listed), 1, { ...second, key: 'a' }],
      ]),
    ];
    for (const [first, second] of pairs) {
      for (const bought of [
        [first, second],
        [second, first],
      ]) {
        const half = promotion('p', 'amount', { discount_amount: 0.01 });
        const { lines } = price(bought, [half]);
        const cheaper = lines.filter((line) => lineAmount(line) === 9999);
        assert.equal(cheaper.length, 1);
        assert.deepEqual(cheaper[0]?.asked.key, bought.indexOf(first) === 0 ? lines[0]?.key : lines[1]?.key);
      }
    }
  });
});

describe('lines that are one good', () => {
  const pieces = (quantities: readonly number[], more: readonly Partial<AskedLine>[] = []): readonly Bought[] =>
    quantities.map((quantity, at) => [untaxed, quantity, { key: `k${at}`, ...more[at] }] as const);

  test('are rounded once: a third off three single units takes what it takes off one line of three', () => {
    const third = promotion('p', 'percentage', { discount_percentage: 33.335 });
    const cheap = article('c', 10);
    const split = price(
      [1, 1, 1].map((quantity, at) => [cheap, quantity, { key: `k${at}` }] as const),
      [third],
    );
    assert.equal(split.breakup.goods, price([[cheap, 3]], [third]).breakup.goods);
  });

  test('get its units dearest first, in the order of likeness, then of quantity, then as asked', () => {
    const once = promotion('p', 'item_based_discount', { discount_amount: 10, item_sequence_number: 1 });
    const first = price(pieces([1, 2], [{ likeness: 'b' }, { likeness: 'a' }]), [once]);
    assert.deepEqual(unitsAt(first), [[[1, 9000]], [[2, 10_000]]]);
    const smaller = price(pieces([2, 1]), [once]);
    assert.deepEqual(unitsAt(smaller), [
      [
        [1, 10_000],
        [1, 9000],
      ],
      [[1, 10_000]],
    ]);
    const asked = price(pieces([1, 1]), [once]);
    assert.deepEqual(unitsAt(asked), [[[1, 10_000]], [[1, 9000]]]);
    const unlike = price(pieces([2, 1], [{}, { likeness: 'a' }]), [once]);
    assert.deepEqual(unitsAt(unlike), [[[2, 10_000]], [[1, 9000]]]);
  });

  test('say of each adjustment what fell on their own units', () => {
    const half = promotion('p', 'percentage', { discount_percentage: 50, max_offer_quantity: 3 });
    const { adjustments } = price(pieces([2, 3]), [half]);
    assert.deepEqual(adjustments[0]?.shares, [
      { line: 'k1', units: 3, amount: 15_000, lots: [{ units: 3, each: 5000 }] },
    ]);
    const contract = promotion('c', 'contract_price', { discount_price: 80 }, { promo_group: 'contract' });
    assert.deepEqual(price(pieces([2, 3]), [contract]).adjustments[0]?.shares, [
      { line: 'k0', units: 2, amount: 4000, lots: [{ units: 2, each: 2000 }] },
      { line: 'k1', units: 3, amount: 6000, lots: [{ units: 3, each: 2000 }] },
    ]);
  });

  test('bear its tax by what they cost, and its halves by their tax', () => {
    const odd = article('o', 1121, { taxRate: 180_000, state: 'MH' });
    const { lines } = price(
      [1, 2].map((quantity, at) => [odd, quantity, { key: `k${at}` }] as const),
      [],
      { place: { state: 'MH', zones: [] } },
    );
    assert.deepEqual(
      lines.map(({ tax }) => [tax.tax, tax.taxable, ...tax.parts.map(({ amount }) => amount)]),
      [
        [171, 950, 86, 85],
        [342, 1900, 171, 171],
      ],
    );
    const across = price(
      [
        [odd, 1, { key: 'x' }],
        [odd, 1, { key: 'y' }],
      ],
      [],
      { place: { state: 'KA', zones: [] } },
    );
    assert.deepEqual(
      across.lines.map(({ tax }) => tax.parts.map(({ name, amount }) => [name, amount])),
      [[['igst', 171]], [['igst', 171]]],
    );
  });

  test('share the waiver of delivery by what they cost, wrapping by units', () => {
    const free = promotion('s', 'shipping_price', {});
    const charged = charging({ delivery: [{ threshold: -1, charge: 300 }], giftPrice: 50 });
    const priced = price(pieces([1, 2], [{ wrapped: true }, { wrapped: true }]), [free], charged);
    const shared = (shares: readonly { readonly line: string; readonly amount: number }[] | undefined) =>
      shares?.map(({ line, amount }) => [line, amount]);
    assert.deepEqual(shared(priced.adjustments.find(({ stage }) => stage === 'shipping')?.shares), [
      ['k0', 100],
      ['k1', 200],
    ]);
    const wrap = priced.charges.find(({ type }) => type === 'gift');
    assert.deepEqual(shared(wrap?.shares), [
      ['k0', 50],
      ['k1', 100],
    ]);
    assert.deepEqual(wrap?.basis, {
      kind: 'units',
      units: [
        { line: 'k0', units: 1, each: 50 },
        { line: 'k1', units: 2, each: 50 },
      ],
    });
  });

  test('share wrapping by units also where one of the units costs less', () => {
    const half = promotion('h', 'percentage', { discount_percentage: 50, max_offer_quantity: 1 });
    const wrapped = pieces([1, 2], [{ wrapped: true }, { wrapped: true }]);
    const { lines, charges } = price(wrapped, [half], charging({ giftPrice: 50 }));
    const [first = 0, second = 0] = lines.map(lineAmount);
    assert.notEqual(2 * first, second);
    assert.deepEqual(
      charges.find(({ type }) => type === 'gift')?.shares.map(({ amount }) => amount),
      [50, 100],
    );
  });

  test('where they cost nothing, share by units', () => {
    const free = promotion('f', 'percentage', { discount_percentage: 100 });
    const waived = promotion('s', 'shipping_price', {});
    const charged = charging({ delivery: [{ threshold: -1, charge: 300 }] });
    const priced = price(pieces([1, 2]), [free, waived], charged);
    assert.deepEqual(
      priced.adjustments.find(({ stage }) => stage === 'shipping')?.shares.map(({ line, amount }) => [line, amount]),
      [
        ['k0', 100],
        ['k1', 200],
      ],
    );
  });

  test('have their gift on the first of them', () => {
    const mug = article('m', 4000, { itemId: 500 });
    const gift = promotion('g', 'free_gift_items', {}, { criteria: { item_id: [500] } });
    const { lines } = price(pieces([2, 1]), [gift], { giftArticles: new Map([[500, [mug]]]) });
    assert.deepEqual(
      lines.map(({ key, gift: given }) => [key, given?.parentKey ?? null]),
      [
        ['k0', null],
        ['k1', null],
        ['gift:g:k1', 'k1'],
      ],
    );
  });

  test('that cannot be priced are all set aside, in the order of the cart', () => {
    const unpriced = article('u', 0, { prices: {} });
    const { setAside, lines } = price([
      ...pieces([1]),
      [unpriced, 1, { key: 'x' }],
      [untaxed, 0, { key: 'y' }],
      [unpriced, 1, { key: 'z' }],
    ]);
    assert.deepEqual(setAside, [
      { kind: 'line', key: 'x', reason: 'price_missing' },
      { kind: 'line', key: 'y', reason: 'quantity_invalid' },
      { kind: 'line', key: 'z', reason: 'price_missing' },
    ]);
    assert.equal(lines.length, 1);
  });

  test('under a capped set that is not stackable cost what one line costs, with a coupon for the rest', () => {
    const set = promotion(
      'p',
      'fixed_price',
      { discount_price: 100, min_offer_quantity: 1, max_discount_amount: 50 },
      { stackable: false },
    );
    const everything = coupon({
      rule: [{ key: 1, value: 100, min: 0, max: 0 }],
      rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'quantity' },
    });
    const dear = article('d', 20_000);
    const total = (bought: readonly Bought[]) => price(bought, [set], { coupon: everything }).breakup.total;
    assert.equal(
      total([
        [dear, 1],
        [dear, 1],
      ]),
      total([[dear, 2]]),
    );
  });
});
