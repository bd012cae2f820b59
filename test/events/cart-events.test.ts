/** Events that carts tell by themselves, in the batch of the change, where an application wants it so. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import * as fc from 'fast-check';
import { openCartServer } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { context, type Json } from './samples.ts';
import { strictEvent } from './strict-event.ts';

const detail = '/v1.0/detail?i=true&b=true';

type Told = {
  readonly id: string;
  readonly name: string;
  readonly user_id: string | null;
  readonly sequence_key: string;
  readonly sequence: number;
  readonly payload: Json;
  readonly body: Json;
};

const header = (said: Json): Record<string, string> => ({
  'x-event-context': Buffer.from(JSON.stringify(said)).toString('base64url'),
});
const browsing = {
  context,
  anonymous_id: 'page-1',
  user_id: null,
  version: '1',
  source_url: 'https://shop.example/p/1',
  query: 'kurta',
  position: '3',
  utm_source: 'news',
};

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 50 }, { size: 'L', quantity: 50 }]);
  for (const item of [2, 3]) await server.shop.sell(item, [{ quantity: 50 }]);
  await server.shop.sell(5, [{ quantity: 9 }], {
    type: 'bundle',
    children: [{ item_id: 3, size: 'M', quantity: 2, auto_add: true }],
  });
  beforeEach(async () => {
    await server.shop.node.db.commit([{ sql: 'delete from event' }, { sql: 'delete from event_suppression' }]);
    await server.set({
      events: { cart_events: 'server', consent: 'not_required', personal_quasi: 'keep', personal_direct: 'keep' },
    });
  });

  /** What was told since the last time, in order. */
  const told = async (): Promise<readonly Told[]> => {
    const { db, now } = server.shop.node;
    const rows = await db.all<Omit<Told, 'body' | 'payload'> & { body: string }>(
      `select id, user_id, sequence_key, sequence, body from event where slug >= 'click/' and slug < 'click0'
       order by sequence, id limit 100 offset 0`,
    );
    await db.commit([{ sql: 'delete from event' }]);
    return rows.map((row) => {
      const body = strictEvent(row.body, server.shop.applicationId, now());
      return { ...row, body, name: body.event.name, payload: body.payload };
    });
  };
  const summary = (events: readonly Told[]): readonly string[] =>
    events
      .map(({ name, payload }) => `${name} ${String(payload['product_id'])} x${String(payload['quantity'])}`)
      .toSorted();

  test('adding tells each item that was taken, with prices, place and where the shopper came from', async () => {
    const visitor = server.visitor();
    const items = [
      { item_id: 1, item_size: 'M', quantity: 2 },
      { item_id: 99, item_size: 'M', quantity: 1 },
    ];
    const { body } = await visitor('POST', detail, { items }, header(browsing));
    const events = await told();
    assert.deepEqual(summary(events), ['add_to_cart 1 x2']);
    const [event] = events;
    const price = Number(
      (body.cart as never as { items: { price_per_unit: { base: Json } }[] }).items[0]?.price_per_unit.base[
        'effective'
      ],
    );
    assert.deepEqual(event?.payload, {
      cart_id: body.cart.cart_id,
      product_id: 1,
      article_id: '1_M_1',
      brand: 'Calico',
      l1_category: event?.payload['l1_category'],
      l3_category: event?.payload['l3_category'],
      currency: 'INR',
      price: Math.round(price),
      quantity: 2,
      value: (price * 2).toFixed(2),
      source_url: 'https://shop.example/p/1',
      position: '3',
      event_type: 'engagement',
      context,
      user_id: null,
      anonymous_id: 'page-1',
      query: 'kurta',
      utm_source: 'news',
    });
    assert.notEqual(event?.payload['l1_category'], '');
    assert.deepEqual([event?.sequence_key, event?.sequence], [`cart/${String(body.cart.cart_id)}`, 1]);
  });

  test('a line that grows or shrinks tells by how much, whether units are added or set', async () => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] });
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x2', 'add_to_cart 1 x3']);
    const set = (quantity: number) =>
      visitor('PUT', detail, { operation: 'update_item', items: [{ item_id: 1, item_size: 'M', quantity }] });
    await set(9);
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x4']);
    await set(2);
    assert.deepEqual(summary(await told()), ['remove_from_cart 1 x7']);
    await set(0);
    assert.deepEqual(summary(await told()), ['remove_from_cart 1 x2']);
  });

  test('units told as added less those told as removed are the units of the cart', async () => {
    const sizes = ['M', 'L'] as const;
    const step = fc.oneof(
      fc.record({
        op: fc.constant('add' as const),
        size: fc.constantFrom(...sizes),
        quantity: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({
        op: fc.constant('set' as const),
        size: fc.constantFrom(...sizes),
        quantity: fc.integer({ min: 0, max: 6 }),
      }),
      fc.record({
        op: fc.constant('resize' as const),
        size: fc.constantFrom(...sizes),
        quantity: fc.integer({ min: 1, max: 6 }),
      }),
    );
    const law = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const visitor = server.visitor();
      await told();
      let units = 0;
      for (const { op, size, quantity } of steps) {
        const item = { item_id: 1, item_size: size, quantity };
        if (op === 'add') await visitor('POST', detail, { items: [item] });
        if (op === 'set') await visitor('PUT', detail, { operation: 'update_item', items: [item] });
        const { body } = await visitor('GET', detail);
        const lines = (body as never as { items: { quantity: number; identifiers: Json; article: Json }[] }).items;
        if (op === 'resize' && lines[0] !== undefined) {
          const { identifiers } = lines[0];
          await visitor('PUT', detail, { operation: 'update_item', items: [{ ...item, identifiers }] });
        }
        const after = (await visitor('GET', detail)).body as never as { items: { quantity: number }[] };
        const now = after.items.reduce((sum, line) => sum + line.quantity, 0);
        const signed = (await told()).map(
          ({ name, payload }) => Number(payload['quantity']) * (name === 'add_to_cart' ? 1 : -1),
        );
        assert.equal(
          signed.reduce((sum, one) => sum + one, 0),
          now - units,
        );
        units = now;
      }
    });
    await fc.assert(law, { numRuns: 12 });
  });

  test('removing and setting to nothing tell the line that goes; a change of size does not', async () => {
    const visitor = server.visitor();
    const items = [1, 2].map((item_id) => ({ item_id, item_size: 'M', quantity: 2 }));
    await visitor('POST', detail, { items: [...items, { item_id: 1, item_size: 'L', quantity: 1 }] });
    await told();
    await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_id: 2, item_size: 'M' }] });
    assert.deepEqual(summary(await told()), ['remove_from_cart 2 x2']);
    await visitor('PUT', detail, { operation: 'update_item', items: [{ item_id: 1, item_size: 'L', quantity: 0 }] });
    assert.deepEqual(summary(await told()), ['remove_from_cart 1 x1']);
    const { body } = await visitor('GET', detail);
    const [line] = (body as never as { items: { identifiers: { identifier: string } }[] }).items;
    await visitor('PUT', detail, {
      operation: 'update_item',
      items: [{ item_id: 1, item_size: 'L', quantity: 2, identifiers: line?.identifiers }],
    });
    assert.deepEqual(await told(), []);
  });

  test('v2, bulk, sync and a shared cart tell too; archiving and merging do not', async () => {
    const visitor = server.visitor();
    const one = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };
    await visitor('POST', '/v2.0/detail', one);
    await visitor('POST', '/v2.0/bulk-detail', { items: [{ item_id: 2, item_size: 'M', quantity: 4 }] });
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x1', 'add_to_cart 2 x4']);
    await visitor('POST', '/v3.0/sync', { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x2', 'remove_from_cart 2 x4']);
    const token = String((await visitor('POST', '/v1.0/share-cart', {})).body['token']);
    const taker = server.visitor();
    await taker('POST', `/v1.0/share-cart/${token}/merge`);
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x3']);
    const customer = await server.customer('u-7');
    await customer('GET', detail, undefined, taker.known());
    await visitor('PUT', '/v1.0/cart_archive', {});
    assert.deepEqual(await told(), []);
  });

  test('lines that come and go with a bundle say nothing of their own', async () => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 5, item_size: 'M', quantity: 1 }] });
    await visitor('PUT', detail, { operation: 'remove_item', items: [{ item_id: 5, item_size: 'M' }] });
    assert.deepEqual(summary(await told()), ['add_to_cart 5 x1', 'remove_from_cart 5 x1']);
  });

  test('a call that is repeated under its key tells once', async () => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 2, item_size: 'M', quantity: 1 }] });
    await told();
    const key = { 'idempotency-key': 'the-very-same-key-1' };
    const items = [{ item_id: 1, item_size: 'M', quantity: 1 }];
    await Promise.all(Array.from({ length: 10 }, () => visitor('POST', detail, { items }, key)));
    assert.deepEqual(summary(await told()), ['add_to_cart 1 x1']);
  });

  test('many who add at once tell as many times, each in its place', async () => {
    const customer = await server.customer('u-many');
    const items = [{ item_id: 1, item_size: 'M', quantity: 1 }];
    await Promise.all(Array.from({ length: 20 }, () => customer('POST', detail, { items })));
    const events = await told();
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, 20);
    assert.ok(events.every(({ user_id }) => user_id === 'u-many'));
  });

  test('without a page the call itself says where it came from, and the shopper has a name that opens nothing', async () => {
    const visitor = server.visitor();
    const { body } = await visitor(
      'POST',
      detail,
      { items: [{ item_id: 1, item_size: 'M' }] },
      {
        'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile',
        'accept-language': 'hi-IN,hi;q=0.9',
        'x-event-context': 'e30x%%%',
      },
    );
    const [event] = await told();
    assert.deepEqual(event?.payload['context'], {
      library: { name: 'cartwright', version: '1' },
      os: { name: 'Android', version: '15' },
      timezone: 'UTC',
      screen: { width: 0, height: 0 },
      userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile',
      locale: 'hi-IN',
      device: { isMobile: true },
    });
    const name = String(event?.payload['anonymous_id']);
    assert.match(name, /^[0-9a-f]{32}$/);
    const opened = await server.call('GET', detail, undefined, { 'x-anonymous-id': name });
    assert.equal(opened.status, 401);
    const cartId = String(body.cart.id);
    assert.ok(!JSON.stringify(event).includes(cartId), 'the key of the cart is nowhere in the event');
  });

  test('a customer who has a guest’s cart by its id alone is not told to be that guest', async () => {
    const [guest, customer] = [server.visitor(), await server.customer('u-given')];
    const items = [{ item_id: 1, item_size: 'M' }];
    const { body } = await guest('POST', detail, { items });
    await customer('POST', `${detail}&id=${String(body.cart.id)}`, { items });
    const [his, given] = await told();
    assert.match(String(his?.payload['anonymous_id']), /^[0-9a-f]{32}$/);
    assert.deepEqual([given?.user_id, given?.payload['anonymous_id']], ['u-given', '']);
  });

  test('privacy, consent and suppression hold for what carts tell', async () => {
    const items = [{ item_id: 1, item_size: 'M' }];
    await server.set({ events: { personal_quasi: 'hash' } });
    await (await server.customer('u-8'))('POST', detail, { items }, header(browsing));
    const [hashed] = await told();
    assert.match(String(hashed?.user_id), /^[0-9a-f]{32}$/);
    assert.notEqual(hashed?.payload['anonymous_id'], 'page-1');

    await server.set({ events: { personal_quasi: 'keep', consent: 'required' } });
    await (await server.customer('u-8'))('POST', detail, { items });
    const [unasked] = await told();
    assert.deepEqual([unasked?.user_id, unasked?.payload['anonymous_id']], [null, '']);
    await (await server.customer('u-8'))('POST', detail, { items }, header(browsing));
    const [agreed] = await told();
    assert.deepEqual([agreed?.user_id, agreed?.payload['anonymous_id']], ['u-8', 'page-1']);

    const subject = String(hashed?.user_id);
    await server.shop.node.db.commit([
      {
        sql: 'insert into event_suppression (application_id, subject, created_at) values (?, ?, ?)',
        params: [server.shop.applicationId, subject, server.shop.node.now()],
      },
    ]);
    const { body } = await (await server.customer('u-8'))('POST', detail, { items }, header(browsing));
    assert.equal(body.success, true);
    assert.deepEqual(await told(), []);
  });

  test('where the pages tell, carts keep silent', async () => {
    await server.set({ events: { cart_events: 'emitter' } });
    await server.visitor()('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
    assert.deepEqual(await told(), []);
  });
});
