/** Whoever asks for large answers and does not read them takes the place of nobody, and not without end of the memory. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { countedUnread } from '../../../src/http/answers/unread-parts.ts';
import { createServer } from '../../../src/http/server.ts';
import { listen, rawExchange, sampleOptions } from '../sample-server.ts';

const open = { access: { kind: 'public' } } as const;
/** More than the system keeps of a connection that nobody reads. */
const large = Buffer.alloc(20_000_000, 'x');

const serve = async () => {
  const app = createServer(sampleOptions({ overload: { maxInFlight: 2, mostWaitMs: 50 } }));
  let tell = (): void => {};
  app.get('/large', { config: open, schema: { hide: true } }, async () => {
    tell();
    return large;
  });
  app.get('/parts', { config: open, schema: { hide: true } }, async (_request, reply) => {
    const parts = async function* () {
      tell();
      for (let part = 0; part < 2; part += 1) yield large;
    };
    const unread = countedUnread(
      parts(),
      ({ length }) => length,
      (bytes) => app.waitUnread(reply, bytes),
    );
    return reply.send(Readable.from(unread));
  });
  app.get('/small', { config: open, schema: { hide: true } }, async () => 'small');
  const port = await listen(app);
  const sockets: Socket[] = [];
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  /** Asks, and does not read until it is told to. */
  const ask = async (path = '/large'): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    const made = new Promise<void>((resolve) => {
      tell = resolve;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await made;
    return socket;
  };
  return { port, ask };
};

const readAll = (socket: Socket): Promise<number> =>
  new Promise((resolve) => {
    let bytes = 0;
    socket.on('data', (some: Buffer) => {
      bytes += some.length;
    });
    socket.on('close', () => resolve(bytes));
  });

describe('answers that are not read', () => {
  test('keep nobody from being served', async () => {
    const { port, ask } = await serve();
    for (let count = 0; count < 3; count += 1) await ask();
    const answer = await rawExchange(port, 'GET /small HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1.1 200 [\s\S]*small$/);
  });

  test('of one address take so much and no more: the one that waits longest goes', async () => {
    const { ask } = await serve();
    const [longest, ...others] = [await ask(), await ask(), await ask(), await ask()];
    assert.ok(longest);
    assert.ok((await readAll(longest)) < large.length);
    for (const other of others) assert.ok((await readAll(other)) > large.length);
  });

  test('count with what is at hand of them where they are made as they are read', async () => {
    const { ask } = await serve();
    const [longest, ...others] = [await ask('/parts'), await ask('/parts'), await ask(), await ask('/parts')];
    assert.ok(longest);
    assert.ok((await readAll(longest)) < 2 * large.length);
    const read = await Promise.all(others.map(readAll));
    assert.deepEqual(
      read.map((bytes) => Math.floor(bytes / large.length)),
      [2, 1, 2],
    );
  });
});
