/** What each customer may use once, a guest uses once: he is known by his token, and by the contact that he orders with. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';
import { address, fill, openOrderServer } from '../orders/order-server.ts';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ uid: 'a1', quantity: 1_000 }]);
  const offerId = await server.shop.coupon(
    tenPercent('ONCE', 0, {
      restrictions: { uses: { maximum: { total: 0, user: 1, app: 0 }, remaining: { total: 0, user: 1, app: 0 } } },
    }),
  );

  const order = async (shopper: Shopper, contact: object) => {
    await fill(shopper, 1);
    await shopper('POST', '/v1.0/coupon', { coupon_code: 'ONCE' });
    const wish = { payment_mode: 'COD', delivery_address: { ...address, ...contact } };
    const { status, body } = await shopper('POST', '/v1.0/checkout', wish);
    return { status, code: body.error_code, id: String((body as { readonly order_id?: unknown }).order_id) };
  };
  const isOn = async (shopper: Shopper): Promise<boolean> => {
    await fill(shopper, 1);
    const { body } = await shopper('POST', '/v1.0/coupon', { coupon_code: 'ONCE' });
    return (body as unknown as { coupon: { is_applied: boolean } }).coupon.is_applied;
  };

  test('the same guest, a guest with the same phone or e-mail address, and nobody else', async () => {
    const guest = server.visitor();
    const first = await order(guest, { phone: '98765 43210', email: 'Asha@Example.com' });
    assert.equal(first.status, 200);
    assert.equal(await isOn(guest), false, 'his cart says so');
    const samePhone = await order(server.visitor(), { phone: '+91-9876543210' });
    assert.deepEqual([samePhone.status, samePhone.code], [400, 'coupon_used_up']);
    const sameMail = await order(server.visitor(), { phone: '9111111111', email: ' asha@example.COM' });
    assert.equal(sameMail.code, 'coupon_used_up');
    assert.equal((await order(server.visitor(), { phone: '9222222222' })).status, 200);
    const holders = Object.keys(await server.uses(offerId));
    assert.ok(holders.length >= 3);
    for (const holder of holders) assert.match(holder, /^guest:[\w-]{22}$/);
    await server.cancel(first.id, guest);
    assert.equal(
      (await order(server.visitor(), { phone: '9876543210' })).status,
      200,
      'a cancelled order gives it back',
    );
  });

  test('of two at once with one contact, one has it', async () => {
    const guests = [server.visitor(), server.visitor(), server.visitor()];
    const orders = await Promise.all(guests.map((guest) => order(guest, { phone: '9333333333' })));
    assert.equal(orders.filter(({ status }) => status === 200).length, 1);
    assert.equal(orders.filter(({ code }) => code === 'coupon_used_up').length, 2);
  });
});
