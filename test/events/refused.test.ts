/** Events that were refused: kept without personal data, found by reason, tried again. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { eventServer } from './event-server.ts';
import { anEvent, type Json } from './samples.ts';

type Refused = {
  readonly id: string;
  readonly event_id: string | null;
  readonly name: string;
  readonly tries: number;
  readonly reasons: readonly { readonly path: string; readonly code: string }[];
  readonly event: Json & { readonly payload: Json; readonly event: Json };
};
type List = {
  readonly items: readonly Refused[];
  readonly page: { readonly has_next: boolean; readonly next: string };
};

forEachEngine(async (engine) => {
  const server = await eventServer(engine);
  after(() => server.close());
  beforeEach(async () => {
    await server.node.db.commit(
      ['event', 'event_refused', 'event_refusal', 'event_suppression'].map((table) => ({
        sql: `delete from ${table}`,
      })),
    );
    await server.set({ mode: 'live', personal_direct: 'keep', personal_quasi: 'keep' });
  });
  const event = (name: Parameters<typeof anEvent>[0], more: Json = {}) =>
    anEvent(name, { applicationId: server.shop.applicationId, at: server.node.now(), ...more });
  const list = async (query = ''): Promise<List> => {
    const { statusCode, payload } = await server.call('GET', `/refused${query}`);
    assert.equal(statusCode, 200, payload);
    return JSON.parse(payload) as List;
  };
  const redrive = async (body: Json): Promise<Json> => {
    const { statusCode, payload } = await server.call('POST', '/refused/redrive', body);
    assert.equal(statusCode, 200, payload);
    return JSON.parse(payload) as Json;
  };

  test('nothing personal of a refused event is kept, wherever it stood', async () => {
    const personal = ['asha.rao@example.com', '9876543210', 'Asha', 'u-1', 'Chrome/140', 'asha@example.org'];
    const login = event('user_login', { payload: { 'asha.rao@example.com': 1, query: 'Asha', method: 5 } });
    const search = event('product_search', {
      payload: { query: 'call 9876543210 or asha.rao@example.com', item_total: 'Asha' },
    });
    const order = event('order_complete', { payload: { status: { first_name: 'Asha' } } });
    const unknown = {
      ...event('user_logout'),
      event: { ...event('user_logout').event, name: 'asha.rao@example.com' },
      extra: { email: 'asha.rao@example.com' },
    };
    const { body } = await server.send([login, { ...order, contains: [] }, search, unknown, 'asha.rao@example.com']);
    assert.deepEqual([body.success_count, body.failed_count], [0, 5]);
    const kept = JSON.stringify(
      await server.node.db.all('select * from event_refused order by received_at, id limit 100 offset 0'),
    );
    for (const word of personal) assert.ok(!kept.includes(word), `${word} in ${kept}`);
    assert.equal((await list('?page_size=100')).items.length, body.failed_count);
  });

  test('they are listed with what was wrong, by reason, name and time, page by page', async () => {
    await server.send([
      { ...event('user_logout'), contains: [] },
      { ...event('product_view'), contains: ['x'] },
      event('product_view', { payload: { mrp: 'much' } }),
    ]);
    assert.equal((await list()).items.length, 3);
    const contains = await list('?reason=event_contains');
    assert.deepEqual(contains.items.map(({ name }) => name).toSorted(), ['product_view', 'user_logout']);
    const [wrong] = (await list('?reason=event_field_type&name=product_view')).items;
    assert.deepEqual(
      wrong?.reasons.map(({ path, code }) => [path, code]),
      [['payload.mrp', 'event_field_type']],
    );
    assert.deepEqual(wrong?.event.payload['mrp'], { redacted: 'string' });
    const soon = new Date(server.node.now() + 1).toISOString();
    assert.equal((await list(`?from=${soon}`)).items.length, 0);
    const first = await list('?page_size=2');
    assert.equal(first.page.has_next, true);
    assert.equal((await list(`?page_size=2&page_id=${first.page.next}`)).items.length, 1);
  });

  test('they are counted by name and reason', async () => {
    await server.send([
      { ...event('user_logout'), contains: [], application_id: 'x' },
      { ...event('user_logout'), contains: [] },
      { ...event('product_view'), contains: [] },
    ]);
    const { payload } = await server.call('GET', '/refused/counts');
    const counts = (JSON.parse(payload) as { items: Json[] }).items.map(
      ({ name, reason, count }) => `${String(name)} ${String(reason)} ${String(count)}`,
    );
    assert.deepEqual(counts.toSorted(), [
      'product_view event_contains 1',
      'user_logout event_application 1',
      'user_logout event_contains 2',
    ]);
  });

  test('an event that is sent again and again is kept once', async () => {
    const wrong = { ...event('user_logout'), contains: [] };
    for (let turn = 0; turn < 3; turn += 1) await server.send([wrong, wrong]);
    assert.equal((await list()).items.length, 1);
  });

  test('what is right by today’s rules is stored when it is tried again, and is kept as refused no longer', async () => {
    await server.set({ mode: 'strict' });
    const early = event('user_login', { at: server.node.now() + 2 * 86_400_000 });
    await server.send([early, { ...event('product_view'), surprise: 1 }]);
    await server.set({ mode: 'live' });
    assert.deepEqual(await redrive({ reason: 'event_field_unknown' }), {
      stored: 1,
      duplicates: 0,
      refused: 0,
      has_more: false,
      next: null,
    });
    const [kept] = (await list()).items;
    assert.equal((await redrive({ ids: [kept?.id] }))['refused'], 1);
    assert.equal((await list()).items[0]?.tries, 1);
    server.node.clock.at += 3 * 86_400_000;
    assert.equal((await redrive({ name: 'user_login' }))['stored'], 1);
    assert.equal((await list()).items.length, 0);
    const stored = new Map((await server.stored()).map((row) => [row.id, row.body.payload]));
    assert.notEqual(stored.get(early.event.id)?.['email'], 'asha.rao@example.com');
    assert.equal(stored.size, 2);
  });

  test('one that was taken meanwhile is known, and is kept as refused no longer', async () => {
    const good = event('user_logout');
    await server.set({ mode: 'strict' });
    await server.send([{ ...good, surprise: 1 }]);
    await server.set({ mode: 'live' });
    await server.send([good]);
    const { stored, duplicates } = await redrive({ reason: 'event_field_unknown' });
    assert.deepEqual([stored, duplicates], [0, 1]);
    assert.equal((await server.stored()).length, 1);
    assert.equal((await list()).items.length, 0);
  });

  test('a wrong value never turns right by being redacted', async () => {
    await server.send([event('product_view', { payload: { brand: 7, context: { os: ['x'] } } })]);
    assert.equal((await redrive({ name: 'product_view' }))['refused'], 1);
  });

  test('more than a hundred are tried in turns', async () => {
    const wrong = () => ({ ...event('user_logout'), contains: [] });
    await server.send(Array.from({ length: 100 }, wrong));
    await server.send(Array.from({ length: 5 }, wrong));
    const first = await redrive({ reason: 'event_contains' });
    assert.deepEqual([first['refused'], first['has_more']], [100, true]);
    const { payload } = await server.call('POST', `/refused/redrive?page_id=${String(first['next'])}`, {
      reason: 'event_contains',
    });
    assert.deepEqual([(JSON.parse(payload) as Json)['refused'], (JSON.parse(payload) as Json)['has_more']], [5, false]);
  });

  test('they are for those who may, of this organization', async () => {
    assert.equal((await server.call('GET', '/refused', undefined, ['company/events/write'])).statusCode, 403);
    assert.equal(
      (await server.call('POST', '/refused/redrive', { name: 'x' }, ['company/events/read'])).statusCode,
      403,
    );
    assert.equal((await server.call('GET', '/refused', undefined, ['company/*'], server.otherShop)).statusCode, 404);
    assert.equal((await server.call('POST', '/refused/redrive', {})).statusCode, 400);
  });
});
