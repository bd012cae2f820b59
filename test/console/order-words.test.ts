/** What the console says of orders and carts: how a sum came about without what stands beside it, what was done, what was said of a parcel. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationWords } from '../../web/console/pages/carts/history-rules.ts';
import { saidOf } from '../../web/console/pages/orders/said-rules.ts';
import { howOf, titleOf } from '../../web/console/pages/orders/why-price-rules.ts';

/** As the service writes them, in English; its own tests hold the patterns. */
const sums: readonly (readonly [name: string, sentence: string, how: string])[] = [
  [
    'discount (Plugged in)',
    'Discount (Plugged in) is ₹344.85: 15 % of price it starts from (Plugged in) ₹2,299.00, rounded halves up.',
    '15% of price it starts from (Plugged in) ₹2,299.00, rounded halves up.',
  ],
  [
    'charge as set (delivery charge)',
    'Charge as set (delivery charge) is ₹1,029.00, the most of charge by rate ₹19.54, limit of the charge ₹1,029.00.',
    'The most of charge by rate ₹19.54, limit of the charge ₹1,029.00.',
  ],
  [
    'off the line (Plugged in)',
    'Off the line (Plugged in) is ₹344.85 of offer (Plugged in) ₹344.85.',
    'Of offer (Plugged in) ₹344.85.',
  ],
  ['marked price of one', 'Marked price of one is -CHF1,299.00.', ''],
];
for (const [name, sentence, how] of sums) {
  test(`“${sentence}” says beside its name and its amount: ${how || 'nothing'}`, () => {
    assert.equal(howOf({ name, sentence }), how);
    assert.equal(titleOf({ name }), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
  });
}

test('what was done to a cart is told in words, what has none of its own by those it is made of', () => {
  assert.deepEqual(['add', 'remove_item', 'merge_undo', 'price_list'].map(operationWords), [
    'Put in',
    'Taken out',
    'Parted from the other cart again',
    'Price list',
  ]);
});

test('of a parcel only what was said is told', () => {
  assert.deepEqual(saidOf({ carrier: ' Bluebird ', tracking_number: '', tracking_url: '  ' }), { carrier: 'Bluebird' });
});
