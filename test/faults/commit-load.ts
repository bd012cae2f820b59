/**
 * A process that is made to be killed: commits batches from many loops at once and prints an id when its batch is
 * acknowledged, never before. Arguments: FILE-OR-URL ROUND LOOPS.
 */
import { writeSync } from 'node:fs';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';

const [target = '', round = '0', loops = '16'] = process.argv.slice(2);
const db = target.startsWith('postgres') ? await openPostgres(target) : await openSqlite(target);

const loop = async (worker: number): Promise<never> => {
  for (let n = 0; ; n += 1) {
    const id = `${round}-${worker}-${n}`;
    await db.commit([
      { sql: 'insert into crash_left (id) values (?)', params: [id], guard: { name: 'left', rows: 1 } },
      {
        sql: 'update crash_count set n = n + 1 where id = ?',
        params: [`w${worker}`],
        guard: { name: 'count', rows: 1 },
      },
      { sql: 'insert into crash_right (id) values (?)', params: [id], guard: { name: 'right', rows: 1 } },
    ]);
    writeSync(1, `${id}\n`);
  }
};
await Promise.all(Array.from({ length: Number(loops) }, (_, worker) => loop(worker)));
