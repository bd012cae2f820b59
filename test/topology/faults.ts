/** What happens to an installation while shoppers are at it, and how it is mended. One at a time: an installation survives the loss of any one part. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isPrimary, type Server, serverUrl } from './database-parts.ts';
import { type Installation, type NodePlace, until } from './installation.ts';
import { type Line, type Trouble, troubles } from './fault-line.ts';
import type { Part } from './own-process.ts';

export type Fault = { readonly name: string; readonly happen: (at: Installation) => Promise<void> };

const oneOf = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
};
const between = (least: number, most: number): Promise<void> => pause(least + Math.random() * (most - least));

const paused = async (part: Pick<Part, 'signal'>, least: number, most: number): Promise<void> => {
  part.signal('SIGSTOP');
  await between(least, most);
  part.signal('SIGCONT');
};
const killed = async (part: Part, most: number): Promise<void> => {
  await part.kill();
  await between(0, most);
  await part.start();
};

const aNode = ({ nodes }: Installation): NodePlace => oneOf(nodes);
const primaryOf = async ({ servers }: Installation): Promise<Server> => {
  for (const server of servers) if (await isPrimary(server)) return server;
  throw new Error('there is no primary');
};
const standbyOf = async (at: Installation): Promise<Server> => {
  const primary = await primaryOf(at);
  return oneOf(at.servers.filter((server) => server !== primary));
};
const told = async (server: Server, sql: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl(server) });
  await client.connect();
  await client.query(`select ${sql}`);
  await client.end();
};
/** Both serve again, and one follows the other step by step. */
const inStep = (at: Installation): Promise<void> =>
  until('a synchronous standby', async () => {
    for (const { api } of at.servers) {
      const members = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2000) })
        .then(
          async (answer) => ((await answer.json()) as { members: readonly { role: string; state: string }[] }).members,
        )
        .catch(() => []);
      const roles = members.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role);
      if (roles.includes('leader') && roles.includes('sync_standby')) return true;
    }
    return false;
  });

const troubled = async (line: Line, kind: Trouble): Promise<void> => {
  line.trouble(kind);
  await between(1000, 6000);
  line.mend();
};
const lineFaults = troubles.flatMap((kind): readonly Fault[] => [
  { name: `the line to a node is ${kind}`, happen: (at) => troubled(aNode(at).door, kind) },
  { name: `the line of a node to the database is ${kind}`, happen: (at) => troubled(aNode(at).database, kind) },
]);

export const faults: readonly Fault[] = [
  ...lineFaults,
  { name: 'a broker is killed', happen: ({ brokers }) => killed(oneOf(brokers.parts), 3000) },
  { name: 'a broker is paused', happen: ({ brokers }) => paused(oneOf(brokers.parts), 1000, 8000) },
  {
    name: 'a node is killed',
    happen: async (at) => {
      const node = aNode(at);
      node.current().signal('SIGKILL');
      await node.current().ended;
      await between(0, 3000);
      await node.start();
    },
  },
  {
    name: 'a node is told to stop',
    happen: async (at) => {
      const node = aNode(at);
      await node.current().stop();
      await node.start();
    },
  },
  { name: 'a node is paused', happen: (at) => paused(aNode(at).current(), 1000, 8000) },
  { name: 'the balancer is killed', happen: ({ balancer }) => killed(balancer, 2000) },
  { name: 'the balancer is paused', happen: ({ balancer }) => paused(balancer, 500, 4000) },
  { name: 'the pooler is killed', happen: ({ pooler }) => killed(pooler, 2000) },
  {
    name: 'the primary is lost with its machine',
    happen: async (at) => {
      const lost = await primaryOf(at);
      await lost.part.kill();
      const others = at.servers.filter((server) => server !== lost);
      await until('a new primary', async () => (await Promise.all(others.map(isPrimary))).includes(true));
      await between(0, 3000);
      await lost.part.start();
      await inStep(at);
    },
  },
  {
    name: 'the primary is paused until another took over',
    happen: async (at) => {
      const lost = await primaryOf(at);
      lost.part.signal('SIGSTOP');
      const others = at.servers.filter((server) => server !== lost);
      await until('a new primary', async () => (await Promise.all(others.map(isPrimary))).includes(true));
      lost.part.signal('SIGCONT');
      await inStep(at);
    },
  },
  {
    name: 'the standby is killed',
    happen: async (at) => {
      await killed((await standbyOf(at)).part, 5000);
      await inStep(at);
    },
  },
  {
    // It has every commit and shows none: what may be old is older than it may be, and is read elsewhere.
    name: 'the standby falls behind',
    happen: async (at) => {
      const standby = await standbyOf(at);
      await told(standby, 'pg_wal_replay_pause()');
      await between(6000, 12_000);
      await told(standby, 'pg_wal_replay_resume()');
    },
  },
];
