/**
 * `node bin/run.js test/topology/run-versions.ts [--migrations-ago 1]`: an upgrade under load. Two nodes of the program as it was before
 * the newest migrations serve shoppers, pages and a receiver; a node of today's migrates their database and serves beside them; then
 * they are stopped one after the other as an operator does. Nothing is lost, counted twice or refused meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { type Serving, serving } from '../commands/run-cartwright.ts';
import type { setUpShop } from '../faults/crash-orders.ts';
import { quiet } from '../faults/crash-shop.ts';
import { patience as unhurried } from '../patience.ts';
import { startPostgres } from '../postgres-server.ts';
import { commitBefore, olderProgram } from './older-program.ts';
import { shoppersLoad } from './shoppers-load.ts';
import { startBalancer } from './tcp-balancer.ts';
import { toldLoad } from './told-load.ts';

const { values } = parseArgs({
  options: { 'migrations-ago': { type: 'string', default: '1' }, calls: { type: 'string', default: '60' } },
});
const CALLS = Number(values.calls);
const tell = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

const older = olderProgram(commitBefore(Number(values['migrations-ago'])));
const folder = mkdtempSync(join(tmpdir(), 'cartwright-versions-'));
const server = await startPostgres({ durable: true });
const variables = {
  CARTWRIGHT_DATA: folder,
  DATABASE_URL: server.url('postgres'),
  CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true',
  ...quiet,
  ...unhurried,
};
const nodes: Serving[] = [];
let [isOver, holds] = [false, false];
try {
  const then = {
    ...(await older.load<{ readonly setUpShop: typeof setUpShop }>('test/faults/crash-orders.ts')),
    ...(await older.load<{ readonly serving: typeof serving }>('test/commands/run-cartwright.ts')),
  };
  const doors = await then.setUpShop({ variables });
  nodes.push(await then.serving(variables), await then.serving(variables));
  tell(`two nodes of ${older.commit} serve`);
  const balancer = await startBalancer(() => nodes.map(({ url }) => Number(new URL(url).port)));
  const patience = { url: balancer.url, patienceMs: 60_000, attemptMs: 30_000 };
  const shoppers = await shoppersLoad(patience, doors, { carts: 2, orderers: 2 });
  const pages = await toldLoad(patience, doors, 2);
  const running = Promise.all([shoppers.run(() => isOver), pages.run(() => isOver)]);
  const more = async (): Promise<void> => {
    const enough = shoppers.done() + CALLS;
    while (shoppers.done() < enough) await pause(50);
  };
  const ends: (number | null)[] = [];
  const retire = async (): Promise<void> => {
    const [oldest] = nodes.splice(0, 1);
    await pause(0);
    ends.push((await oldest?.stop()) ?? null);
    tell(`an older one ended with ${ends.at(-1)}`);
  };
  await more();
  const began = performance.now();
  nodes.push(await serving(variables));
  tell(`a node of today's serves beside them after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await more();
  await retire();
  nodes.push(await serving(variables));
  await more();
  await retire();
  await more();
  isOver = true;
  await running;

  const db = await openPostgres(variables.DATABASE_URL);
  const [shop, told] = [await shoppers.inspect(db), await pages.inspect(db)];
  const inParts = async (table: string): Promise<boolean> =>
    ((await db.one<{ n: number }>(`select count(*) as n from pg_inherits where inhparent = to_regclass('${table}')`))
      ?.n ?? 0) > 0;
  const whole = (await Promise.all(['event', 'event_refused'].map(inParts))).includes(false);
  await db.close();
  const reasons = [...shop.reasons, ...told.reasons];
  for (const reason of reasons) tell(`asked again: ${reason}`);
  const broken = [
    ...shop.broken,
    ...told.broken,
    ...ends.flatMap((code) => (code === 0 ? [] : [`an older node ended with ${code}`])),
    ...(whole ? ['events, or refused ones, are in one table still'] : []),
    ...reasons.filter((reason) => /: 5\d\d /.test(reason)),
  ];
  for (const sentence of broken.slice(0, 20)) tell(sentence);
  holds = broken.length === 0;
  await balancer.close();
  await pages.close();
  const figures = {
    events: told.events,
    refused: told.refused,
    again: told.again,
    delivered: told.delivered,
    twice: told.twice,
  };
  const calls = { adds: shop.adds, orders: shop.orders, repeated: reasons.length };
  console.log(
    JSON.stringify({
      from: older.commit,
      ...calls,
      longestMs: Math.round(shop.longestMs),
      ...figures,
      broken: broken.length,
    }),
  );
} finally {
  isOver = true;
  for (const node of nodes) {
    node.signal('SIGTERM');
    await node.ended;
  }
  await server.stop();
  older.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(holds ? 0 : 1);
