/** Everything of docs/operations/deploy.md on one machine: a balancer, three nodes, a pooler, two PostgreSQL servers, etcd. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Serving, serving, type Variables } from '../commands/run-cartwright.ts';
import { type Doors, setUpShop } from '../faults/crash-orders.ts';
import { quiet } from '../faults/crash-shop.ts';
import { deployed, etcdPart, isPrimary, poolerParts, type Server, serverPart } from './database-parts.ts';
import { freePort } from '../free-port.ts';
import { type Part, ownProcess } from './own-process.ts';

export type NodePlace = { readonly start: () => Promise<void>; readonly current: () => Serving };
export type Installation = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly doors: Doors;
  readonly balancer: Part;
  readonly pooler: Part;
  readonly servers: readonly Server[];
  readonly nodes: readonly NodePlace[];
  readonly folder: string;
  readonly end: () => Promise<void>;
};

export const until = async (what: string, isSo: () => Promise<boolean>, seconds = 120): Promise<void> => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200)) if (await isSo()) return;
  throw new Error(`${what} did not come within ${seconds} s`);
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
};

const nodePlace = async (variables: Variables, port: number): Promise<NodePlace> => {
  const start = (): Promise<Serving> => serving({ ...variables, ...quiet, PORT: String(port) });
  let node = await start();
  return {
    start: async () => {
      node = await start();
    },
    current: () => node,
  };
};

const balancerPart = async (folder: string, ports: readonly number[]): Promise<{ part: Part; url: string }> => {
  const [port, watch] = [await freePort(), await freePort()];
  const lines = ports.map((at, n) => `    server node${n} 127.0.0.1:${at}`);
  const config = deployed('haproxy/cartwright.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind 127.0.0.1:8404', `bind 127.0.0.1:${watch}`)
    .replace(/^ {4}server-template.*$/m, lines.join('\n'));
  writeFileSync(join(folder, 'cartwright.cfg'), config);
  const args = ['-db', '-f', join(folder, 'cartwright.cfg')];
  return { part: ownProcess({ name: 'balancer', command: 'haproxy', args, folder }), url: `http://127.0.0.1:${port}` };
};

export const install = async (tell: (line: string) => void): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-topology-'));
  chmodSync(folder, 0o777);
  const parts: Part[] = [];
  const nodes: NodePlace[] = [];
  const started = async (part: Part): Promise<Part> => {
    parts.push(part);
    await part.start();
    return part;
  };
  const end = async (): Promise<void> => {
    for (const node of nodes) node.current().signal('SIGKILL');
    for (const part of parts) part.signal('SIGCONT');
    await Promise.all(parts.map((part) => part.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const etcd = await etcdPart(folder);
    await started(etcd.part);
    const servers: Server[] = [];
    for (const name of ['pg1', 'pg2']) {
      const server = await serverPart(folder, name, etcd);
      servers.push(server);
      await started(server.part);
      tell(`starting ${name}`);
      if (name === 'pg1') await until('a primary', () => isPrimary(server));
    }
    const [primary] = servers;
    const api = `http://127.0.0.1:${primary?.api}`;
    const isInStep = async (): Promise<boolean> => {
      const cluster = (await (await fetch(`${api}/cluster`)).json()) as { members: readonly { role: string }[] };
      return cluster.members.some(({ role }) => role === 'sync_standby');
    };
    await until('a synchronous standby', isInStep);
    const pooled = await poolerParts(folder, servers);
    for (const part of pooled.parts) await started(part);
    const [, pooler] = pooled.parts;
    const variables = { CARTWRIGHT_DATA: folder, DATABASE_URL: pooled.url, CARTWRIGHT_WAIT_MS: '1000' };
    tell('furnishing the shop through PgBouncer');
    const doors = await setUpShop({ variables });
    const trusting = { ...variables, CARTWRIGHT_TRUSTED_PROXIES: 'loopback', CARTWRIGHT_DRAIN_SECONDS: '3' };
    const ports = [await freePort(), await freePort(), await freePort()];
    for (const port of ports) nodes.push(await nodePlace(trusting, port));
    const balancer = await balancerPart(folder, ports);
    await started(balancer.part);
    await until('the balancer', () => answers(`${balancer.url}/healthz`));
    const { url } = balancer;
    return { url, databaseUrl: pooled.url, doors, balancer: balancer.part, pooler, servers, nodes, folder, end };
  } catch (error) {
    await end();
    throw error;
  }
};
