/** Connections are kept for the next delivery; one that the receiver closed meanwhile is no failure of his. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { keptConnections, sendEvent } from '../../src/webhooks/courier/send-delivery.ts';
import { sharedLookups } from '../../src/http/outgoing/check-address.ts';
import { reach } from './webhook-server.ts';

const event = { id: 'e', slug: 's', body: '{}', sequenceKey: null, sequence: null };
const secrets = { secrets: [{ secret: 'a secret of sixteen', endsAt: null }], headers: {} } as const;
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok';

test('a delivery over a connection that is just being closed goes over a new one', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let requests = 0;
    socket
      .on('error', () => {})
      .on('data', () => {
        requests += 1;
        // As a server that closes idle connections: the second request meets the end of the first one's connection.
        if (requests === 1) socket.write(OK);
        else socket.resetAndDestroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const agents = keptConnections();
  const send = () => sendEvent(event, { url, secrets, reach, agents, now: () => 0 });
  try {
    const outcomes = [await send(), await send()].map(({ outcome }) => outcome);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind === 'answered' && outcome.status),
      [200, 200],
    );
    assert.equal(sockets.length, 2, 'the first was used twice, then a new one');
  } finally {
    agents.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test('a name is asked for once at a time, and anew afterwards', async () => {
  let asked = 0;
  const slow = Promise.withResolvers<void>();
  const resolve = sharedLookups(async (host) => {
    asked += 1;
    await slow.promise;
    return [host];
  });
  const answers = [resolve('a'), resolve('a'), resolve('b')];
  slow.resolve();
  assert.deepEqual(await Promise.all(answers), [['a'], ['a'], ['b']]);
  assert.equal(asked, 2);
  await resolve('a');
  assert.equal(asked, 3);
});
