import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { Database } from '../../../src/db/database.ts';
import { insertEvents } from '../../../src/events/event-store.ts';
import { openTail, type TailHub, type TailLimits, tailLimits } from '../../../src/events/tail/tail-hub.ts';
import { placeOf } from '../../../src/events/tail/tail-rules.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { forEachEngine, type TestDatabase } from '../../databases.ts';
import { type EventServer, eventServer } from '../event-server.ts';
import { anEvent, storedRow as row } from '../samples.ts';

type Message = { readonly id: string; readonly event: string; readonly data: { id?: string; reason?: string } };

const parsed = (block: string): Message | undefined => {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const data = fields.get('data');
  if (data === undefined) return undefined;
  const event = fields.get('event') ?? '';
  return { id: fields.get('id') ?? '', event, data: JSON.parse(data) as Message['data'] };
};

/** Messages as they come; comments are left out. */
async function* messages(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Message, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = parsed(block);
      if (message !== undefined) yield message;
    }
  }
}

const NOW = Date.UTC(2026, 10, 15);

forEachEngine((engine) => {
  describe('the live tail over HTTP', () => {
    let server: EventServer;
    let address: string;
    before(async () => {
      server = await eventServer(engine);
      await server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = server.app.server.address() as AddressInfo;
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/webhook/v1.0/company/${companyId}/application/${applicationId}/events/tail`;
      address = `http://127.0.0.1:${port}${path}`;
    });
    after(() => server.close());

    const listen = async (query = '', headers: Record<string, string> = {}) => {
      const stop = new AbortController();
      const answer = await fetch(`${address}${query}`, {
        signal: stop.signal,
        headers: {
          'x-organization': server.shop.organizationId,
          'x-permissions': 'company/events/read',
          ...headers,
        },
      });
      assert.ok(answer.body);
      return { answer, next: messages(answer.body), stop: () => stop.abort() };
    };
    const event = (id: string, payload = {}) =>
      anEvent('add_to_cart', { applicationId: server.shop.applicationId, at: server.node.now(), id, payload });

    test('shows stored and refused events as they come in, and goes on where a listener left off', async () => {
      const first = await listen();
      assert.match(String(first.answer.headers.get('content-type')), /^text\/event-stream/);
      await server.send([event('e-1'), { ...event('e-2'), contains: [] }]);
      const seen = [await first.next.next(), await first.next.next()].map(({ value }) => value as Message);
      first.stop();
      assert.deepEqual(seen.map(({ event: kind }) => kind).toSorted(), ['bad', 'good']);
      const good = seen.find(({ event: kind }) => kind === 'good');
      assert.equal(good?.data.id, 'e-1');
      server.node.clock.at += 5;
      await server.send([event('e-3')]);
      const second = await listen('?kind=good', { 'last-event-id': good.id });
      const { value } = await second.next.next();
      second.stop();
      assert.equal((value as Message).data.id, 'e-3');
    });

    test('shows one kind or one name to whoever asks for that', async () => {
      const bad = await listen('?kind=bad');
      const named = await listen('?name=user_login');
      await server.send([event('e-4'), { ...event('e-5'), contains: [] }]);
      const { applicationId } = server.shop;
      await server.send([anEvent('user_login', { applicationId, at: server.node.now(), id: 'e-6' })]);
      assert.equal(((await bad.next.next()).value as Message).event, 'bad');
      assert.equal(((await named.next.next()).value as Message).data.id, 'e-6');
      bad.stop();
      named.stop();
    });

    test('is for callers with the permission, and of their own shop', async () => {
      const unpermitted = await listen('', { 'x-permissions': 'company/analytics/read' });
      assert.equal(unpermitted.answer.status, 403);
      const foreign = await listen('', { 'x-organization': server.otherShop.organizationId });
      assert.equal(foreign.answer.status, 404);
    });
  });

  describe('the live tail', () => {
    let open: TestDatabase;
    let at = NOW;
    before(async () => {
      open = await engine.open();
    });
    after(() => open.close());
    const tail = (limits: Partial<TailLimits> = {}) => {
      at += 3_600_000;
      return openTail(
        open.db,
        () => at,
        (error) => assert.fail(String(error)),
        { ...tailLimits, everyMs: 20, ...limits },
      );
    };
    const write = (...ids: readonly string[]): Promise<unknown> =>
      open.db.commit([insertEvents(ids.map((id) => row(id, at)))]);
    const query = { kind: 'all' as const };
    const always = async (): Promise<boolean> => true;
    const listenTo = (hub: TailHub, application = 'shop') => hub.listen(application, query, undefined, always);

    test('shows an event once, also one that commits after later ones', async () => {
      const hub = tail();
      const { stream } = listenTo(hub);
      const next = messages(stream);
      const early = at;
      at += 10_000;
      await write('late-1');
      assert.equal((await next.next()).value?.data.id, 'late-1');
      await open.db.commit([insertEvents([row('late-2', early + 1)])]);
      assert.equal((await next.next()).value?.data.id, 'late-2');
      at += 1_000;
      await write('late-3');
      assert.equal((await next.next()).value?.data.id, 'late-3');
      await hub.close();
    });

    test('reads bodies some at a time, for those who lack them, and keeps none', async () => {
      at += 3_600_000;
      const asked: number[] = [];
      const watched: Database = {
        ...open.db,
        all: (sql, params = []) => {
          if (sql.includes('body')) asked.push(params.length - 1);
          return open.db.all(sql, params);
        },
      };
      const hub = openTail(
        watched,
        () => at,
        (error) => assert.fail(String(error)),
        { ...tailLimits, everyMs: 20 },
      );
      const ids = Array.from({ length: 120 }, (_, n) => `some-${String(n).padStart(3, '0')}`);
      const shownTo = async (stream: Readable): Promise<readonly unknown[]> => {
        const next = messages(stream);
        const shown: unknown[] = [];
        while (shown.length < ids.length) shown.push((await next.next()).value?.data.id);
        return shown.map(String).toSorted((one, other) => one.localeCompare(other));
      };
      const first = shownTo(listenTo(hub).stream);
      await write(...ids);
      assert.deepEqual(await first, ids);
      assert.deepEqual(asked, [50, 50, 20]);
      const back = hub.listen('shop', query, { receivedAt: at - 1, id: '' }, always);
      assert.deepEqual(await shownTo(back.stream), ids);
      assert.deepEqual(asked, [50, 50, 20, 50, 50, 20]);
      await hub.close();
    });

    test('lets go of a listener that does not keep up, and says why', async () => {
      const hub = tail({ mostBytes: 5_000 });
      const { stream, isOpen } = listenTo(hub);
      await open.db.commit([insertEvents([row('big', at, JSON.stringify({ text: 'x'.repeat(6_000) }))])]);
      while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 10));
      const kinds: string[] = [];
      for await (const { event, data } of messages(stream)) kinds.push(data.reason ?? event);
      assert.deepEqual(kinds, ['good', 'too_slow']);
      assert.equal(hub.listeners(), 0);
      await hub.close();
    });

    test('takes so many listeners and no more, until one goes', async () => {
      const hub = tail({ listenersOfApplication: 2, listeners: 3 });
      const one = listenTo(hub);
      listenTo(hub);
      const isFull = (error: unknown): boolean => error instanceof Refusal && error.code === 'too_many_listeners';
      assert.throws(() => listenTo(hub), isFull);
      listenTo(hub, 'other');
      assert.throws(() => listenTo(hub, 'third'), isFull);
      one.stream.destroy();
      await once(one.stream, 'close');
      listenTo(hub);
      await hub.close();
    });

    test('tells when there was more than it shows', async () => {
      const hub = tail({ most: 3 });
      const next = messages(listenTo(hub).stream);
      await write('m-1', 'm-2', 'm-3', 'm-4');
      assert.equal((await next.next()).value?.data.reason, 'too_many');
      await hub.close();
      const later = tail();
      const returning = messages(later.listen('shop', query, placeOf(`${at - 3_600_000}.m-4`), always).stream);
      assert.equal((await returning.next()).value?.data.reason, 'too_long_ago');
      await later.close();
    });

    test('a heartbeat keeps the connection', async () => {
      const hub = tail({ heartbeatMs: 10 });
      let text = '';
      for await (const chunk of listenTo(hub).stream) {
        text += String(chunk);
        if (text.includes(': still here\n\n')) break;
      }
      await hub.close();
    });

    test('shows nothing more to who was sent away meanwhile', async () => {
      const hub = tail();
      let may = true;
      const { stream } = hub.listen('shop', query, undefined, async () => may);
      const next = messages(stream);
      await write('p-1');
      assert.equal((await next.next()).value?.data.id, 'p-1');
      may = false;
      await write('p-2');
      assert.equal((await next.next()).value?.data.reason, 'no_longer_permitted');
      assert.equal((await next.next()).done, true);
      assert.equal(hub.listeners(), 0);
      await hub.close();
    });

    test('time is up after a while', async () => {
      const hub = tail({ longestMs: 20 });
      let text = '';
      for await (const chunk of listenTo(hub).stream) text += String(chunk);
      assert.match(text, /time_is_up/);
      await hub.close();
    });
  });
});

test('an id of a message that is none of ours is no place to go on from', () => {
  assert.deepEqual(placeOf('1700000000000.a%20b'), { receivedAt: 1_700_000_000_000, id: 'a b' });
  for (const text of [undefined, '', 'x', '12', '12.', '12.%zz', '1e9.x']) assert.equal(placeOf(text), undefined, text);
});
