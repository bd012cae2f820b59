/** A request that is answered before its body has come: the answer arrives, and nothing of the connection stays. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { listen, sampleServer } from '../sample-server.ts';

const app = sampleServer({ limits: { lingerMs: 3000 } });
const busy = sampleServer({ limits: { lingerMs: 3000 }, overload: { maxInFlight: 0, mostWaitMs: 1 } });
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));
  scope.put(
    '/feed',
    { config: { access: { kind: 'permission', permission: 'things/read' }, streams: true }, schema: { hide: true } },
    async () => 'taken',
  );
  const open = { access: { kind: 'public' }, streams: true } as const;
  scope.put('/deaf', { config: open, schema: { hide: true } }, async () => 'ok');
  const limited = { access: { kind: 'application' }, streams: true } as const;
  scope.put('/limited', { config: limited, schema: { hide: true } }, async () => 'ok');
});
let [port, busyPort] = [0, 0];
before(async () => {
  port = await listen(app);
  busyPort = await listen(busy);
});
after(() => Promise.all([app.close(), busy.close()]));

const connections = (of: FastifyInstance): Promise<number> => promisify(of.server.getConnections.bind(of.server))();

/**
 * Sends its head, then a little of the body now and then for as long as somebody takes it, whatever it was answered; as much as is
 * no chunk that is too small, because on a busy machine the answer comes after hundreds of them.
 */
const trickle = (to: number, path: string, headers: readonly string[]): Promise<string> => {
  const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
  const lines = [`PUT ${path} HTTP/1.1`, 'Host: a', ...headers, 'Transfer-Encoding: chunked', '', ''];
  socket.write(lines.join('\r\n'));
  const timer = setInterval(() => socket.write(`10\r\n${'['.repeat(16)}\r\n`), 5);
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data: Buffer) => (text += data));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
  });
};

const json = 'Content-Type: application/json';
type Case = readonly [who: string, status: number, path: string, headers: readonly string[]];
const cases: readonly Case[] = [
  ['nobody', 401, '/feed', [json]],
  ['the wrong caller', 403, '/feed', [json, 'Authorization: Bearer application']],
  ['a caller over his quota', 429, '/limited', [json, 'Authorization: Bearer limited']],
  ['an address that does not exist', 404, '/nowhere', [json]],
  ['an address that cannot be read', 400, '/%zz', [json]],
  ['a method that is not taken', 405, '/anything', [json]],
  ['a media type that is not taken', 415, '/feed', ['Content-Type: text/csv', 'Authorization: Bearer owner']],
  ['a route that leaves its body unread', 200, '/deaf', [json]],
];

/** Slow senders of every kind at once: each finds its answer, and then none has a connection left. */
const sendSlowly = async (of: FastifyInstance, to: number, kinds: readonly Case[]): Promise<void> => {
  const senders = kinds.flatMap(([who, status, path, headers]) =>
    Array.from({ length: 40 }, () => ({ who, status, answer: trickle(to, path, headers) })),
  );
  for (const { who, status, answer } of senders) {
    assert.match(await answer, new RegExp(`^HTTP/1.1 ${status} `), who);
    assert.match(await answer, /\r\nconnection: close\r\n/i, who);
  }
  while ((await connections(of)) > 0) await wait(5);
};

describe('an answer that goes out before the body came', () => {
  test('closes its connection, however slowly the body goes on', async () => {
    const limited = { method: 'PUT', url: '/limited', headers: { authorization: 'Bearer limited' } } as const;
    for (let n = 0; n < 3; n += 1) await app.inject(limited);
    await sendSlowly(app, port, cases);
  });

  test('does so when it was shed', async () => {
    await sendSlowly(busy, busyPort, [['anybody', 503, '/anything', [json]]]);
  });

  test('a sender of more than the limit reads his 413, however fast he sends', async () => {
    const body = Buffer.alloc(4_000_000, ' ');
    for (let n = 0; n < 10; n += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/anything`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(answer.status, 413);
      assert.equal(((await answer.json()) as { error_code: string }).error_code, 'body_too_large');
    }
  });

  test('a refused request whose body is there keeps its connection', async () => {
    const socket = connect(port, '127.0.0.1');
    const request = `PUT /feed HTTP/1.1\r\nHost: a\r\n${json}\r\nContent-Length: 2\r\n\r\n[]`;
    let text = '';
    socket.on('data', (data: Buffer) => (text += data));
    for (const count of [1, 2, 3]) {
      socket.write(request);
      while (text.split('HTTP/1.1 401 ').length - 1 < count) await wait(1);
    }
    assert.doesNotMatch(text, /connection: close/i);
    socket.destroy();
  });
});
