/** Whoever sends most of a large body on many connections, and not the rest, has so much of the memory and no more. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { listen, sampleServer } from '../sample-server.ts';

const LENGTH = 60_000;
const body = JSON.stringify('x'.repeat(LENGTH - 2));

const serve = async () => {
  const metrics = createMetrics();
  const app = sampleServer({ metrics, limits: { bodyBytesPerAddress: 100_000, bodyBytes: 230_000 } });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const config = { access: { kind: 'public' }, streams: true } as const;
    scope.post('/stream', { config, schema: { hide: true } }, async ({ body: sent }) => {
      let bytes = 0;
      for await (const piece of sent as AsyncIterable<Buffer>) bytes += piece.length;
      return { bytes };
    });
  });
  const port = await listen(app);
  const sockets: Socket[] = [];
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const number = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics.render())?.[1] ?? 0);
  const begin = (localAddress: string, head: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    let answer = '';
    const ended = new Promise<string>((resolve) => {
      socket.on('data', (some: Buffer) => (answer += some));
      socket.on('close', () => resolve(answer));
      socket.on('error', () => resolve(answer));
    });
    socket.write(`POST ${head}\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`);
    return { socket, ended };
  };
  /** All but the last byte, of which the node has some when this is over; it comes when `finish` is called. */
  const half = async (localAddress = '127.0.0.1') => {
    const before = number('cartwright_arriving_body_bytes') + givenUp();
    const { socket, ended } = begin(localAddress, '/anything HTTP/1.1');
    socket.write(`Content-Length: ${LENGTH}\r\n\r\n${body.slice(0, -1)}`);
    while (number('cartwright_arriving_body_bytes') + givenUp() === before) await wait(2);
    return { ended, finish: () => (socket.write(body.slice(-1)), ended) };
  };
  const givenUp = (): number =>
    number('cartwright_bodies_given_up_total\\{by="address"\\}') +
    number('cartwright_bodies_given_up_total\\{by="node"\\}');
  return { port, begin, half, number };
};

describe('bodies that are still coming', () => {
  test('of one address take so much and no more: the one that has been coming longest is given up', async () => {
    const { half, number } = await serve();
    const [longest, ...others] = [await half(), await half(), await half()];
    const answer = await longest?.ended;
    assert.match(answer ?? '', /^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"error_code":"too_many_bodies"/);
    for (const { finish } of others) assert.match(await finish(), /^HTTP\/1\.1 200 /);
    assert.equal(number('cartwright_bodies_given_up_total\\{by="address"\\}'), 1);
    assert.equal(number('cartwright_arriving_body_bytes'), 0);
  });

  test('of all addresses together take so much and no more', async () => {
    const { half, number } = await serve();
    const all = [];
    for (let at = 2; at < 8; at += 1) all.push(await half(`127.0.0.${at}`));
    const [longest, ...others] = all;
    const answer = await longest?.ended;
    assert.match(answer ?? '', /^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n[\s\S]*"error_code":"overloaded"/);
    for (const { finish } of others) assert.match(await finish(), /^HTTP\/1\.1 200 /);
    assert.equal(number('cartwright_bodies_given_up_total\\{by="node"\\}'), 1);
  });

  test('count their pieces, too: many small ones take more than their bytes', async () => {
    const { port, number } = await serve();
    const socket = connect(port, '127.0.0.1');
    after(() => socket.destroy());
    const answered = (): Promise<string> =>
      new Promise((resolve) => {
        socket.once('data', (some: Buffer) => resolve(String(some)));
      });
    // On a connection that is known what comes next begins before its body is looked at.
    socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(await answered(), /^HTTP\/1\.1 404 /);
    socket.write('POST /anything HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
    socket.write(`Transfer-Encoding: chunked\r\n\r\n${`10\r\n${' '.repeat(16)}\r\n`.repeat(500)}`);
    while (number('cartwright_arriving_body_bytes') < 500 * 256 - 16_384) await wait(2);
    socket.write(`10\r\n${' '.repeat(15)}1\r\n0\r\n\r\n`);
    assert.match(await answered(), /^HTTP\/1\.1 200 [\s\S]*"received":1\}$/);
  });

  test('are not those that are read as they come', async () => {
    const { begin, half, number } = await serve();
    const { socket, ended } = begin('127.0.0.1', '/stream HTTP/1.1');
    socket.write(`Content-Length: 1000000\r\n\r\n${' '.repeat(999_999)}`);
    const other = await half();
    socket.write(' ');
    assert.match(await ended, /^HTTP\/1\.1 200 [\s\S]*\{"bytes":1000000\}$/);
    assert.equal(number('cartwright_arriving_body_bytes') < LENGTH, true);
    assert.match(await other.finish(), /^HTTP\/1\.1 200 /);
  });

  test('that are complete take nothing up any more', async () => {
    const { port, number } = await serve();
    for (let count = 0; count < 10; count += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/anything`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(answer.status, 200);
      await answer.text();
    }
    assert.equal(number('cartwright_arriving_body_bytes'), 0);
  });
});
