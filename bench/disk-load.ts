/**
 * A process for bench/disk.ts, run under the fsync witness: FILE grouped|single. Writes carts for a while, 32 at once,
 * through db/ or with one fsync per batch, and prints how many it wrote in how many seconds.
 */
import { openSqlite } from '../src/db/sqlite/sqlite.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import { CARTS, cartWrite, insertCart, tables } from './workload.ts';

const [file = '', way = 'grouped'] = process.argv.slice(2);
const WRITERS = 32;
const MILLISECONDS = 2000;

const db = await openSqlite(file);
await db.commit(tables.map((sql) => ({ sql })));
await db.commit(Array.from({ length: CARTS }, (_, n) => insertCart(n)));
const bare = way === 'single' ? openBareSqlite(file) : undefined;
const once = bare === undefined ? () => db.commit(cartWrite()) : async () => bare.write(cartWrite());

let batches = 0;
const start = performance.now();
const loop = async (): Promise<void> => {
  while (performance.now() - start < MILLISECONDS) {
    await once();
    batches += 1;
  }
};
await Promise.all(Array.from({ length: WRITERS }, loop));
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ batches, seconds, writer: bare === undefined ? db.health().writer : 'bare driver' }));
bare?.close();
await db.close();
