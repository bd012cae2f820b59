/**
 * `npm run topology [-- --rounds 20] [--only WORD]`: shoppers at an installation as docs/operations/deploy.md describes it, made of
 * Debian's packages and the configurations of deploy/, while one part after another is killed or paused and one line after another
 * is slow, narrow, silent or cut. Each kind of fault comes once before any comes again.
 */
import { parseArgs } from 'node:util';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { postgresIsInstalled } from './database-parts.ts';
import { faults } from './faults.ts';
import { isPublished, judgePublished } from './broker-parts.ts';
import { install, until } from './installation.ts';
import { isInstalled } from './own-process.ts';
import { shoppersLoad } from './shoppers-load.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: String(faults.length) }, only: { type: 'string', default: '' } },
});

const missing = [
  ...['haproxy', 'pgbouncer', 'patroni', 'etcd', 'nats-server'].filter((command) => !isInstalled(command)),
  ...(postgresIsInstalled() ? [] : ['postgresql-15']),
];
if (missing.length > 0) {
  console.error(
    `Not installed: ${missing.join(', ')}. On Debian 12: apt-get install haproxy pgbouncer patroni etcd-server python3-etcd postgresql-15 nats-server`,
  );
  process.exit(2);
}

const tell = (line: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const chosen = faults.filter(({ name }) => name.includes(values.only));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const at = await install(tell);
try {
  const patience = { url: at.url, patienceMs: 30_000, attemptMs: 10_000 };
  const load = await shoppersLoad(patience, at.doors, { carts: 4, orderers: 4 });
  let isOver = false;
  const running = load.run(() => isOver);
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const fault = chosen[round % chosen.length];
      if (fault === undefined) throw new Error(`no fault has ${values.only} in its name`);
      const [before, began] = [load.done(), Date.now()];
      await fault.happen(at);
      const enough = load.done() + 20;
      while (load.done() < enough && Date.now() - began < 120_000) await new Promise((go) => setTimeout(go, 50));
      tell(
        `${round + 1}: ${fault.name}, ${((Date.now() - began) / 1000).toFixed(1)} s, ${load.done() - before} calls done`,
      );
    }
  } finally {
    isOver = true;
    await running;
  }
  const db = await openPostgres(at.databaseUrl);
  const { adds, orders, repeated, longestMs, broken: inShop } = await load.inspect(db);
  await until('the last event in the stream', () => isPublished(db));
  const published = await at.brokers.published();
  const broken = [...inShop, ...(await judgePublished(db, published))];
  await db.close();
  const seconds = (longestMs / 1000).toFixed(1);
  console.log(
    `${values.rounds} faults: ${adds} adds and ${orders} orders acknowledged, ${published.length} events published, ${repeated} calls repeated, the longest took ${seconds} s`,
  );
  for (const sentence of broken) console.log(`BROKEN: ${sentence}`);
  if (broken.length === 0) console.log('Nothing acknowledged was lost, nothing was done twice, nobody saw a failure.');
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await at.end();
}
process.exit();
