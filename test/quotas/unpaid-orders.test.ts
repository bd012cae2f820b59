/** Orders that nobody has paid for hold neither a shop's stock nor its books: so many, so much, and in time they give it back. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { takeStock } from '../../src/catalog/article-statements.ts';
import type { Statement } from '../../src/db/database.ts';
import { expireOrders } from '../../src/orders/end-order.ts';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { holdStock, holdUnpaid, sweepUnpaid } from '../../src/orders/unpaid-statements.ts';
import { QuotaSettings } from '../../src/contract/applications/quota-settings-contract.ts';
import { quotaReached, type Taker } from '../../src/quotas/quota-statements.ts';
import { Value } from 'typebox/value';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery, openOrderServer } from '../orders/order-server.ts';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  for (let item = 1; item <= 6; item += 1) await server.shop.sell(item, [{ uid: `a${item}`, quantity: 100 }]);

  const order = async (shopper: Shopper, item: number, quantity: number, wish: object = byCard) => {
    await fill(shopper, item, quantity);
    const { status, body } = await shopper('POST', '/v1.0/checkout', wish);
    return { status, code: body.error_code, id: String((body as { readonly order_id?: unknown }).order_id) };
  };
  const held = async (): Promise<number> => server.count('order_hold');
  /** An order of a guest, awaiting its payment: what it takes up beside its goods, and the goods. */
  const unpaid = (
    taker: Taker,
    id: string,
    lines: readonly { readonly articleUid: string; readonly quantity: number }[],
  ) => {
    const { applicationId } = taker;
    const { companyId } = server.shop;
    const parts = { id, applicationId, companyId, owner: { kind: 'anonymous' }, state: 'awaiting_payment', total: 1 };
    const order = { ...parts, createdAt: 1, expiresAt: 2, document: { lines, uses: [] } } as unknown as StoredOrder;
    const holds = [holdUnpaid(taker, order), holdStock(taker, order, () => true)] as const;
    const taken = lines.map(({ articleUid, quantity }) => takeStock(companyId, articleUid, quantity, 1));
    return { holds: holds.flat(), batch: [...holds[0], ...taken, ...holds[1]] as readonly Statement[] };
  };

  test('one guest cannot hold all of an article, by one order or by several; a customer can', async () => {
    const guest = server.visitor();
    const all = await order(guest, 1, 100);
    assert.deepEqual([all.status, all.code], [409, 'held_stock_reached']);
    assert.deepEqual([await server.stockOf('a1'), await held(), server.refusals('held_stock')], [100, 0, 1]);
    await guest('PUT', '/v1.0/cart_archive');
    assert.equal((await order(guest, 1, 50)).status, 200);
    assert.equal((await order(guest, 1, 26)).code, 'held_stock_reached');
    await guest('PUT', '/v1.0/cart_archive');
    assert.equal((await order(guest, 1, 25)).status, 200);
    const other = await order(server.visitor(), 1, 20);
    assert.equal(other.code, 'held_stock_reached', 'another guest of the same address');
    const customer = await server.customer(`buys-all-${engine.name}`);
    assert.equal((await order(customer, 1, 25)).status, 200);
  });

  test('of orders that come together no more are held than of those that come one after another', async () => {
    await server.shop.sell(9, [{ uid: 'a9', quantity: 100 }]);
    const guests = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const guest = server.visitor();
        await fill(guest, 9, 20);
        return guest;
      }),
    );
    const answers = await Promise.all(guests.map((guest) => guest('POST', '/v1.0/checkout', byCard)));
    const [held, refused] = [200, 409].map((wanted) => answers.filter(({ status }) => status === wanted));
    assert.deepEqual([held?.length, refused?.length], [4, 2]);
    for (const { body } of refused ?? []) assert.equal(body.error_code, 'held_stock_reached');
    assert.equal(await server.stockOf('a9'), 20, 'a tenth is left to others, and what is too little for one more');
  });

  test('a few units are never too many, and paying on delivery is not paying yet', async () => {
    await server.shop.stock('a2', 8);
    assert.equal((await order(server.visitor(), 2, 8, onDelivery)).status, 200);
    assert.equal((await order(server.visitor(), 3, 100, onDelivery)).code, 'held_stock_reached');
  });

  test('unpaid orders are bounded, and free again when one is cancelled, paid on delivery long ago, or late', async () => {
    await server.set({ quotas: { unpaid_orders_per_shopper: 2 } });
    const { clock, db } = server.shop.node;
    const guest = server.visitor();
    const first = await order(guest, 4, 1);
    assert.deepEqual([first.status, (await order(guest, 4, 1)).status], [200, 200]);
    const third = await order(guest, 4, 1);
    assert.deepEqual([third.status, third.code], [409, 'unpaid_orders_reached']);
    await server.cancel(first.id, guest);
    assert.equal((await guest('POST', '/v1.0/checkout', byCard)).status, 200);
    const stock = await server.stockOf('a4');
    clock.at += 31 * 60_000;
    await expireOrders({ db, now: () => clock.at });
    assert.equal(await server.stockOf('a4'), stock + 2);
    assert.equal((await order(guest, 4, 1, onDelivery)).status, 200);
    assert.equal((await order(guest, 4, 1, onDelivery)).status, 200);
    assert.equal((await order(guest, 4, 1, onDelivery)).code, 'unpaid_orders_reached');
    clock.at += 86_400_000;
    assert.ok((await sweepUnpaid(db, clock.at)) > 0);
    assert.equal((await guest('POST', '/v1.0/checkout', onDelivery)).status, 200);
    await server.set({ quotas: { unpaid_orders_per_shopper: 10 } });
  });

  test('at once, on two nodes, no more are taken than allowed', async () => {
    await server.set({ quotas: { unpaid_orders_per_address: 3 } });
    await server.shop.node.db.commit([{ sql: 'delete from order_hold' }]);
    const other = await server.secondNode();
    const guests = Array.from({ length: 8 }, () => server.visitor());
    for (const guest of guests) await fill(guest, 5, 1);
    const answers = await Promise.all(
      guests.map((guest, at) =>
        at % 2 === 0
          ? guest('POST', '/v1.0/checkout', byCard)
          : other.call('POST', '/v1.0/checkout', byCard, guest.known()),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.equal(answers.filter(({ body }) => body.error_code === 'unpaid_orders_reached').length, 5);
    assert.equal(await server.stockOf('a5'), 97);
    await other.close();
    await server.set({ quotas: { unpaid_orders_per_address: 200 } });
  });

  test('of an offer that all may use so often, and of a budget, orders that nobody pays for hold a share', async () => {
    await server.set({ quotas: { held_uses: 2, held_uses_percent: 25 } });
    const { shop } = server;
    await shop.node.db.commit([{ sql: 'delete from order_hold' }]);
    const couponOf = (code: string, restrictions: object) =>
      shop.coupon({ code, rule: [{ key: 1, value: 50 }], restrictions });
    const few = await couponOf('FEW', { uses: { maximum: { total: 4 } } });
    await couponOf('SOME', { uses: { maximum: { total: 20 } } });
    const guest = server.visitor();
    const use = async (code: string, wish: object = byCard, by = guest) => {
      await by('PUT', '/v1.0/cart_archive');
      await fill(by, 6, 1);
      const applied = await by('POST', '/v1.0/coupon', { coupon_code: code });
      assert.equal(applied.body.error_code ?? null, null, JSON.stringify(applied.body));
      const { status, body } = await by('POST', '/v1.0/checkout', wish);
      return { status, code: body.error_code, id: String(body['order_id']) };
    };
    const first = await use('FEW');
    assert.deepEqual([first.status, (await use('FEW', onDelivery)).status], [200, 200]);
    const third = await use('FEW');
    assert.deepEqual([third.status, third.code], [409, 'held_uses_reached']);
    assert.deepEqual([server.refusals('held_uses'), await server.uses(few)], [1, { '': 2 }]);
    await server.cancel(first.id, guest);
    assert.equal((await guest('POST', '/v1.0/checkout', byCard)).status, 200, 'one was given back');
    for (let n = 0; n < 5; n += 1) assert.equal((await use('SOME')).status, 200);
    assert.equal((await use('SOME')).code, 'held_uses_reached', 'a quarter of twenty');
    await couponOf('DEAR', { budget: { amount: 1000 } });
    const all = [(await use('DEAR')).status, (await use('DEAR')).code];
    assert.deepEqual(all, [200, 'held_uses_reached'], 'of a budget the first has what it needs');

    await couponOf('LOTS', { uses: { maximum: { total: 20 } } });
    const byAnybody = (): Promise<{ readonly code: unknown }> => use('LOTS', byCard, server.visitor());
    for (let n = 0; n < 12; n += 1) assert.equal((await byAnybody()).code ?? null, null);
    assert.equal((await byAnybody()).code, 'held_uses_reached', 'guests of one address leave more than a third');
    const [one, other] = [await server.customer(`eve-${engine.name}`), await server.customer(`flo-${engine.name}`)];
    for (let n = 0; n < 3; n += 1) assert.equal((await use('LOTS', onDelivery, one)).status, 200, 'a customer, though');
    assert.equal((await byAnybody()).code, 'held_uses_reached');
    await server.set({ quotas: { held_percent_per_customer: 10 } });
    const several = [
      await use('LOTS', byCard, other),
      await use('LOTS', byCard, other),
      await use('LOTS', byCard, other),
    ];
    assert.deepEqual(
      several.map(({ code }) => code ?? null),
      [null, null, 'held_uses_reached'],
    );
    await server.set({ quotas: { held_percent_per_customer: 100 } });
    await server.set({ quotas: { held_uses: 10 } });
  });

  test('orders of a day are bounded, paid or not', async () => {
    await server.set({ quotas: { orders_per_shopper: 1 } });
    const guest = server.visitor();
    assert.equal((await order(guest, 6, 1)).status, 200);
    const second = await order(guest, 6, 1);
    assert.deepEqual([second.status, second.code], [429, 'quota_reached']);
    await server.set({ quotas: { orders_per_shopper: 50 } });
  });

  test('a network of IPv6 holds more than one of its addresses, and not what many of them could', async () => {
    const { db } = server.shop.node;
    const settings = { ...Value.Create(QuotaSettings), unpaid_orders_per_address: 3, held_units: 5 };
    let orders = 0;
    await server.shop.sell(7, [
      { uid: 'many', quantity: 1_000 },
      { uid: 'few', quantity: 100 },
      { uid: 'rare', quantity: 10 },
    ]);
    /** Of one of many sites of one network. */
    const hold = (articleUid: string, quantity: number): Promise<unknown> => {
      orders += 1;
      const taker: Taker = {
        applicationId: `network of ${articleUid}`,
        settings,
        subjects: () => [{ by: 'address', key: `${articleUid} of site ${orders}` }],
        wider: () => [{ by: 'address', key: `network of ${articleUid}`, times: 16 }],
      };
      return db.commit(unpaid(taker, `n-${orders}`, [{ articleUid, quantity }]).batch);
    };
    const refused = (quota: string) => (error: unknown) => quotaReached(error)?.quota === quota;
    for (let n = 0; n < 48; n += 1) await hold('many', 1);
    await assert.rejects(hold('many', 1), refused('unpaid_orders'), '3 of 16 addresses');
    await hold('few', 80);
    await hold('few', 15);
    await assert.rejects(hold('few', 1), refused('held_stock'), 'a twentieth is left to others');
    await hold('rare', 5);
    await hold('rare', 5);
  });

  test('an order of 500 articles is held in a few statements, all of it or nothing', async () => {
    const { db } = server.shop.node;
    const taker: Taker = {
      applicationId: 'large',
      settings: { ...Value.Create(QuotaSettings), held_units: 5 },
      subjects: () => [
        { by: 'shopper', key: 'guest' },
        { by: 'address', key: 'address' },
      ],
      wider: () => [],
    };
    const articles = Array.from({ length: 500 }, (_, n) => `a-${n}`);
    await server.shop.sell(
      8,
      articles.map((uid) => ({ uid, quantity: 100 })),
    );
    const hold = (id: string, unitsOfLast: number): Promise<unknown> => {
      const lines = articles.map((articleUid, n) => ({ articleUid, quantity: n === 499 ? unitsOfLast : 1 }));
      const { holds, batch } = unpaid(taker, id, lines);
      assert.ok(holds.length <= 20, String(holds.length));
      return db.commit(batch);
    };
    const rows = async () =>
      (
        await db.one<{ n: number }>('select count(*) as n from order_hold where subject in (?, ?)', [
          'guest',
          'address',
        ])
      )?.n;
    await hold('o-1', 5);
    assert.equal(Number(await rows()), 2 * 501);
    await assert.rejects(hold('o-2', 95), (error) => quotaReached(error)?.quota === 'held_stock');
    assert.equal(Number(await rows()), 2 * 501);
    await hold('o-3', 1);
    assert.equal(Number(await rows()), 4 * 501);
  });
});
