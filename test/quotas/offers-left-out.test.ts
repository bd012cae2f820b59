/** An offer that comes by itself keeps nobody from ordering: where unpaid orders hold as much of it as they may, the cart goes on without it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshKey, type Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { mortalDatabase } from '../faults/mortal-database.ts';
import { byCard, fill, onDelivery, openOrderServer } from '../orders/order-server.ts';
import { rule } from '../orders/shop-rules.ts';

const HOUR = 3_600_000;

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  for (const item of [1, 2, 3, 4, 5]) await shop.sell(item, [{ uid: `a${item}`, quantity: 1_000 }]);
  const promotion = (item: number, restrictions: object, percent: number): Promise<string> =>
    shop.promotion({
      promotion_type: 'percentage',
      promo_group: 'cart',
      restrictions,
      buy_rules: { 'rule#1': { item_id: [item] } },
      discount_rules: rule('percentage', { item_id: [item] }, { discount_percentage: percent }),
    });

  type Told = Awaited<ReturnType<Shopper>>;
  const cartIn = ({ body }: Told, name?: string) =>
    (name === undefined ? body : body[name]) as {
      readonly breakup_values: { readonly raw: { readonly total: number } };
      readonly checkout_mode?: string;
    };
  const totalOf = async (shopper: Shopper): Promise<number> =>
    cartIn(await shopper('GET', '/v1.0/detail?i=true&b=true')).breakup_values.raw.total;
  const filled = async (item: number, shopper = server.visitor()): Promise<Shopper> => {
    await fill(shopper, item, 1);
    return shopper;
  };
  const order = (shopper: Shopper, wish: object = byCard, headers = {}): Promise<Told> =>
    shopper('POST', '/v1.0/checkout', wish, headers);
  const held = (): Promise<number> => server.count('order_hold');

  test('who came late is told the price without it, may order at that, and has it back in time', async () => {
    await server.set({ quotas: { held_uses: 2, held_uses_percent: 25 } });
    const id = await promotion(1, { uses: { maximum: { total: 4 } } }, 10);
    for (let n = 0; n < 2; n += 1) assert.equal((await order(await filled(1), onDelivery)).status, 200);
    const late = await filled(1);
    const reduced = await totalOf(late);
    const before = await held();

    const told = await order(late);
    assert.deepEqual([told.status, told.body.error_code], [400, 'offer_used_up']);
    assert.deepEqual([await held(), (await server.uses(id))['']], [before, 2], 'nothing is ordered');
    const full = cartIn(told, 'cart').breakup_values.raw.total;
    assert.ok(full > reduced);
    assert.equal(await totalOf(late), full, 'the cart is what he was told');
    assert.equal(server.refusals('held_uses'), 1);

    const waiting = await filled(1);
    assert.equal((await order(waiting)).body.error_code, 'offer_used_up');
    const { clock } = shop.node;
    clock.at += HOUR;
    assert.equal(await totalOf(waiting), reduced, 'an hour later it is tried again');
    clock.at -= HOUR;

    const placed = await order(late);
    assert.equal(placed.status, 200);
    assert.equal((await server.order(String(placed.body['order_id']))).total, full * 100);
    assert.deepEqual([(await server.uses(id))[''], await totalOf(await filled(1, late))], [2, reduced]);
  });

  test('the rest of a budget keeps a guest with an order on its way from nothing', async () => {
    await server.set({ quotas: { held_uses: 2, held_uses_percent: 25 } });
    await promotion(2, { budget: { amount: 500 } }, 20);
    const guest = await filled(2);
    assert.equal((await order(guest, onDelivery)).status, 200);
    await filled(2, guest);
    const [first, again] = [await order(guest, onDelivery), await order(guest, onDelivery)];
    assert.deepEqual([first.body.error_code, again.status], ['offer_used_up', 200]);
  });

  test('under its key the refusal stays; a code that was typed is refused as such, and can be taken off', async () => {
    await server.set({ quotas: { held_uses: 1, held_uses_percent: 0 } });
    await promotion(3, { uses: { maximum: { total: 2 } } }, 10);
    assert.equal((await order(await filled(3))).status, 200);
    const guest = await filled(3);
    const key = { 'idempotency-key': freshKey() };
    const [first, repeated] = [await order(guest, byCard, key), await order(guest, byCard, key)];
    assert.deepEqual([first.body.error_code, repeated.body.error_code], ['offer_used_up', 'offer_used_up']);
    assert.equal((await order(guest)).status, 200);

    await shop.coupon({
      code: 'TYPED',
      rule: [{ key: 1, value: 5 }],
      restrictions: { uses: { maximum: { total: 2 } } },
    });
    const typed = async (): Promise<Shopper> => {
      const one = await filled(4);
      assert.equal((await one('POST', '/v1.0/coupon', { coupon_code: 'TYPED' })).status, 200);
      return one;
    };
    await shop.node.db.commit([{ sql: 'delete from order_hold' }]);
    assert.equal((await order(await typed())).status, 200);
    const other = await typed();
    assert.equal((await order(other)).body.error_code, 'held_uses_reached');
  });

  test('a repeat of the call orders nothing at a price that nobody was told, also where its answer was lost', async () => {
    await server.set({ quotas: { held_uses: 1, held_uses_percent: 0 } });
    await promotion(5, { uses: { maximum: { total: 2 } } }, 10);
    assert.equal((await order(await filled(5))).status, 200);
    const guest = await filled(5);
    const reduced = await totalOf(guest);
    const orders = await server.count('customer_order');
    const key = { 'idempotency-key': freshKey() };
    const mortal = mortalDatabase(shop.node.db);
    const node = await server.secondNode(mortal.db);
    mortal.dieAt(1, true);
    const lost = await node.call('POST', '/v1.0/checkout', byCard, { ...guest.known(), ...key });
    assert.equal(lost.status, 503);
    assert.ok((await totalOf(guest)) > reduced, 'it is priced without the offer');

    const repeated = await order(guest, byCard, key);
    assert.deepEqual([repeated.status, repeated.body.error_code], [400, 'offer_used_up']);
    assert.equal(await server.count('customer_order'), orders);
    assert.equal((await order(guest)).status, 200, 'who was told orders under a key of its own');
    mortal.revive();
    await node.close();
  });

  test('a soft limit lets what all may have be passed, and is held as any other by who pays on delivery', async () => {
    await server.set({ quotas: { held_uses: 2, held_uses_percent: 25 } });
    const soft = (code: string, maximum: object) =>
      shop.coupon({ code, rule: [{ key: 1, value: 5 }], restrictions: { uses: { maximum, policy: 'soft' } } });
    const use = async (code: string, wish: object, by = server.visitor()): Promise<unknown> => {
      await filled(4, by);
      const typed = await by('POST', '/v1.0/coupon', { coupon_code: code });
      const answer = await order(by, wish);
      await by('PUT', '/v1.0/cart_archive');
      return typed.body.error_code ?? answer.body.error_code ?? answer.status;
    };
    const total = await soft('SOFTLY', { total: 2 });
    for (let n = 0; n < 4; n += 1) assert.equal(await use('SOFTLY', byCard), 200, 'nothing is reserved while they pay');
    assert.deepEqual(await server.uses(total), {});
    await soft('DOOR', { total: 4 });
    const atTheDoor = [await use('DOOR', onDelivery), await use('DOOR', onDelivery), await use('DOOR', onDelivery)];
    assert.deepEqual(atTheDoor, [200, 200, 'held_uses_reached']);
    const each = await soft('ONCE', { user: 1, total: 2 });
    const one = server.visitor();
    for (let n = 0; n < 2; n += 1) await use('ONCE', byCard, one);
    const counted = Object.entries(await server.uses(each));
    assert.ok(counted.length > 0 && counted.every(([holder, uses]) => holder.startsWith('guest:') && uses === 1));
  });
});
