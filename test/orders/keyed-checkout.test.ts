/** A checkout under a key has one outcome, whichever node is held up and whatever changes meanwhile. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { type Call, freshKey } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery, openOrderServer } from './order-server.ts';

/** A database whose next order waits between its decision and its commit. */
const holdingOrders = (db: Database) => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  let isHeld = false;
  const commit: Database['commit'] = async (batch) => {
    if (!isHeld && batch.some(({ sql }) => sql.startsWith('insert into customer_order'))) {
      isHeld = true;
      reached.resolve();
      await goOn.promise;
    }
    return db.commit(batch);
  };
  return { db: { ...db, commit }, reached: reached.promise, goOn: goOn.resolve };
};

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1000 }]);

  const onSlowNode = async (known: Readonly<Record<string, string>>) => {
    const held = holdingOrders(shop.node.db);
    const node = await server.secondNode(held.db);
    const call: Call = (method, url, body, headers) => node.call(method, url, body, { ...known, ...headers });
    return { ...held, ...node, call };
  };

  test('a node that was held up orders nothing under a key that another node has refused', async () => {
    await shop.coupon({
      code: 'ONE',
      rule: [{ key: 1, value: 50 }],
      restrictions: { uses: { maximum: { total: 1 } } },
    });
    const [slow, fast] = [await server.customer('slow'), await server.customer('fast')];
    for (const shopper of [slow, fast]) {
      await fill(shopper, 1);
      await shopper('POST', '/v1.0/coupon', { coupon_code: 'ONE' });
    }
    const key = { 'idempotency-key': freshKey() };
    const node = await onSlowNode(slow.known());
    const late = node.call('POST', '/v1.0/checkout', byCard, key);
    await node.reached;
    assert.equal((await fast('POST', '/v1.0/checkout', byCard)).status, 200);
    const orders = await server.count('customer_order');
    const refused = await slow('POST', '/v1.0/checkout', byCard, key);
    assert.deepEqual([refused.status, refused.body.error_code], [400, 'coupon_used_up']);
    assert.ok(refused.body.cart, 'with the cart, so that it can be mended');
    await slow('DELETE', '/v1.0/coupon');
    node.goOn();
    const answer = await late;
    assert.deepEqual([answer.status, answer.body.error_code], [400, 'coupon_used_up']);
    assert.equal(answer.headers['idempotent-replayed'], 'true');
    assert.equal(await server.count('customer_order'), orders, 'nothing at the full price');
    const again = await slow('POST', '/v1.0/checkout', byCard, key);
    assert.deepEqual([again.status, again.body.error_code], [400, 'coupon_used_up'], 'a key has one outcome');
    const renewed = await slow('POST', '/v1.0/checkout', byCard, { 'idempotency-key': freshKey() });
    assert.equal(renewed.status, 200, 'a new try has a new key');
    await node.close();
  });

  test('nor refuses what another node has ordered under it', async () => {
    const shopper = await server.customer('twice');
    await fill(shopper, 1);
    const key = { 'idempotency-key': freshKey() };
    const node = await onSlowNode(shopper.known());
    const late = node.call('POST', '/v1.0/checkout', onDelivery, key);
    await node.reached;
    const ordered = await shopper('POST', '/v1.0/checkout', onDelivery, key);
    assert.equal(ordered.status, 200);
    node.goOn();
    const answer = await late;
    assert.deepEqual([answer.status, answer.body['order_id']], [200, ordered.body['order_id']]);
    assert.equal(answer.headers['idempotent-replayed'], 'true');
    await node.close();
  });
});
