/**
 * A process for the disk witness to watch: commits waves of batches and prints, as JSON, what was acknowledged and how
 * far the counter moved. Arguments: FILE WAVES CONCURRENCY.
 */
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { readCounter } from './fsync-witness.ts';

export type FsyncReport = {
  readonly batches: number;
  readonly groups: number;
  readonly fsyncs: number;
  /** The least the counter moved between the call of a wave and its last acknowledgement. */
  readonly leastInWave: number;
  readonly writer: string;
};

const [file = '', waves = '1', concurrency = '1'] = process.argv.slice(2);
const counter = process.env['FSYNC_WITNESS_FILE'] ?? '';
const db = await openSqlite(file);
await db.commit([{ sql: 'create table item (id text primary key) strict' }]);

const before = { ...db.health(), fsyncs: readCounter(counter) };
let leastInWave = Number.POSITIVE_INFINITY;
for (let wave = 0; wave < Number(waves); wave += 1) {
  const start = readCounter(counter);
  const names = Array.from({ length: Number(concurrency) }, (_, n) => `${wave}-${n}`);
  await Promise.all(names.map((id) => db.commit([{ sql: 'insert into item (id) values (?)', params: [id] }])));
  leastInWave = Math.min(leastInWave, readCounter(counter) - start);
}
const after = db.health();
const report: FsyncReport = {
  batches: after.batches - before.batches,
  groups: after.groups - before.groups,
  fsyncs: readCounter(counter) - before.fsyncs,
  leastInWave,
  writer: after.writer,
};
console.log(JSON.stringify(report));
await db.close();
