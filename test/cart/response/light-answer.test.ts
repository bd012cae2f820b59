/** The cart as it is stored, with the prices of its last write. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Value } from 'typebox/value';
import { lightAnswer } from '../../../src/cart/response/light-answer.ts';
import { CartSettings } from '../../../src/contract/applications/cart-settings-contract.ts';
import { CartLight } from '../../../src/contract/cart/cart-light-contract.ts';
import { completeConfiguration } from '../../../src/offers/configurations/configuration-rules.ts';
import { priceCart } from '../../../src/pricing/price-cart.ts';
import { aCart, aLine } from './carts.ts';
import { compileSchemas } from '../../conformance/compile-schema.ts';
import type { SchemaJson } from '../../conformance/schema-walk.ts';
import { blankInput } from '../../pricing/price-inputs.ts';

const universal = completeConfiguration('a', {});
const modes = Value.Create(CartSettings).fulfillment_modes;
const priced = (total: number, currency: string) => ({
  at: Date.UTC(2026, 10, 15, 12),
  currency,
  rateId: null,
  raw: { ...priceCart(blankInput).breakup, total },
  coupon: null,
  lines: [],
});

describe('detail-light', async () => {
  const contract = (await compileSchemas({ light: CartLight as unknown as SchemaJson })).light;

  test('shows what is stored, children after their parents', () => {
    const parent = aLine(1, 2);
    const child = aLine(3, 2, { parent: parent.identifier, autoAdded: true });
    const picked = aLine(2, 1, { asked: { orderType: 'PickAtStore', journey: 'rush' } });
    const cart = aCart([parent, picked, child], {
      document: { couponCode: 'TEN' },
      meta: { comment: 'Ring', gstin: '29AAPFU0939F1ZB', checkoutMode: 'other' },
      kind: 'buy_now',
    });
    const answer = lightAnswer(cart, priced(12_345, 'INR'), universal, modes);
    assert.deepEqual(contract.problemsOf(answer), []);
    assert.deepEqual(
      answer.items.map(({ key, parent_item_identifiers: of }) => [key, of?.identifier]),
      [
        ['1_M', null],
        ['3_M', parent.identifier],
        ['2_M', null],
      ],
    );
    const last = answer.items[2];
    assert.deepEqual([last?.journey, last?.fulfillment_mode], ['rush', 'store_pickup']);
    assert.deepEqual([answer.item_count, answer.quantity_count, answer.coupon_code], [3, 5, 'TEN']);
    assert.deepEqual([answer.buy_now, answer.checkout_mode, answer.comment], [true, 'other', 'Ring']);
    assert.deepEqual([answer.raw?.total, answer.priced_at], [123.45, '2026-11-15T12:00:00.000Z']);
  });

  test('has no amounts before the first priced write, and whole ones where the currency has no decimals', () => {
    const cart = aCart([]);
    const { raw, priced_at } = lightAnswer(cart, undefined, universal, modes);
    assert.deepEqual([raw, priced_at], [undefined, undefined]);
    assert.equal(lightAnswer(cart, priced(500, 'JPY'), universal, modes).raw?.total, 500);
  });
});
