/** What the database layer costs: reads and cart writes through it, against the bare driver doing the same statements. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/postgres/postgres.ts';
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { startPostgres } from '../test/postgres-server.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import { compare, type Way } from './measure.ts';
import type { Bench, BenchRow } from './report.ts';
import { CARTS, cartWrite, insertCart, readCart, someCart, tables } from './workload.ts';

const fill = async (db: Database): Promise<void> => {
  await db.commit(tables.map((sql) => ({ sql })));
  for (let n = 0; n < CARTS; n += 500) await db.commit(Array.from({ length: 500 }, (_, i) => insertCart(n + i)));
};

const rowsFor = async (
  engine: string,
  what: 'read' | 'batch',
  [ours, bare]: readonly [Way, Way],
): Promise<readonly BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const concurrency of [1, 32]) {
    const [mine, theirs] = await compare([ours, bare], { concurrency });
    if (mine === undefined || theirs === undefined) continue;
    const name = `${engine} ${what}, concurrency ${concurrency}`;
    const ratio = what === 'read' ? mine.cpuMicros / theirs.cpuMicros : mine.perSecond / theirs.perSecond;
    rows.push(
      { bench: name, case: theirs.name, perSecond: theirs.perSecond, cpuMicros: theirs.cpuMicros },
      {
        bench: name,
        case: mine.name,
        perSecond: mine.perSecond,
        cpuMicros: mine.cpuMicros,
        ratio,
        ...(what === 'read' ? { wanted: '<= 1.5', note: 'CPU against bare' } : { note: 'rate against bare' }),
      },
    );
  }
  return rows;
};

const throughUs = (db: Database): { readonly read: Way; readonly write: Way } => ({
  read: { name: 'through db/', once: () => db.one(readCart, [someCart()]) },
  write: { name: 'through db/', once: () => db.commit(cartWrite()) },
});

const benchSqlite = async (): Promise<readonly BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-'));
  const db = await openSqlite(join(folder, 'ours.db'));
  await fill(db);
  await (async () => {
    const other = await openSqlite(join(folder, 'bare.db'));
    await fill(other);
    await other.close();
  })();
  const bare = openBareSqlite(join(folder, 'bare.db'));
  const ours = throughUs(db);
  const rows = [
    // Both answer through a promise: what is compared is the layer, not the shape of its interface.
    ...(await rowsFor('sqlite', 'read', [
      ours.read,
      { name: 'bare node:sqlite', once: async () => bare.read(readCart, someCart()) },
    ])),
    ...(await rowsFor('sqlite', 'batch', [
      ours.write,
      { name: 'bare node:sqlite', once: async () => bare.write(cartWrite()) },
    ])),
  ];
  bare.close();
  await db.close();
  rmSync(folder, { recursive: true });
  return rows;
};

const benchPostgres = async (): Promise<readonly BenchRow[]> => {
  const server = await startPostgres({ durable: true });
  const url = server.url('postgres');
  const db = await openPostgres(url);
  await fill(db);
  const pool = new Pool({ connectionString: url, max: 10 });
  const names = new Map<string, { readonly name: string; readonly text: string }>();
  const named = (sql: string): { readonly name: string; readonly text: string } => {
    let n = 0;
    const known = names.get(sql) ?? { name: `b${names.size}`, text: sql.replace(/\?/g, () => `$${(n += 1)}`) };
    names.set(sql, known);
    return known;
  };
  const readBare = async (): Promise<unknown> =>
    (await pool.query({ ...named(readCart), values: [someCart()] })).rows[0];
  const writeBare = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { sql, params = [] } of cartWrite()) await client.query({ ...named(sql), values: [...params] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const ours = throughUs(db);
  const rows = [
    ...(await rowsFor('postgres', 'read', [ours.read, { name: 'bare pg, pool of 10', once: readBare }])),
    ...(await rowsFor('postgres', 'batch', [ours.write, { name: 'bare pg, begin … commit', once: writeBare }])),
  ];
  await pool.end();
  await db.close();
  await server.stop();
  return rows;
};

export const databaseBench: Bench = {
  name: 'database',
  run: async () => [...(await benchSqlite()), ...(await benchPostgres())],
};
