// A scan whose connection or server fails while it is read: it always ends, by rows or by `busy`, and takes nothing with it.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { type Database, DatabaseError, type Row } from '../../../src/db/database.ts';
import { type PostgresOptions } from '../../../src/db/postgres/postgres.ts';
import { createPostgres, engines } from '../../databases.ts';
import { type Proxy, proxied, startProxy } from '../postgres-proxy.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
const isBusy = (error: unknown): boolean => error instanceof DatabaseError && error.code === 'busy';
const numbers = (most: number): string => `select i as n from generate_series(1, ${most}) i order by i`;

const readAll = async (db: Database, sql: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for await (const chunk of db.scan(sql)) rows.push(...chunk);
  return rows;
};

// The limit is for a scan that never ends: then the test fails instead of waiting with it.
describe('a scan', { timeout: 120_000, ...(skip === undefined ? {} : { skip }) }, () => {
  let proxy: Proxy;
  let drop: () => Promise<void>;
  before(async () => {
    const made = await createPostgres(false);
    drop = made.drop;
    proxy = await startProxy(made.url);
  });
  after(async () => {
    await proxy.close();
    await drop();
  });
  const using = (options: PostgresOptions, work: (db: Database) => Promise<void>): Promise<void> =>
    proxied(proxy, options, work);

  for (const rows of [0, 3, 500, 1200]) {
    test(`of ${rows} rows whose connection is reset at its very end is tried again or busy, never left waiting`, async () => {
      await using({}, async (db) => {
        proxy.forget();
        proxy.set('reset-before-ready');
        await assert.rejects(readAll(db, numbers(rows)), isBusy);
        assert.ok(proxy.resets() > 0, 'the connection was reset');
        proxy.set('open');
        assert.equal((await readAll(db, numbers(rows))).length, rows);
      });
    });
  }

  test('that meets an error of the server on a later row tells it, and the next scan is served', async () => {
    await using({}, async (db) => {
      const sql = 'select 1000 / (900 - i) as n from generate_series(1, 2000) i';
      await assert.rejects(readAll(db, sql), { code: '22012' });
      await assert.rejects(readAll(db, 'select 9007199254740993 as n'), RangeError);
      assert.equal((await readAll(db, numbers(3))).length, 3);
    });
  });

  test('whose server falls silent is busy after its time, from the first portion on or in the middle', async () => {
    await using({ scanAnswerMs: 200, tries: 1 }, async (db) => {
      // In a fifth of a second a busy machine may not answer: then it is asked again.
      const begun = async (): Promise<AsyncIterator<unknown>> => {
        for (;;) {
          const scan = db.scan(numbers(2000))[Symbol.asyncIterator]();
          try {
            await scan.next();
            return scan;
          } catch (error) {
            assert.ok(isBusy(error));
          }
        }
      };
      await (await begun()).return?.();
      proxy.set('silent');
      await assert.rejects(readAll(db, numbers(1)), isBusy);
      proxy.set('open');
      const scan = await begun();
      proxy.set('silent');
      await assert.rejects(async () => scan.next(), isBusy);
    });
  });

  test('is not hurried by its own time: how long the reader takes does not count', async () => {
    await using({ scanAnswerMs: 3000 }, async (db) => {
      let rows = 0;
      for await (const chunk of db.scan(numbers(1001))) {
        rows += chunk.length;
        await pause(1100);
      }
      assert.equal(rows, 1001);
    });
  });

  test('asks for few large rows at a time, and for many small ones', async () => {
    await using({}, async (db) => {
      const sizes = async (sql: string): Promise<readonly number[]> => {
        const found: number[] = [];
        for await (const chunk of db.scan(sql)) found.push(chunk.length);
        return found;
      };
      assert.deepEqual(await sizes(numbers(1200)), [100, 500, 500, 100]);
      const large = await sizes("select repeat('x', 100000) as note from generate_series(1, 125)");
      assert.deepEqual(large, [100, 10, 10, 5]);
    });
  });

  test('that is left early leaves no connection behind', async () => {
    await using({}, async (db) => {
      for (let round = 0; round < 10; round += 1) {
        for await (const chunk of db.scan(numbers(5000))) {
          assert.equal(chunk.length, 100);
          break;
        }
      }
      assert.equal((await readAll(db, numbers(501))).length, 501);
    });
  });
});
