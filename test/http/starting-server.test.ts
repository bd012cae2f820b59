import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { holdPort } from '../../src/http/starting-server.ts';
import { freePort } from '../free-port.ts';

const host = '127.0.0.1';

describe('a port that is held while a node starts', () => {
  test('answers that the process lives and is not ready, and is free at once when it is let go', async () => {
    const port = await freePort();
    const held = await holdPort({ host, port }, () => 'r-1');
    assert.equal((await fetch(`http://${host}:${port}/healthz`)).status, 200);
    const early = await fetch(`http://${host}:${port}/readyz`);
    assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1']);
    assert.equal(((await early.json()) as { error_code: string }).error_code, 'overloaded');
    await held.release();
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    server.close();
    await held.release();
  });

  test('is not held when the system is to choose it', async () => {
    await (await holdPort({ host, port: 0 }, () => 'r-1')).release();
  });

  test('is told to be taken, with what to do', async () => {
    const taken = createServer().listen(0, host);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await assert.rejects(
      holdPort({ host, port }, () => 'r-1'),
      /is in use .* choose another port: PORT=/,
    );
    taken.close();
  });
});
