import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { creditApart, paidRows } from '../../web/storefront/price-rows.ts';

const row = (key: string, value: number) => ({ key, value });
const total = (rows: readonly { readonly value: number }[]): number =>
  Math.round(rows.reduce((sum, { value }) => sum + value, 0) * 100);

describe('rows of price details', () => {
  test('show delivery as what is paid for it, and add up to the same', () => {
    const rows = [row('subtotal', 1000), row('promotion', -199), row('delivery_charge', 99)];
    const shown = paidRows(rows, -99);
    assert.deepEqual(shown, [row('subtotal', 1000), row('promotion', -100), { ...row('delivery_charge', 0), was: 99 }]);
    assert.equal(total(shown), total(rows));
  });

  test('leave out offers that did nothing else, to the paisa', () => {
    const rows = [row('subtotal', 1000.1), row('promotion', -30.3), row('delivery_charge', 99.9)];
    const shown = paidRows(rows, -30.3);
    assert.deepEqual(
      shown.map(({ key }) => key),
      ['subtotal', 'delivery_charge'],
    );
    assert.equal(total(shown), total(rows));
  });

  test('of an order have store credit apart from gift cards, as the cart had', () => {
    const rows = [row('subtotal', 559), row('mop_total', -481.85)];
    const credit = { kind: 'store_credit', amount: 281.8 };
    const shown = creditApart(rows, [{ kind: 'points', amount: 12 }, credit, { kind: 'gift_card', amount: 200.05 }]);
    assert.deepEqual(
      shown.map(({ key }) => key),
      ['subtotal', 'store_credit', 'mop_total'],
    );
    assert.equal(total(shown), total(rows));
    assert.deepEqual(creditApart(rows, [{ ...credit, amount: 481.85 }]), [rows[0], row('store_credit', -481.85)]);
    assert.equal(creditApart(rows, [{ kind: 'gift_card', amount: 481.85 }]), rows);
  });

  test('keep to whole units where the server does', () => {
    const rows = [row('subtotal', 1000), row('promotion', -50), row('delivery_charge', 50), row('round_off', 1)];
    const shown = paidRows(rows, -49.6);
    assert.ok(shown.every(({ value }) => Number.isInteger(value)));
    assert.equal(total(shown), total(rows));
  });

  test('are the server’s where nothing is taken off delivery, or there is no row for it', () => {
    const rows = [row('subtotal', 1000), row('promotion', -50), row('delivery_charge', 99)];
    assert.equal(paidRows(rows, 0), rows);
    const picked = rows.slice(0, 2);
    assert.equal(paidRows(picked, -99), picked);
  });
});
