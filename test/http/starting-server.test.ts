import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type RequestOptions, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { createDoor, type DoorOptions } from '../../src/http/door.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { holdPort } from '../../src/http/starting-server.ts';
import { sampleServer } from './sample-server.ts';

const host = '127.0.0.1';
const placeOf = (port: number) => ({ host, port, backlog: 511 });
const answering = { newRequestId: () => 'r-1', publicPath: '/shop' };
const hold = async (options: DoorOptions = {}) => {
  const door = createDoor(options);
  const held = await holdPort(placeOf(0), door, answering);
  const { port } = door.server.address() as AddressInfo;
  return { door, held, port };
};
/** The status of an answer, or why there was none. */
const ask = (options: RequestOptions): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    get({ host, ...options }, (response) => response.resume().once('end', () => resolve(response.statusCode))).once(
      'error',
      ({ message }) => resolve(message),
    );
  });
const said = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

describe('a port that is held while a node starts', () => {
  test('answers that the process lives and is not ready, and is free at once when it is let go', async () => {
    const { held, port } = await hold();
    assert.equal((await fetch(`http://${host}:${port}/healthz`)).status, 200);
    const early = await fetch(`http://${host}:${port}/readyz`);
    assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1']);
    assert.equal(((await early.json()) as { error_code: string }).error_code, 'overloaded');
    const browser = await fetch(`http://${host}:${port}/`, { headers: { accept: 'text/html,*/*' } });
    assert.equal(browser.status, 503);
    const page = await browser.text();
    assert.match(page, /<h1>This page cannot be shown now<\/h1>/);
    assert.match(page, /<a href="\/shop\/">Go to the front page<\/a>/);
    await held.release();
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await held.release();
  });

  test('is told to be taken, with what to do', async () => {
    const taken = createServer().listen(0, host);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(holdPort(placeOf(port), createDoor({}), answering), /is in use .* choose another port: PORT=/);
    taken.close();
  });

  test('is handed to the app with every connection: all who ask meanwhile are answered', async () => {
    const { door, port } = await hold();
    const app = sampleServer({ door });
    const answers = new Map<number | string | undefined, number>();
    const enough = new AbortController();
    const shopper = async (_: unknown, at: number): Promise<void> => {
      const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 });
      while (!enough.signal.aborted) {
        const status = await ask({ port, agent, path: '/nothing' });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      agent.destroy();
    };
    const shoppers = Array.from({ length: 8 }, shopper);
    while ((answers.get(503) ?? 0) < 20) await ask({ port });
    await app.listen(placeOf(port));
    while ((answers.get(404) ?? 0) < 20) await ask({ port });
    enough.abort();
    await Promise.all(shoppers);
    assert.deepEqual(new Set(answers.keys()), new Set([404, 503]));
    await app.close();
  });

  test('a connection of that time is served, counted and closed by the app like any other', async () => {
    const { door, port } = await hold({ limits: { connectionsPerAddress: 3 } });
    const [silent, half, kept] = [connect(port, host), connect(port, host), connect(port, host)];
    await Promise.all([silent, half, kept].map((socket) => once(socket, 'connect')));
    kept.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(await said(kept), /^HTTP\/1\.1 503 /);
    half.write('GET /nothing HTTP/1.1\r\n');
    const fourth = connect(port, host).on('error', () => undefined);
    await once(fourth.resume(), 'close');

    const metrics = createMetrics();
    const app = sampleServer({ door, metrics });
    await app.listen(placeOf(port));
    assert.match(metrics.render(), /^cartwright_connections 3$/m);
    half.write('Host: a\r\n\r\n');
    for (const socket of [silent, kept]) socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    for (const answer of await Promise.all([silent, half, kept].map(said))) assert.match(answer, /^HTTP\/1\.1 404 /);
    const fifth = connect(port, host).on('error', () => undefined);
    await once(fifth.resume(), 'close');
    assert.match(metrics.render(), /^cartwright_connections_refused_total\{by="address"\} 1$/m);

    const closed = Promise.all([silent, half, kept].map((socket) => once(socket.resume(), 'close')));
    await app.close();
    await closed;
    assert.equal(await ask({ port }), `connect ECONNREFUSED ${host}:${port}`);
  });

  test('a body that nobody reads does not keep its connection, and its sender finds the answer', async () => {
    const { held, port } = await hold({ limits: { lingerMs: 50 } });
    const sent = request({ host, port, method: 'POST', headers: { 'content-length': 1000 } });
    sent.on('error', () => undefined).write('the beginning');
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; headers: Record<string, string> }];
    assert.deepEqual([answer.statusCode, answer.headers['connection']], [503, 'close']);
    await once(sent, 'close');
    await held.release();
  });
});
