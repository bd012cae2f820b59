/**
 * A whole drill: a PostgreSQL shop with events in weeks is copied, moved and taken back to a moment. `npm run campaign -- restore`
 * runs it on Debian's PostgreSQL: the one of the suite brings neither pg_dump nor pg_restore, and pgBackRest wants its programs.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import type { Database } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { brokenWeeks, eventsState, firstEnd, tellOne, tellWeeks } from '../events/weeks-of-events.ts';
import { setUpShop } from '../faults/crash-carts.ts';
import { startDebian, whyNoDebian } from '../topology/debian-postgres.ts';
import { until } from '../topology/installation.ts';
import { folderForNow, runHere } from './run-here.ts';

const skip = whyNoDebian();

describe('a PostgreSQL shop with events in weeks', skip === undefined ? {} : { skip }, async () => {
  const server = await startDebian();
  after(server.end);
  const emptyDatabase = async (name: string): Promise<string> => {
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return server.url(name);
  };
  const within = async <T>(opened: Promise<Database>, work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await opened;
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  const source = await emptyDatabase('shop');
  const folder = folderForNow();
  const here = { PATH: process.env['PATH'] ?? '', CARTWRIGHT_DATA: folder };
  await setUpShop({ variables: { ...here, DATABASE_URL: source } });
  const { state, first } = await within(openPostgres(source), async (db) => {
    await tellWeeks(db);
    return { state: await eventsState(db), first: await firstEnd(db) };
  });

  test('is made again from its backup, part by part, and one with tables is left alone', async () => {
    const target = await emptyDatabase('restored');
    const file = join(folder, 'shop.dump');
    const made = await runHere(['backup', file], { ...here, DATABASE_URL: source });
    assert.equal(made.code, 0, made.err);
    const { code, out, err } = await runHere(['restore', file], { ...here, DATABASE_URL: target });
    assert.equal(code, 0, err);
    assert.match(out, /opens what it holds: start the service/);
    const again = await runHere(['restore', file], { ...here, DATABASE_URL: target });
    assert.equal(again.code, 1);
    assert.match(again.err, /has tables and was left as it is/);
    await within(openPostgres(target), async (db) => {
      assert.deepEqual(await eventsState(db), state);
      assert.deepEqual(await brokenWeeks(db, first), []);
    });
  });

  test('is moved to SQLite and back, and every id counts once there', async () => {
    const home = folderForNow();
    const there = await runHere(['move', '--to', home], { ...here, DATABASE_URL: source });
    assert.equal(there.code, 0, there.err + there.out);
    const target = await emptyDatabase('moved');
    const back = await runHere(['move', '--to', target], { ...here, CARTWRIGHT_DATA: home });
    assert.equal(back.code, 0, back.err + back.out);
    const { migration: _, ...sums } = Object.fromEntries(state.sums);
    for (const opened of [() => openSqlite(join(home, 'cartwright.db')), () => openPostgres(target)]) {
      await within(opened(), async (db) => {
        const { migration: mine, ...found } = Object.fromEntries((await eventsState(db)).sums);
        assert.deepEqual([found, mine?.rows], [sums, state.sums.get('migration')?.rows], db.engine);
        assert.deepEqual(await brokenWeeks(db, first), [], db.engine);
      });
    }
  });

  test('is taken back by its archive to a moment, with the parts of that moment', async () => {
    server.pgbackrest('stanza-create');
    server.pgbackrest('--type=full', 'backup');
    const ended = Date.now();
    await until('a second after the backup’s', async () => Date.now() >= ended + 2000); // pgBackRest knows seconds alone
    const at = first + 9 * 86_400_000;
    const { moment, asItWas } = await within(openPostgres(source), async (db) => {
      await tellOne(db, 'before', at, 'application');
      const now = await db.one<{ at: string }>('select cast(clock_timestamp() as text) as at');
      const asItWas = await eventsState(db);
      await tellOne(db, 'after', at, 'application');
      await db.commit([{ sql: `drop table event_before cascade` }]); // the mishap
      return { moment: now?.at ?? '', asItWas };
    });
    server.pgbackrest('check');
    await server.restoreTo(moment);
    await within(openPostgres(source), async (db) => {
      assert.deepEqual(await eventsState(db), asItWas);
      assert.equal(await tellOne(db, 'before', at, 'application'), 0);
      assert.equal(await tellOne(db, 'after', at, 'application'), 1);
      assert.deepEqual(await brokenWeeks(db, first), []);
    });
  });
});
