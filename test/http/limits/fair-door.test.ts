/** Whoever asks for little is served beside who asks for much at once, by order and by counts. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { admission } from '../../../src/http/limits/admission.ts';
import { watchLoad } from '../../../src/http/limits/overload.ts';
import { createServer, type ServerOptions } from '../../../src/http/server.ts';
import { waitingLine } from '../../../src/http/limits/waiting-line.ts';
import { nextTurn } from '../../../src/shared/slices.ts';
import { listen, sampleOptions } from '../sample-server.ts';

const open = { access: { kind: 'public' } } as const;
const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const [GREEDY, MODEST] = ['198.51.100.1', '203.0.113.9'];

const server = (given: Partial<ServerOptions> = {}): FastifyInstance => {
  const app = createServer({ ...sampleOptions({ trustedProxies: ['127.0.0.1'] }), ...given });
  after(() => app.close());
  return app;
};
const asking = (port: number) => async (from: string, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } });
  return { status: answer.status, text: await answer.text() };
};

describe('those who wait at the door', () => {
  test('are begun by turns of their callers, each in the order in which he came', () => {
    const line = waitingLine<string>(10, ([caller = '']) => caller);
    for (const one of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.join(one, 0);
    assert.deepEqual(
      Array.from({ length: 8 }, () => line.nextInTime(1)),
      ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined],
    );
    line.join('a5', 0);
    line.join('b3', 10);
    assert.deepEqual([line.nextInTime(15), line.nextOverdue(15), line.nextInTime(15)], ['b3', 'a5', undefined]);
    assert.equal(line.length(), 0);
  });

  test('probes go before all else, a few in a turn of the loop and by turns of who asks', async () => {
    const served: string[] = [];
    let turn = 0;
    const turns: number[] = [];
    const { listener } = admission(
      {
        load: watchLoad({ maxInFlight: 1, mostWaitMs: 1_000 }),
        mostWaitMs: 1_000,
        whoseIs: ({ headers }) => String(headers['from']),
        isExempt: () => true,
        refuse: () => assert.fail('probes are not refused'),
      },
      ({ headers }) => {
        served.push(String(headers['from']));
        turns.push(turn);
        block(5);
      },
    );
    const ask = (from: string): void =>
      listener(
        { url: '/healthz', headers: { from }, socket: {} } as unknown as IncomingMessage,
        {} as unknown as ServerResponse,
      );
    for (let count = 0; count < 20; count += 1) ask(GREEDY);
    ask(MODEST);
    while (served.length < 21) {
      turn += 1;
      await new Promise(setImmediate);
    }
    assert.ok(served.indexOf(MODEST) <= 2, `${served.indexOf(MODEST)} before him`);
    assert.equal(new Set(turns).size, 21, 'one that takes long has a turn of its own');
  });

  test('begin a few milliseconds a turn, what each does before it waits for something counted in', async () => {
    let turn = 0;
    const turns: number[] = [];
    const { listener, watch } = admission(
      {
        load: watchLoad({ maxInFlight: 100, mostWaitMs: 600_000 }),
        mostWaitMs: 600_000,
        whoseIs: () => MODEST,
        isExempt: () => false,
        refuse: () => assert.fail('nobody waits too long'),
      },
      () =>
        queueMicrotask(() => {
          turns.push(turn);
          block(6);
        }),
    );
    const door = new EventEmitter();
    watch(door as unknown as Server);
    // While connections come requests wait, so that all of them are in line.
    door.emit('connection');
    for (let count = 0; count < 20; count += 1)
      listener(
        { url: '/', headers: {}, socket: {} } as unknown as IncomingMessage,
        new EventEmitter() as unknown as ServerResponse,
      );
    assert.equal(turns.length, 0);
    while (turns.length < 20) {
      turn += 1;
      await new Promise(setImmediate);
    }
    assert.equal(new Set(turns).size, 20, `begun in turns ${turns.join(' ')}`);
  });

  test('are all served while they are no more than are always taken, however long they wait', async () => {
    const app = server({ overload: { maxInFlight: 1_000, mostWaitMs: 1 } });
    app.get('/work', { config: open }, async () => {
      await Promise.resolve();
      block(6);
      return 'done';
    });
    const ask = asking(await listen(app));
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(MODEST, '/work')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  test('a caller who fills every place there is has the next one only after others', async () => {
    const app = server({ overload: { maxInFlight: 1, mostWaitMs: 600_000 } });
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    app.get('/place', { config: open }, async (request) => {
      order.push(request.ip);
      if (order.length === 1) await first.promise;
      return 'done';
    });
    const port = await listen(app);
    const ask = asking(port);
    const came: unknown[] = [];
    app.server.on('request', (request) => came.push(request));
    const many = Array.from({ length: 30 }, () => ask(GREEDY, '/place'));
    while (came.length < 30) await new Promise(setImmediate);
    const one = ask(MODEST, '/place');
    while (came.length < 31) await new Promise(setImmediate);
    first.resolve();
    assert.equal((await one).status, 200);
    await Promise.all(many);
    assert.ok(order.indexOf(MODEST) <= 2, `${order.indexOf(MODEST)} before him`);
  });
});

describe('requests that take long', () => {
  const longServer = async () => {
    const app = server();
    const slices: string[] = [];
    app.get('/long', { config: open }, async (request) => {
      for (let at = 0; at < 20; at += 1) {
        await nextTurn();
        slices.push(request.ip);
        block(5);
      }
      return 'done';
    });
    app.post('/long', { config: open }, async (request) => {
      for (let at = 0; at < 40; at += 1) {
        await nextTurn();
        slices.push(request.ip);
      }
      return 'done';
    });
    /** Steps of a request that waits for a database: each goes on in a turn of the loop. */
    app.get('/short', { config: open }, async () => {
      const before = slices.length;
      for (let at = 0; at < 200; at += 1) await new Promise(setImmediate);
      return String(slices.length - before);
    });
    return { slices, port: await listen(app) };
  };

  test('rest while a short one is in progress, instead of taking each turn between its steps', async () => {
    const { slices, port } = await longServer();
    const ask = asking(port);
    const many = Array.from({ length: 10 }, () => ask(GREEDY, '/long'));
    while (slices.length < 10) await new Promise(setImmediate);
    const { text } = await ask(MODEST, '/short');
    assert.ok(Number(text) < 100, `${text} slices of others between its 200 steps`);
    await Promise.all(many);
    assert.equal(slices.length, 200);
  });

  test('of one caller wait for that of another as for one, also behind a body', async () => {
    const { slices, port } = await longServer();
    const long = (from: string) =>
      fetch(`http://127.0.0.1:${port}/long`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
        body: '{}',
      }).then((answer) => answer.text());
    const many = Array.from({ length: 30 }, () => long(GREEDY));
    while (slices.length < 30) await new Promise(setImmediate);
    await long(MODEST);
    const [begun, ended] = [slices.indexOf(MODEST), slices.lastIndexOf(MODEST)];
    assert.ok(ended - begun <= 2 * 40, `${ended - begun} slices from his first to his last of 40`);
    await Promise.all(many);
  });
});
