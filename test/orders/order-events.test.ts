/** Events that orders tell by themselves, in the batch of the step, where an application wants it so. */
import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { freshKey } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { context, type Json } from '../events/samples.ts';
import { halfShipping } from './half-shipping.ts';
import { address, byCard, fill, onDelivery } from './order-server.ts';
import { all, checkedOut, named, names, openTellingShop, pageHeader } from './telling-shop.ts';

const checkout = '/v1.0/checkout';

forEachEngine(async (engine) => {
  const server = await openTellingShop(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1000, gst_rate: 5 }]);
  await shop.sell(2, [{ quantity: 1 }]);
  await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: -1, charges: 80.6 }] } });
  await shop.promotion(halfShipping);
  await shop.coupon({ code: 'FIVE', rule: [{ key: 1, value: 5, min: 0, max: 1000 }] });
  beforeEach(() => server.startAfresh());

  describe('events of orders', () => {
    test('an order paid on delivery tells all three, in whole units and decimals of its own amounts', async () => {
      const { userId, buyer } = await server.someone();
      const filled = await fill(buyer, 1, 3);
      await buyer('POST', '/v1.0/coupon', { coupon_code: 'FIVE' });
      const id = await server.placed(buyer, onDelivery);
      const events = await server.told();
      assert.deepEqual(names(events), all);
      const { document } = await server.order(id);
      const { totals } = document;
      const [line] = document.lines;
      assert.ok(line);
      assert.notEqual(totals.coupon, 0);
      assert.notEqual(totals.promotion_shipping, 0);
      const whole = (minor: number): number => Math.sign(minor) * Math.round(Math.abs(minor) / 100);

      const begun = named(events, 'order_checkout').payload;
      const [product] = begun['products'] as Json[];
      assert.deepEqual(begun, {
        order_id: id,
        context,
        cart_id: filled.cart.cart_id,
        cart_total: whole(totals.subtotal),
        shipping: whole(totals.delivery_charge + totals.promotion_shipping),
        tax: totals.gst_charges / 100,
        order_total: totals.total / 100,
        currency: 'INR',
        products: [
          {
            product_id: 1,
            l3_category: product?.['l3_category'],
            l1_category: product?.['l1_category'],
            quantity: 3,
            price: whole(line.unit.effective),
            value: whole(line.amount),
            currency: 'INR',
            article_id: '1_M_1',
          },
        ],
        user_id: userId,
        anonymous_id: 'page-1',
        version: '1',
      });
      assert.ok(product?.['l1_category'] !== '' && product?.['l3_category'] !== '');
      assert.deepEqual(named(events, 'order_checkedout').payload, begun);

      const complete = named(events, 'order_complete').payload;
      assert.deepEqual(complete['breakup_values_raw'], {
        mrp_total: whole(totals.mrp_total),
        sub_total: whole(totals.subtotal),
        coupon: whole(totals.coupon),
        discount: whole(totals.discount),
        promotion: whole(totals.promotion),
        reward_points: 0,
        cashback_applied: 0,
        delivery_charges: whole(totals.delivery_charge),
        cod_charges: 0,
        gift_price: 0,
        total: whole(totals.total),
        applied_emi_discount: 0,
        applied_instant_discount: 0,
        tcs_charge: 0,
        amount_to_be_collected: whole(totals.total),
      });
      assert.deepEqual(complete['shipments'], [{ shipment_id: `${id}-1`, status: 'placed', payment_mode: 'COD' }]);
      const [item] = complete['items'] as Json[];
      assert.equal(item?.['price'], Math.round(line.amount / 3 / 100));
      assert.deepEqual([item?.['id'], item?.['quantity'], item?.['name']], [1, 3, line.name]);
      assert.deepEqual(item?.['l3_category_name'], product?.['l3_category']);
      assert.equal(complete['status'], 'placed');
      assert.equal(new Set(events.map((event) => event.id)).size, 3);
      assert.ok(events.every((event) => event.sequence_key === `order/${id}` && event.user_id === userId));
      assert.ok(!JSON.stringify(events).includes(String(filled.cart.id)), 'the key of the cart is nowhere');
    });

    test('one that awaits its payment is complete when the payment comes, seen from the page of its checkout', async () => {
      const { userId, buyer } = await server.someone();
      await fill(buyer, 1);
      const id = await server.placed(buyer, byCard);
      const begun = await server.told();
      assert.deepEqual(names(begun), checkedOut);
      const paid = await server.payment(id);
      const answers = await Promise.all(Array.from({ length: 6 }, () => server.pay(paid)));
      assert.ok(answers.every((status) => status === 200));
      await server.pay(paid);
      await server.pay(await server.payment(id, 'success', 'another-payment'));
      const events = await server.told();
      assert.deepEqual(names(events), ['order_complete']);
      const { payload, user_id, anonymous_id } = named(events, 'order_complete');
      assert.deepEqual([user_id, anonymous_id, payload['order_id']], [userId, 'page-1', id]);
      assert.deepEqual([payload['context'], payload['status']], [context, 'placed']);
      assert.equal((payload['breakup_values_raw'] as Json)['amount_to_be_collected'], 0);
    });

    test('one with nothing to pay is complete at once; a payment that failed completes nothing', async () => {
      const { shop } = server;
      await shop.coupon({ code: 'ALL', rule: [{ key: 1, value: 100, min: 0, max: 100_000 }] });
      await shop.configure({ delivery_charges: { enabled: false, charges: [] } });
      const free = await server.someone();
      await fill(free.buyer, 1);
      await free.buyer('POST', '/v1.0/coupon', { coupon_code: 'ALL' });
      await server.placed(free.buyer, { delivery_address: address });
      assert.deepEqual(names(await server.told()), all);
      const other = await server.someone();
      await fill(other.buyer, 1);
      const id = await server.placed(other.buyer, byCard);
      await server.pay(await server.payment(id, 'failed'));
      assert.equal((await server.order(id)).state, 'payment_failed');
      assert.deepEqual(names(await server.told()), checkedOut);
    });

    test('a checkout that is repeated under its key tells once', async () => {
      const { buyer } = await server.someone();
      await fill(buyer, 1);
      const key = { ...pageHeader, 'idempotency-key': freshKey() };
      const answers = await Promise.all(Array.from({ length: 6 }, () => buyer('POST', checkout, onDelivery, key)));
      const again = await buyer('POST', checkout, onDelivery, key);
      const ids = new Set([...answers, again].map(({ status, body }) => `${status} ${String(body['order_id'])}`));
      assert.equal(ids.size, 1);
      assert.deepEqual(names(await server.told()), all);
    });

    test('a checkout that is refused tells that it began, and no more; also when somebody else was faster', async () => {
      const { userId, buyer } = await server.someone();
      const filled = await fill(buyer, 1);
      const refused = await buyer('POST', checkout, { ...onDelivery, expected_total: 1 }, pageHeader);
      assert.equal(refused.status, 409);
      const [begun, ...others] = await server.told();
      assert.deepEqual([begun?.name, begun?.user_id, others], ['order_checkout', userId, []]);
      assert.equal(begun?.payload['cart_id'], filled.cart.cart_id);
      const id = await server.placed(buyer, onDelivery);
      assert.notEqual(begun?.payload['order_id'], id);
      assert.deepEqual(names(await server.told()), all);

      const rivals = await Promise.all(Array.from({ length: 4 }, server.someone));
      for (const rival of rivals) await fill(rival.buyer, 2);
      const answers = await Promise.all(rivals.map((rival) => rival.buyer('POST', checkout, onDelivery, pageHeader)));
      const won = answers.filter(({ status }) => status === 200).map(({ body }) => body['order_id']);
      assert.equal(won.length, 1);
      const events = await server.told();
      assert.equal(events.filter(({ name }) => name === 'order_checkout').length, 4);
      const after = events.filter(({ name }) => name !== 'order_checkout');
      assert.deepEqual(names(after), ['order_checkedout', 'order_complete']);
      assert.ok(after.every(({ payload }) => payload['order_id'] === won[0]));
    });

    test('a large cart whose checkout is refused again and again tells so as far as its shopper has room', async () => {
      const { buyer } = await server.someone();
      const one = { item_id: 1, item_size: 'M', quantity: 1, force_new_line_item: true };
      const items = Array.from({ length: 60 }, () => one);
      assert.equal((await buyer('POST', '/v2.0/bulk-detail', { items })).body.success, true);
      await server.set({ quotas: { bytes_per_shopper: 50_000 } });
      for (let turn = 0; turn < 12; turn += 1) {
        const refused = await buyer('POST', checkout, { ...onDelivery, expected_total: 1 }, pageHeader);
        assert.equal(refused.status, 409, 'what is told decides nothing');
      }
      const begun = (await server.told()).length;
      assert.ok(begun > 2 && begun < 12, String(begun));
      await server.set({ quotas: { bytes_per_shopper: 50_000_000 } });
    });

    test('an empty cart has nothing to check out and tells nothing', async () => {
      const { buyer } = await server.someone();
      await buyer('POST', checkout, onDelivery, pageHeader);
      assert.deepEqual(await server.told(), []);
    });

    test('interest that the shop bears, tax collected at source and every path of a product are told', async () => {
      const { shop } = server;
      const bank = { code: 'HDFC', name: 'HDFC Bank' };
      const plan = { id: 'free-6', emi_type: 'no_cost', instrument_type: 'credit_card', bank } as const;
      await server.set({ cart: { emi_plans: [{ ...plan, tenure_months: 6, interest_bp: 1400 }] } });
      const two = [
        { l1: { uid: 1, name: 'Women' }, l2: { uid: 2, name: 'Tops' }, l3: { uid: 3, name: 'Kurtas' } },
        { l1: { uid: 7, name: 'Gifts' }, l2: { uid: 8, name: 'For her' }, l3: { uid: 9, name: 'Silk' } },
      ];
      await shop.sell(3, [{ quantity: 10 }], { category_hierarchy: two });
      const { buyer } = await server.someone();
      const { cart } = await fill(buyer, 3, 2);
      await shop.adjust({ cart_id: String(cart.id), type: 'charge', value: 12, code: 'tcs_charge' });
      const id = await server.placed(buyer, {
        delivery_address: address,
        payment_mode: 'EMI',
        payment_identifier: 'free-6',
      });
      await server.pay(await server.payment(id));
      const { payload } = named(await server.told(), 'order_complete');
      const { emi } = (await server.order(id)).document;
      assert.ok(emi !== undefined && emi.totalInterest > 0);
      const breakup = payload['breakup_values_raw'] as Json;
      assert.equal(breakup['applied_emi_discount'], -Math.round(emi.totalInterest / 100));
      assert.equal(breakup['tcs_charge'], 12);
      const [item] = payload['items'] as Json[];
      assert.deepEqual(
        [item?.['l1_categories'], item?.['l2_categories']],
        [
          ['Women', 'Gifts'],
          ['Tops', 'For her'],
        ],
      );
    });

    test('a guest is told with the parts of his name and the code of his country', async () => {
      const guest = server.visitor();
      await fill(guest, 1);
      const said = { ...address, name: 'Asha Rani Rao', phone: '9820012345', country_phone_code: undefined };
      await server.placed(guest, { ...onDelivery, delivery_address: said });
      const { user } = named(await server.told(), 'order_complete').payload as { user: Json };
      assert.deepEqual([user['first_name'], user['last_name']], ['Asha Rani', 'Rao']);
      const [phone] = user['phone_numbers'] as Json[];
      assert.deepEqual([phone?.['country_code'], phone?.['phone']], [91, '9820012345']);
    });

    test('where the pages tell, orders keep silent, also when that was changed meanwhile', async () => {
      const { buyer } = await server.someone();
      await fill(buyer, 1);
      const begun = await server.placed(buyer, byCard);
      await server.told();
      await server.set({ events: { order_events: 'emitter' } });
      await server.pay(await server.payment(begun));
      await fill(buyer, 1);
      const silent = await server.placed(buyer, byCard);
      assert.equal((await server.order(silent)).document.page, undefined);
      await fill(buyer, 1);
      await server.placed(buyer, onDelivery);
      await server.set({ events: { order_events: 'server' } });
      await server.pay(await server.payment(silent));
      assert.equal((await server.order(silent)).state, 'placed');
      assert.deepEqual(await server.told(), []);
    });
  });
});
