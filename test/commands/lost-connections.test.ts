/** Connections that are handed to a worker that does not take them any more: real workers of node:cluster, and a real client. */
import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { closingLostConnections } from '../../src/commands/workers/lost-connections.ts';

/** Told to close, it stands still until it is let go, and only then closes: whatever was handed to it meanwhile comes too late. */
const program = `
import { readSync } from 'node:fs';
import { createServer } from 'node:net';
const server = createServer((client) => client.end('served'));
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  process.send({ still: true });
  readSync(0, Buffer.alloc(1));
  server.close();
});
`;
const folder = mkdtempSync(join(tmpdir(), 'cartwright-worker-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a connection that the last worker does not take any more is closed while the worker still ends', async () => {
  const exec = join(folder, 'worker.mjs');
  writeFileSync(exec, program);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec, args: [], execArgv: [], silent: true });
  const worker = cluster.fork();
  const { process: child } = worker;
  const letGo = (): void => void child.stdin?.write('x');
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean;
  const sending = (...given: readonly unknown[]): boolean => {
    const isSent = send(...given);
    if ((given[0] as { readonly act?: string }).act === 'newconn') letGo();
    return isSent;
  };
  Object.assign(child, { send: sending });
  closingLostConnections()(worker);
  try {
    const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
    worker.send('close');
    await once(worker, 'message');
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    let served = '';
    client.on('data', (data: Buffer) => (served += data.toString()));
    await once(client, 'close');
    assert.equal(served, '');
    assert.equal(child.exitCode, null, 'the worker has still to end');
  } finally {
    child.kill('SIGKILL');
  }
});
