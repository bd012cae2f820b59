/** The cart as a whole: who sees what, what stands in the way of checkout, what changed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import type { AnswerShop } from './answer-shop.ts';
import { onlyItem } from './answers.ts';
import { aCart, aLine, rupees } from './carts.ts';

export const cartScenarios = (given: () => AnswerShop): void => {
  describe('a cart', () => {
    test('that is not stored has no ids, and blocks checkout because it is empty', async () => {
      const answer = await given().cart(undefined, { ask: { kind: { kind: 'buy_now', slug: 'universal' } } });
      assert.deepEqual([answer.id, answer.cart_id, answer.uid, answer.last_modified], Array(4).fill(undefined));
      assert.deepEqual([answer.buy_now, answer.items, answer.is_valid], [true, [], true]);
      assert.deepEqual([answer.is_checkout_block, answer.error_code], [true, null]);
      assert.deepEqual([answer.message, answer.success, answer.restrict_checkout], ['Cart is empty', true, false]);
      assert.deepEqual(answer.delivery_promise.timestamp, { min: null, max: null });
    });

    test('carries what was said about it, and its account number masked for staff', async () => {
      const shop = given();
      await shop.sell(500, [rupees(100, 100)]);
      const meta = {
        gstin: '29AAPFU0939F1ZB',
        shipToGstin: '29AAPFU0939F1ZC',
        panNo: 'ABCDE1234F',
        comment: 'Ring twice',
        checkoutMode: 'other',
        staffUserId: 's-1',
        custom: { table: 4 },
      } as const;
      const cart = aCart([aLine(500)], { meta });
      const answer = await shop.cart(cart);
      assert.deepEqual([answer.id, answer.uid, answer.cart_id], [cart.id, cart.cartId, cart.cartId]);
      assert.deepEqual([answer.pan_no, answer.is_pan_received, answer.comment], ['ABCDE1234F', true, 'Ring twice']);
      assert.deepEqual([answer.gstin, answer.ship_to_gstin], ['29AAPFU0939F1ZB', '29AAPFU0939F1ZC']);
      assert.deepEqual([answer.checkout_mode, answer.staff_user_id], ['other', 's-1']);
      assert.deepEqual(answer.custom_cart_meta, { table: 4 });
      assert.equal((await shop.cart(cart, { viewer: 'staff' })).pan_no, 'ABCDE****F');
      const other = await shop.cart(aCart([aLine(500)], { meta: { staffUserId: 's-2' } }));
      assert.equal(other.staff_user_id, 's-2');
      const plain = await shop.cart(aCart([aLine(500)]));
      assert.deepEqual([plain.gstin, plain.ship_to_gstin, plain.pan_no], [null, null, null]);
    });

    test('says after a write what came of it, and whether carts were merged', async () => {
      const shop = given();
      const operation = { message: 'Added only those products that are in stock', success: false };
      const answer = await shop.cart(aCart([aLine(500)]), { ask: { operation, isCartChanged: true } });
      assert.deepEqual([answer.message, answer.success], [operation.message, false]);
      assert.equal(answer.is_cart_changed, true);
    });

    test('without i and b leaves out lines and breakup and nothing else', async () => {
      const shop = given();
      const cart = aCart([aLine(500)]);
      const { items: _items, breakup_values: _breakup, ...rest } = await shop.cart(cart);
      assert.deepEqual(await shop.cart(cart, { ask: { items: false, breakup: false } }), rest);
    });

    test('of a custom kind shows its configuration', async () => {
      const shop = given();
      const id = await shop.addCartKind({ name: 'Fresh', slug: 'fresh', article_tags: ['fresh'] });
      const answer = await shop.cart(aCart([aLine(500)], { kind: 'custom', slug: 'fresh' }));
      assert.deepEqual(answer.custom_cart, { id, cart_name: 'Fresh', cart_type: 'fresh', is_universal: false });
      assert.equal((await shop.cart(aCart([]))).custom_cart.is_universal, true);
    });
  });

  describe('the checkout block', () => {
    test('names the first reason in its order', async () => {
      const shop = given();
      await shop.sell(501, [rupees(100, 100)]);
      const block = async (units: number, more: Parameters<typeof aCart>[1] = {}) => {
        const answer = await shop.cart(aCart([aLine(501, units)], more));
        assert.equal(answer.checkout_block_message, answer.message);
        return [answer.error_code, answer.restrict_checkout, answer.checkout_block_message];
      };
      assert.deepEqual(await block(1), [null, false, '']);
      await shop.configure({ min_cart_value: 200, max_cart_value: 400 });
      assert.deepEqual(await block(1), ['min_cart_value', true, 'Add ₹100.00 more to place the order']);
      assert.deepEqual(await block(5), ['max_cart_value', true, 'An order cannot be above ₹400.00']);
      assert.deepEqual(await block(9), ['insufficient_stock', true, 'Only 5 left in stock']);
      await shop.configure({ order_placing: { enabled: false, message: 'Back on Monday' } });
      assert.deepEqual(await block(9), ['order_placing_off', true, 'Back on Monday']);
      await shop.configure({ order_placing: { enabled: true, message: '' }, min_cart_value: 0, max_cart_value: 0 });
      const own = { meta: { gstin: '27AAPFU0939F1ZV' } };
      assert.equal((await block(1, own))[0], 'gstin_of_seller');
      await shop.configure({ pan_card: { enabled: true, cod_threshold_amount: 50, online_threshold_amount: 300 } });
      assert.deepEqual(await block(1), [null, false, '']);
      assert.equal((await block(4))[0], 'pan_required');
      const { pan_config: config } = await shop.cart(aCart([aLine(501, 4)]));
      assert.deepEqual(config, {
        enabled: true,
        cod_threshold_amount: 50,
        online_threshold_amount: 300,
        required: true,
      });
      assert.deepEqual(await block(4, { meta: { panNo: 'ABCDE1234F' } }), [null, false, '']);
      await shop.configure({ pan_card: { enabled: false, cod_threshold_amount: 0, online_threshold_amount: 0 } });
      await shop.sell(502, [rupees(1, 1)]);
      await shop.configure({ max_cart_items: 1 });
      const two = await shop.cart(aCart([aLine(501), aLine(502)]));
      assert.deepEqual([two.error_code, two.message], ['cart_full', 'Max 1 items allowed in cart']);
      await shop.configure({ max_cart_items: 0 });
    });
  });

  describe('the notification', () => {
    test('tells what changed since the last write, and nothing when nothing did', async () => {
      const shop = given();
      await shop.sell(503, [
        { ...rupees(100, 80), quantity: 4 },
        { ...rupees(100, 90), store_id: 2, seller_id: 2 },
      ]);
      await shop.coupon({ code: 'HALF', rule: [{ key: 1, value: 50, min: 100, max: 999 }] });
      const cart = aCart([aLine(503, 2)], { document: { couponCode: 'HALF' } });
      const { snapshot } = await shop.answer(cart, { ask: { areaCode: '400001' } });
      const readers = { snapshot: async () => snapshot };
      const now = async () => (await shop.cart(cart, { readers, ask: { areaCode: '400001' } })).notification;
      assert.deepEqual(await now(), {});
      await shop.promotion({
        promotion_type: 'percentage',
        discount_rules: [{ item_criteria: { item_id: [503] }, offer: { discount_percentage: 25 } }],
      });
      const { identifier } = cart.document.lines[0] ?? {};
      const changed = await now();
      assert.equal(changed.since, '2026-11-15T12:00:00.000Z');
      assert.deepEqual(
        changed.changes.map(({ kind, before, after }) => [kind, before, after].slice(0, kind === 'coupon' ? 3 : 1)),
        [['promotion'], ['coupon', 80, 60]],
      );
      assert.deepEqual([changed.changes[0]?.identifier, changed.changes[0]?.key], [identifier, '503_M']);
      await shop.feed('inventory', [
        { uid: '503_M_1', quantity: 1, prices: [{ currency_code: 'INR', marked: 100, effective: 85 }] },
      ]);
      const later = await now();
      assert.deepEqual(
        later.changes.map(({ kind }) => kind),
        ['price', 'promotion', 'article', 'coupon'],
      );
      assert.equal(later.changes[0]?.message, 'The price rose from ₹80.00 to ₹90.00');
      await shop.feed('inventory', [{ uid: '503_M_2', quantity: 0 }]);
      assert.ok((await now()).changes.some(({ kind, after }) => kind === 'stock' && after === 1));
      const earlier = { ...snapshot, at: snapshot.at - 60_000 };
      const since = (await shop.cart(cart, { readers: { snapshot: async () => earlier } })).notification.since;
      assert.equal(since, '2026-11-15T11:59:00.000Z');
      const written = await shop.cart(cart, { readers, ask: { operation: { message: 'Done', success: true } } });
      assert.deepEqual(written.notification, {});
    });
  });

  describe('presence', () => {
    test('every field is there in the plainest cart too, in the empty form of its type', async () => {
      const shop = given();
      const answer = await shop.cart(aCart([aLine(500)]));
      for (const name of CartDetail.required ?? []) assert.ok(name in answer, name);
      assert.deepEqual([answer.emi, answer.staff_user_id], [{}, '']);
      assert.deepEqual([answer.cashback_promotion, answer.error_code], [null, null]);
      const item = onlyItem(answer);
      assert.deepEqual(item.coupon, { discount_total_quantity: 0, discount_single_quantity: 0, code: '' });
      assert.deepEqual(item.discount_meta, { timer: false, start_timer_in_minutes: 0, start: '', end: '' });
      assert.deepEqual(item.moq, { minimum: null, maximum: null, increment_unit: null });
    });
  });
};
