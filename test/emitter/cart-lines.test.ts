/** Events of a cart, made from the cart's own answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { added, removed } from '../../web/emitter/cart-lines.ts';
import type { CartLine } from '../../web/emitter/emitter-api.ts';

const line = (uid: number, size: string, unit: number, quantity = 1, currency = 'INR'): CartLine => ({
  key: `${uid}_${size}`,
  quantity,
  identifiers: { identifier: `line-${uid}-${size}` },
  product: {
    uid,
    brand: { name: 'Oakmere' },
    category_hierarchy: [{ l1: { name: 'Clothing' }, l3: { name: 'Tees' } }],
  },
  article: { uid: `${uid}_${size}_1`, size },
  price_per_unit: { base: { effective: unit, currency_code: currency } },
});
const taken = { success: true };
const refused = { success: false };

describe('events of a cart', () => {
  test('say for an item that was added what it is, what one of it costs, and how many came', () => {
    const cart = { cart_id: '12', items: [line(7, 'M', 249.5, 5)] };
    const events = added([{ item_id: 7, item_size: 'M', quantity: 2 }], { cart, result: { '7_M': taken } });
    assert.deepEqual(events, [
      {
        cart_id: '12',
        product_id: 7,
        article_id: '7_M_1',
        brand: 'Oakmere',
        l1_category: 'Clothing',
        l3_category: 'Tees',
        currency: 'INR',
        price: 250,
        quantity: 2,
        value: '499.00',
      },
    ]);
  });

  test('are made only for items that were taken, also when the same item comes twice', () => {
    const cart = { cart_id: '12', items: [line(7, 'M', 10), line(8, 'L', 20)] };
    const items = [
      { item_id: 7, item_size: 'M', quantity: 1 },
      { item_id: 7, item_size: 'M', quantity: 400 },
      { item_id: 9, item_size: 'S' },
      { article_id: '8_L_1' },
    ];
    const result = { '7_M': taken, '7_M#2': refused, '9_S': refused, '8_L_1': taken };
    assert.deepEqual(
      added(items, { cart, result }).map(({ product_id: id, quantity }) => [id, quantity]),
      [
        [7, 1],
        [8, 1],
      ],
    );
    assert.deepEqual(added(items, { result }), []);
    assert.deepEqual(added(items, { cart }), []);
  });

  test('tell the parts of a box with it, as many as are in the boxes that were added', () => {
    const box = line(7, 'OS', 249, 3);
    const partOf = (uid: number, unit: number, quantity: number): CartLine => ({
      ...line(uid, 'OS', unit, quantity),
      auto_add_to_cart: true,
      parent_item_identifiers: { identifier: 'line-7-OS' },
    });
    const gift = { ...line(10, 'OS', 0), parent_item_identifiers: { identifier: 'line-7-OS' } };
    const cart = { cart_id: '12', items: [line(6, 'OS', 5), box, partOf(8, 1000, 3), partOf(9, 500, 6), gift] };
    const events = added([{ item_id: 7, item_size: 'OS', quantity: 2 }], { cart, result: { '7_OS': taken } });
    assert.deepEqual(
      events.map(({ product_id: id, quantity, value, article_id }) => [id, quantity, value, article_id]),
      [
        [7, 2, '498.00', '7_OS_1'],
        [8, 2, '2000.00', '8_OS_1'],
        [9, 4, '2000.00', '9_OS_1'],
      ],
    );
  });

  test('write a value with the decimals of its currency', () => {
    const written = { JPY: '3702', USD: '3702.00', KWD: '3702.000', XCG: '3702.00' };
    for (const [currency, value] of Object.entries(written)) {
      const cart = { items: [line(7, 'M', 1234, 1, currency)] };
      const [event] = added([{ item_id: 7, item_size: 'M', quantity: 3 }], { cart, result: { '7_M': taken } });
      assert.deepEqual([event?.currency, event?.value], [currency, value]);
    }
  });

  test('say that a line went when it is in the answer no more, with all that was in it', () => {
    const gone = line(7, 'M', 10, 3);
    const [event, ...others] = removed([gone, line(8, 'L', 20)], {
      cart: { cart_id: '12', items: [line(8, 'L', 20)] },
    });
    assert.deepEqual([event?.product_id, event?.quantity, event?.value, event?.cart_id], [7, 3, '30.00', '12']);
    assert.equal('article_id' in (event ?? {}), false);
    assert.deepEqual(others, []);
    assert.deepEqual(removed([gone], {}), []);
  });

  test('say by how much a line shrank, and nothing of one that stays or grows', () => {
    const before = [line(7, 'M', 10, 5), line(8, 'L', 20, 1)];
    const [event, ...others] = removed(before, { cart: { items: [line(7, 'M', 10, 2), line(8, 'L', 20, 4)] } });
    assert.deepEqual([event?.product_id, event?.quantity, event?.value], [7, 3, '30.00']);
    assert.deepEqual(others, []);
  });

  test('say nothing about a line without its product or its price', () => {
    const { price_per_unit: _, ...unpriced } = line(7, 'M', 10);
    assert.deepEqual(removed([unpriced, {}], { cart: { items: [] } }), []);
  });
});
