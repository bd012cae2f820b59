/**
 * `npm run topology [-- --rounds 20] [--first 6] [--only WORD]`: shoppers at an installation as docs/operations/deploy.md describes it, made of
 * Debian's packages and the configurations of deploy/, while one part after another is killed or paused and one line after another
 * is slow, narrow, silent or cut. Each kind of fault comes once before any comes again; `--first` says with which to begin. What may
 * be old is read from the standby meanwhile, and from the one that there is after a failover.
 */
import { parseArgs } from 'node:util';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { postgresIsInstalled } from './database-parts.ts';
import { problemsOfFiles } from './checked-files.ts';
import { faults } from './faults.ts';
import { isPublished, judgePublished } from './broker-parts.ts';
import { install, until } from './installation.ts';
import { isInstalled } from './own-process.ts';
import { readersLoad } from './readers-load.ts';
import { shoppersLoad } from './shoppers-load.ts';
import { countReads, readsStandbys } from './standby-reads.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(faults.length) },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
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
  const db = await openPostgres(at.databaseUrl);
  const readers = await readersLoad(patience, at.doors, db);
  const reads = countReads(at.nodes);
  await until('a standby that is read from', () => readsStandbys(at.nodes));
  let isOver = false;
  const running = Promise.all([load.run(() => isOver), readers.run(() => isOver)]);
  const counting = setInterval(() => void reads.look(), 500);
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const fault = chosen[(Number(values.first) + round) % chosen.length];
      if (fault === undefined) throw new Error(`no fault has ${values.only} in its name`);
      const [before, began] = [load.done(), Date.now()];
      await fault.happen(at);
      await until('a standby that is read from', () => readsStandbys(at.nodes));
      const enough = load.done() + 20;
      while (load.done() < enough && Date.now() - began < 120_000) await new Promise((go) => setTimeout(go, 50));
      tell(
        `${round + 1}: ${fault.name}, ${((Date.now() - began) / 1000).toFixed(1)} s, ${load.done() - before} calls done`,
      );
    }
  } finally {
    isOver = true;
    await running;
    clearInterval(counting);
    await reads.look();
  }
  const { adds, orders, repeated, longestMs, broken: inShop } = await load.inspect(db);
  await until('the last event in the stream', () => isPublished(db));
  const published = await at.brokers.published();
  const seen = readers.inspect();
  const files = await problemsOfFiles(at.servers);
  const broken = [...inShop, ...seen.broken, ...files, ...(await judgePublished(db, published))];
  if (reads.sums.replica === 0) broken.push('nothing was read from a standby');
  await db.close();
  const seconds = (longestMs / 1000).toFixed(1);
  console.log(
    `${values.rounds} faults: ${adds} adds and ${orders} orders acknowledged, ${published.length} events published, ${repeated} calls repeated, the longest took ${seconds} s`,
  );
  console.log(
    `${seen.names} names of a product; what may be old was read ${reads.sums.replica} times from a standby and ${reads.sums.primary} times from the primary, the longest took ${(seen.longestMs / 1000).toFixed(1)} s: ${JSON.stringify(seen.answered)}`,
  );
  for (const sentence of broken) console.log(`BROKEN: ${sentence}`);
  if (files.length === 0) console.log(`pg_amcheck found nothing in the files of ${at.servers.length} servers.`);
  if (broken.length === 0) console.log('Nothing acknowledged was lost, nothing was done twice, nobody saw a failure.');
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await at.end();
}
process.exit();
