/** Everything of docs/operations/deploy.md on one machine: a balancer, three nodes, a pooler, two PostgreSQL servers, etcd, three NATS servers. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Serving, serving, type Variables } from '../commands/run-cartwright.ts';
import { type Doors, setUpShop } from '../faults/crash-orders.ts';
import { quiet } from '../faults/crash-shop.ts';
import { deployed, etcdPart, isPrimary, poolerParts, type Server, serverPart, serverUrl } from './database-parts.ts';
import { freePort } from '../free-port.ts';
import { brokerParts, type Brokers } from './broker-parts.ts';
import { type Line, openLine } from './fault-line.ts';
import { type Part, ownProcess } from './own-process.ts';

export type NodePlace = {
  readonly start: () => Promise<void>;
  readonly current: () => Serving;
  /** From the balancer to it, and from it to the database. */
  readonly door: Line;
  readonly database: Line;
};
export type Installation = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly doors: Doors;
  readonly balancer: Part;
  readonly pooler: Part;
  readonly servers: readonly Server[];
  readonly nodes: readonly NodePlace[];
  readonly brokers: Brokers;
  readonly folder: string;
  readonly end: () => Promise<void>;
};

const NODES = 3;

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

const nodePlace = async (variables: Variables & { readonly DATABASE_URL: string }): Promise<NodePlace> => {
  const port = await freePort();
  const url = new URL(variables.DATABASE_URL);
  const [door, database] = [await openLine(port), await openLine(Number(url.port))];
  url.port = String(database.port);
  const own = { ...variables, ...quiet, DATABASE_URL: url.href, PORT: String(port) };
  const start = (): Promise<Serving> => serving(own);
  let node = await start();
  return {
    door,
    database,
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
    await Promise.all(nodes.flatMap(({ door, database }) => [door.close(), database.close()]));
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
    const brokers = await brokerParts(folder);
    for (const part of brokers.parts) await started(part);
    const trusting = {
      ...variables,
      ...brokers.variables,
      CARTWRIGHT_TRUSTED_PROXIES: 'loopback',
      CARTWRIGHT_DRAIN_SECONDS: '3',
      // Both: whichever is the primary follows nobody and is left out.
      DATABASE_REPLICA_URL: servers.map(serverUrl).join(','),
    };
    while (nodes.length < NODES) nodes.push(await nodePlace(trusting));
    const balancer = await balancerPart(
      folder,
      nodes.map(({ door }) => door.port),
    );
    await started(balancer.part);
    await until('the balancer', () => answers(`${balancer.url}/healthz`));
    const { url } = balancer;
    const databaseUrl = pooled.url;
    return { url, databaseUrl, doors, balancer: balancer.part, pooler, servers, nodes, brokers, folder, end };
  } catch (error) {
    await end();
    throw error;
  }
};
