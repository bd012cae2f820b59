// A database that can be read and not written: every batch is refused as `unwritable`, `ready` says so, reading goes on, and
// all of it ends by itself when somebody has mended it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { type Database, DatabaseError, type Statement } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { writeWatch } from '../../src/db/write-watch.ts';
import { skipOwnServer } from '../databases.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { openAt, put } from './sqlite-fixture.ts';

const hasCode = (code: DatabaseError['code']) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code;

describe('what is known of writes', () => {
  test('is that they fail from the first refused one on, until one is written or it is time to try again', async () => {
    let now = 0;
    const { watched, check } = writeWatch(() => now);
    const refused = new DatabaseError('unwritable');
    check();
    await assert.rejects(watched(Promise.reject(new DatabaseError('busy'))), hasCode('busy'));
    check();
    await assert.rejects(watched(Promise.reject(refused)), refused);
    assert.throws(check, refused);
    await assert.rejects(watched(Promise.reject(new DatabaseError('guard', 'g'))), hasCode('guard'));
    now = 9999;
    assert.throws(check, refused);
    now = 10_000;
    check();
    await assert.rejects(watched(Promise.reject(refused)), refused);
    assert.throws(check, refused);
    assert.equal(await watched(Promise.resolve('written')), 'written');
    check();
  });
});

for (const [trouble, cause, mended] of [
  ['is full', 'pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
  ['may only be read', 'pragma query_only = 1', 'pragma query_only = 0'],
] as const) {
  test(`a SQLite file that ${trouble} is read and refuses batches`, async (t) => {
    const db = await openAt(t, 'inline');
    await db.commit([put('before')]);
    await db.ready();
    await db.all(cause);
    const large = Array.from({ length: 50 }, (_, n) => put(`row ${n}`, 'x'.repeat(1000)));
    await assert.rejects(db.commit(large), hasCode('unwritable'));
    await assert.rejects(db.ready(), hasCode('unwritable'));
    assert.deepEqual(await db.all('select id from item'), [{ id: 'before' }]);
    await db.all(mended);
    await db.commit(large);
    await db.ready();
  });
}

const skip = skipOwnServer();
describe('a PostgreSQL server', { timeout: 120_000, ...(skip === undefined ? {} : { skip }) }, () => {
  let server: PostgresServer;
  let admin: Client;
  before(async () => {
    server = await startPostgres();
    admin = new Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query('create table box (id text primary key)');
    await admin.query(`create function fails() returns trigger language plpgsql as
      $$ begin raise exception 'failed as asked' using errcode = new.id; end $$`);
    await admin.query('create table broken (id text primary key)');
    await admin.query('create trigger fails before insert on broken for each row execute function fails()');
  });
  after(async () => {
    await admin.end();
    await server.stop();
  });
  const insert = (id: string): Statement => ({ sql: 'insert into box (id) values (?)', params: [id] });
  const readOnly = async (on: boolean): Promise<void> => {
    await admin.query('set default_transaction_read_only = off');
    await admin.query(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`);
    await admin.query('select pg_reload_conf()');
  };
  const isReady = (db: Database): Promise<boolean> =>
    db.ready().then(
      () => true,
      () => false,
    );
  const sessions = async (): Promise<readonly number[]> =>
    (
      await admin.query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'cartwright'")
    ).rows.map(({ pid }) => pid);

  test('that was demoted is read, refuses batches, and none of its connections is kept', async () => {
    const db = await openPostgres(server.url('postgres'), { tries: 2 });
    try {
      await Promise.all([db.commit([insert('before')]), db.all('select id from box'), db.one('select 1 as one')]);
      await db.ready();
      const old = await sessions();
      await readOnly(true);
      // A session notices between two statements, a moment after the server was told.
      while (await isReady(db));
      await assert.rejects(db.commit([insert('refused')]), hasCode('unwritable'));
      await assert.rejects(db.ready(), hasCode('unwritable'));
      assert.deepEqual(await db.all('select id from box'), [{ id: 'before' }]);
      while ((await sessions()).some((pid) => old.includes(pid)));
      await readOnly(false);
      while (!(await isReady(db))) {
        await db.commit([insert('tried')]).catch(() => undefined);
      }
      await db.commit([insert('after')]);
      assert.deepEqual(await db.one("select id from box where id = 'refused'"), undefined);
    } finally {
      await readOnly(false);
      await db.close();
    }
  });

  for (const [state, code] of [
    ['53100', 'unwritable'],
    ['53200', 'busy'],
    ['53400', 'busy'],
    ['57P05', 'busy'],
    ['58030', 'busy'],
    ['08006', 'unknown'],
  ] as const) {
    test(`that fails a batch by ${state} is ${code}, and the connection is not used again`, async () => {
      const db = await openPostgres(server.url('postgres'), { max: 1, tries: 1 });
      try {
        const pid = async () => (await db.commit([{ sql: 'select pg_backend_pid() as pid' }]))[0]?.rows[0]?.['pid'];
        const before = await pid();
        const failing = { sql: 'insert into broken (id) values (?)', params: [state] };
        await assert.rejects(db.commit([failing]), hasCode(code));
        assert.notEqual(await pid(), before);
      } finally {
        await db.close();
      }
    });
  }
});
