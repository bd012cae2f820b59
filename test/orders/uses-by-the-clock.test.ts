/** A use that an unpaid order holds is given back when its time is over: by the sweep, which goes by a clock that is right. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expireOrders } from '../../src/orders/end-order.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, onDelivery, openOrderServer } from './order-server.ts';

const HOUR = 3_600_000;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { node } = shop;

  const limits = {
    uses: { uses: { maximum: { total: 1 } } },
    budget: { budget: { amount: 50 } },
  };
  for (const [at, [name, restrictions]] of Object.entries(limits).entries()) {
    test(`a node an hour ahead takes nothing from the unpaid order of another (${name})`, async () => {
      const item = at + 1;
      const code = `ONCE${item}`;
      await shop.sell(item, [{ quantity: 10, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
      const rule = [{ key: 1, value: 50, max: 50 }];
      const id = await shop.coupon({ code, type_slug: 'absolute_amount_absolute', rule, restrictions });
      const [holder, other] = [server.visitor(), server.visitor()];
      const wanted = { items: [{ item_id: item, item_size: 'M', quantity: 1 }], coupon_code: code };
      for (const shopper of [holder, other]) assert.equal((await shopper('POST', '/v3.0/sync', wanted)).status, 200);
      const held = await holder('POST', '/v1.0/checkout', byCard);
      assert.equal(held.status, 200);
      const before = await server.uses(id);
      node.clock.at += HOUR;
      // Nothing is left of it, so it does nothing for him.
      const asked = await other('POST', '/v1.0/checkout', { ...onDelivery, expected_total: 50 });
      assert.notEqual(asked.status, 200);
      assert.deepEqual(await server.uses(id), before);
      assert.equal((await server.order(String(held.body['order_id']))).state, 'awaiting_payment');
      assert.equal(await expireOrders(node), 1);
      assert.equal((await other('POST', '/v1.0/checkout', { ...onDelivery, expected_total: 50 })).status, 200);
      assert.deepEqual(await server.uses(id), before);
    });
  }
});
