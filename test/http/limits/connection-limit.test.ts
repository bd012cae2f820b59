import assert from 'node:assert/strict';
import { connect, createServer, Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { limitConnections } from '../../../src/http/limits/connection-limit.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { newNode } from '../../applications/new-node.ts';
import { engines } from '../../databases.ts';
import { listen, sampleServer } from '../sample-server.ts';
import { patience } from '../../patience.ts';

/** A connection that says nothing, from one of the addresses of this machine. */
const open = async (port: number, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
};
const ended = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : new Promise((resolve) => socket.resume().once('close', resolve));
const isServed = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/anything`, { method: 'POST' }).catch(() => undefined);
  return answer?.status === 200;
};

describe('connections of one address', () => {
  test('beyond its share are closed unread, while others are served; those that leave make room', async () => {
    const metrics = createMetrics();
    const app = sampleServer({ metrics, limits: { connectionsPerAddress: 20 } });
    after(() => app.close());
    const port = await listen(app);
    const greedy = await Promise.all(Array.from({ length: 50 }, () => open(port, '127.0.0.9')));
    while (greedy.filter(({ closed, readableEnded }) => closed || readableEnded).length < 30) {
      for (const socket of greedy) socket.resume();
      await wait(5);
    }
    assert.match(metrics.render(), /^cartwright_connections_refused_total\{by="address"\} 30$/m);
    assert.match(metrics.render(), /^cartwright_connections 20$/m);
    assert.equal(await isServed(port), true, 'from another address');
    for (const socket of greedy) socket.destroy();
    while (!/^cartwright_connections [01]$/m.test(metrics.render())) await wait(5);
    const again = await open(port, '127.0.0.9');
    again.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(String(await new Promise((resolve) => again.once('data', resolve))), /^HTTP\/1\.1 404 /);
    again.destroy();
  });

  test('of one network of IPv6 are as many as two addresses have', () => {
    const server = createServer();
    const refused: string[] = [];
    const onRefused = (by: string) => void refused.push(by);
    const connections = limitConnections(server, { most: 100, perAddress: 3, isProxy: () => false, onRefused });
    const sockets = Array.from({ length: 8 }, (_, at) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: `2001:db8:1:${at}::1` });
      server.emit('connection', socket);
      return socket;
    });
    assert.deepEqual([connections.open(), refused], [6, ['address', 'address']]);
    sockets[0]?.emit('close');
    const elsewhere = ['2001:db8:1:9::1', '2001:db8:2::1', '2001:db8:1:a::1'];
    for (const remoteAddress of elsewhere) {
      server.emit('connection', Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }));
    }
    assert.deepEqual([connections.open(), refused.length], [7, 3]);
  });

  test('are not counted for a trusted proxy', async () => {
    for (const trustedProxies of [['127.0.0.9'], ['10.1.2.3', '127.0.0.0/24'], ['loopback']]) {
      const app = sampleServer({ trustedProxies, limits: { connectionsPerAddress: 2 } });
      const port = await listen(app);
      const sockets = await Promise.all(Array.from({ length: 5 }, () => open(port, '127.0.0.9')));
      for (const socket of sockets) {
        socket.write('GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n');
        assert.match(String(await new Promise((resolve) => socket.once('data', resolve))), /^HTTP\/1\.1 404 /);
        socket.destroy();
      }
      await app.close();
    }
  });

  test('are as many as CARTWRIGHT_ADDRESS_CONNECTIONS says', async () => {
    const [sqlite] = engines;
    assert.ok(sqlite);
    const node = await newNode(sqlite);
    const environment = { ...patience, CARTWRIGHT_ADDRESS_CONNECTIONS: '3', CARTWRIGHT_LOG_LEVEL: 'silent', PORT: '0' };
    const app = await createApp(node, readConfig(environment), () => false);
    after(async () => {
      await app.close();
      await node.close();
    });
    const port = await listen(app);
    const kept = [await open(port), await open(port), await open(port)];
    await ended(await open(port));
    assert.equal(kept.filter(({ closed }) => closed).length, 0);
    for (const socket of kept) socket.destroy();
  });
});
