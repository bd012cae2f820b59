/** A checkout is no way to learn whose a contact is: one that comes to no order counts as a code that was tried in vain. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { tenPercent } from '../offers/ten-percent.ts';
import { address, byCard, fill, openOrderServer } from '../orders/order-server.ts';

const hour = 3_600_000;
const tooFew = { ...byCard, expected_total: 1 };
const withPhone = (phone: string, wish: object = byCard) => ({ ...wish, delivery_address: { ...address, phone } });

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 1_000 }]);
  await server.shop.coupon(tenPercent('ONCE', 0, { restrictions: { uses: { maximum: { user: 1 } } } }));

  const filled = async (code?: string): Promise<Shopper> => {
    const shopper = server.visitor();
    await fill(shopper, 1);
    if (code !== undefined) await shopper('POST', '/v1.0/coupon', { coupon_code: code });
    return shopper;
  };
  const order = async (shopper: Shopper, wish: object, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/service/application/cart/v1.0/checkout',
      headers: { authorization: server.authorization, ...shopper.known(), ...headers },
      payload: wish,
    });
    return [answer.statusCode, answer.json<{ error_code?: string }>().error_code] as const;
  };
  const beginsAnew = async (tries: number): Promise<void> => {
    server.shop.node.clock.at += hour;
    await server.set({ quotas: { coupon_tries_per_shopper: tries } });
  };

  test('who used a code is asked so often as codes are tried, and then told alike for all', async () => {
    assert.equal((await order(await filled('ONCE'), withPhone('9812345678')))[0], 200);
    await beginsAnew(3);
    const asker = await filled('ONCE');
    assert.deepEqual(await order(asker, withPhone('9812300001', tooFew)), [409, 'total_changed']);
    assert.deepEqual(await order(asker, withPhone('9812345678', tooFew)), [400, 'coupon_used_up']);
    assert.deepEqual(await order(asker, withPhone('9812345678')), [400, 'coupon_used_up']);
    for (const phone of ['9812345678', '9812300002']) {
      assert.deepEqual(await order(asker, withPhone(phone, tooFew)), [429, 'too_many_tries'], phone);
    }
    assert.equal((await order(asker, withPhone('9812300003')))[0], 200, 'an order can be placed all the same');
  });

  test('that counts where a checkout is only tried, too', async () => {
    await beginsAnew(2);
    const asker = await filled('ONCE');
    const dry = { prefer: 'dry-run' };
    assert.equal((await order(asker, withPhone('9812300004'), dry))[0], 200);
    assert.deepEqual(await order(asker, withPhone('9812345678'), dry), [400, 'coupon_used_up']);
    assert.deepEqual(await order(asker, withPhone('9812300005'), dry), [429, 'too_many_tries']);
  });

  test('nothing counts without a code', async () => {
    await beginsAnew(1);
    const shopper = await filled();
    for (let at = 0; at < 3; at += 1) {
      assert.deepEqual(await order(shopper, withPhone('9812345678', tooFew)), [409, 'total_changed']);
    }
  });

  test('an order has a few contacts, not hundreds', async () => {
    const many = Array.from({ length: 60 }, (_, at) => String(9_812_300_000 + at)).join(' x ');
    assert.deepEqual(await order(await filled(), withPhone(many)), [400, 'body_invalid']);
    const usual = { phone: '+91 98123-45678 ext 12', alternate_phone: '022 2345 6789', email: 'asha@example.com' };
    const both = { ...byCard, delivery_address: { ...address, ...usual }, billing_address: { ...address, ...usual } };
    assert.equal((await order(await filled(), both))[0], 200);
  });
});
