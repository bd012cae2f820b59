/** Too much at once, on real connections: everybody is answered, some are served, and nothing else is done about the rest. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { mostInProgress } from '../../../src/http/limits/overload-rules.ts';
import { createServer, type ServerOptions } from '../../../src/http/server.ts';
import { newNode } from '../../applications/new-node.ts';
import { engines } from '../../databases.ts';
import { listen, sampleOptions } from '../sample-server.ts';

const open = { access: { kind: 'public' } } as const;
const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

type Answer = { readonly status: string; readonly head: string };
type Client = { readonly ask: () => Promise<Answer>; readonly close: () => void };

/** A connection that asks for one address, one request at a time; rejects when it is closed without an answer. */
const client = (port: number, request: string): Client => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let asked: PromiseWithResolvers<Answer> | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (data: string) => {
    text += data;
    const at = text.indexOf('\r\n\r\n');
    const head = text.slice(0, at);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (at < 0 || text.length < at + 4 + length) return;
    text = text.slice(at + 4 + length);
    asked?.resolve({ status: head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3), head });
  });
  socket.on('error', () => {});
  socket.on('close', () => asked?.reject(new Error('closed without an answer')));
  const ask = (): Promise<Answer> => {
    asked = Promise.withResolvers<Answer>();
    socket.write(request);
    return asked.promise;
  };
  return { ask, close: () => socket.destroy() };
};
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;

const server = (given: Partial<ServerOptions>): FastifyInstance => {
  const app = createServer(sampleOptions(given));
  app.get('/work', { config: open, schema: { operationId: 'work' } }, async () => {
    block(4);
    return 'done';
  });
  app.post('/work', { config: open, schema: { operationId: 'workHard' } }, async () => {
    block(4);
    return 'done';
  });
  app.get('/probe', { config: { ...open, exempt: true }, schema: { hide: true } }, async () => 'alive');
  after(() => app.close());
  return app;
};

describe('more requests than there is time for', () => {
  test('are served or answered 503 with Retry-After; none is reset, and those who wait behind are not forgotten', async () => {
    const metrics = createMetrics();
    const lines: string[] = [];
    const log = { level: 'info', sample: 0, slowMs: 60_000, chance: () => 1 } as const;
    const app = server({
      metrics,
      overload: { maxInFlight: 1000, mostWaitMs: 30 },
      log: { ...log, stream: { write: (line) => void lines.push(line) } },
    });
    const port = await listen(app);
    const clients = Array.from({ length: 300 }, (_, n) => client(port, n % 3 === 0 ? post('/work') : get('/work')));
    const seen = new Map<string, number>();
    const answers = clients.map(() => 0);
    let sheds = '';
    let all = false;
    // Everybody asks again at once, until everybody has been answered three times.
    const hammer = async ({ ask, close }: Client, n: number): Promise<void> => {
      while (!all) {
        const { status, head } = await ask();
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status === '503') sheds = head;
        answers[n] = (answers[n] ?? 0) + 1;
        all ||= answers.every((count) => count >= 3);
      }
      close();
    };
    await Promise.all(clients.map(hammer));
    assert.deepEqual([...seen.keys()].toSorted(), ['200', '503']);
    assert.match(sheds, /retry-after: 1/i);
    assert.match(sheds, /x-request-id: /i);
    assert.ok(Math.max(...answers) <= 60, `one was answered ${Math.max(...answers)} times before another three times`);
    const shed = Number(/^cartwright_shed_total\{by="late"\} (\d+)$/m.exec(metrics.render())?.[1]);
    assert.equal(shed, seen.get('503'));
    assert.match(metrics.render(), new RegExp(`cartwright_refusals_total{error_code="overloaded"} ${shed}\n`));

    const told = () => lines.map((line) => JSON.parse(line) as { msg: string; refused?: { late: number } });
    while (told().reduce((sum, { refused }) => sum + (refused?.late ?? 0), 0) < shed) await wait(20);
    assert.ok(told().every(({ msg }) => msg === 'overloaded' || msg.startsWith('Server listening')));
  });

  test('wait as long as CARTWRIGHT_QUEUE_MS says', async () => {
    const [sqlite] = engines;
    assert.ok(sqlite);
    const node = await newNode(sqlite);
    after(node.close);
    const refusedOf = async (queueMs: string): Promise<number> => {
      const config = readConfig({ CARTWRIGHT_LOG_LEVEL: 'silent', CARTWRIGHT_QUEUE_MS: queueMs });
      const app = await createApp(node, config, () => false);
      // Fast machines answer as quickly as they are asked; so each takes two milliseconds to answer, and the others wait.
      app.server.prependListener('request', (_request, response) => void response.once('prefinish', () => block(2)));
      const port = await listen(app);
      const clients = Array.from({ length: 150 }, () => client(port, get('/nowhere')));
      const answers = await Promise.all(clients.map(({ ask }) => ask()));
      for (const { close } of clients) close();
      await app.close();
      return answers.filter(({ status }) => status === '503').length;
    };
    assert.ok((await refusedOf('10')) > 0);
    assert.equal(await refusedOf('60000'), 0);
  });

  test('do not keep a probe from its answer', async () => {
    const app = server({ overload: { maxInFlight: 0, mostWaitMs: 1 }, publicPath: '/shop' });
    const port = await listen(app);
    for (const path of ['/probe', '/probe?now=1', '/shop/probe', '/shop/probe/']) {
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/shop/work`)).status, 503);
    const shed = await fetch(`http://127.0.0.1:${port}/work`, { method: 'HEAD' });
    assert.deepEqual([shed.status, await shed.text()], [503, '']);
  });
});

describe('requests that wait for something else', () => {
  test('beyond the cap wait a little and are refused, and are taken again when others have ended', async () => {
    const app = server({ overload: { maxInFlight: 2, mostWaitMs: 50 } });
    const release = Promise.withResolvers<void>();
    app.get('/slow', { config: open }, async () => release.promise.then(() => 'done'));
    const port = await listen(app);
    const both = [client(port, get('/slow')), client(port, get('/slow'))];
    const served = both.map(({ ask }) => ask());
    const third = client(port, get('/slow'));
    while ((await third.ask()).status !== '503');
    release.resolve();
    assert.deepEqual(
      (await Promise.all(served)).map(({ status }) => status),
      ['200', '200'],
    );
    // A machine that stands still for the fiftieth part of a second makes him wait too long once more.
    while ((await third.ask()).status !== '200');
    for (const { close } of [...both, third]) close();
  });

  test('a body that does not come and a live stream are nobody’s queue', async () => {
    const app = server({ overload: { maxInFlight: 1, mostWaitMs: 60_000 } });
    app.get('/live', { config: open }, async (_request, reply) =>
      reply
        .type('text/plain')
        .send(new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('and so on')) })),
    );
    const port = await listen(app);
    const slow = connect(port, '127.0.0.1');
    slow.write('POST /work HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
    const live = await fetch(`http://127.0.0.1:${port}/live`);
    assert.equal(live.status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${port}/work`)).status, 200);
    slow.destroy();
    await live.body?.cancel();
  });
});

describe('how many may be in progress', () => {
  const limits = { maxInFlight: 1000, mostWaitMs: 500 };
  const cases: readonly (readonly [string, Parameters<typeof mostInProgress>[0], number])[] = [
    ['nothing happened', { lastedMs: 3_600_000, answered: 0, fewest: 0, wasFull: false, isOverrun: false }, 1000],
    ['a burst that was served', { lastedMs: 500, answered: 900, fewest: 3, wasFull: false, isOverrun: false }, 1000],
    ['a few that hang', { lastedMs: 500, answered: 0, fewest: 100, wasFull: false, isOverrun: false }, 1000],
    [
      'a queue that stays, at 360 a second',
      { lastedMs: 500, answered: 180, fewest: 700, wasFull: false, isOverrun: false },
      180,
    ],
    [
      'a queue that stays and hardly moves',
      { lastedMs: 500, answered: 1, fewest: 700, wasFull: false, isOverrun: false },
      100,
    ],
    [
      'a queue that was cut, and others wait for a place',
      { lastedMs: 500, answered: 90, fewest: 60, wasFull: true, isOverrun: false },
      100,
    ],
    [
      'a queue that was cut, and nobody waits any more',
      { lastedMs: 500, answered: 90, fewest: 60, wasFull: false, isOverrun: false },
      1000,
    ],
    [
      'a loop that is overrun, at 360 a second',
      { lastedMs: 500, answered: 180, fewest: 90, wasFull: true, isOverrun: true },
      54,
    ],
    [
      'a loop that is overrun and hardly moves',
      { lastedMs: 500, answered: 1, fewest: 90, wasFull: true, isOverrun: true },
      32,
    ],
    [
      'a queue that is as fast as it is long',
      { lastedMs: 500, answered: 5000, fewest: 700, wasFull: false, isOverrun: false },
      1000,
    ],
  ];
  for (const [name, stretch, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(mostInProgress(stretch, limits), expected));
  }
});
