// Nobody waits long for what does not come: a connection, a lock, a server that is gone without a word. And nobody waits
// behind somebody who does.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { type Database, DatabaseError, type Statement } from '../../src/db/database.ts';
import { openPostgres, type PostgresOptions } from '../../src/db/postgres/postgres.ts';
import { createPostgres, engines } from '../databases.ts';
import { type Proxy, proxied, startProxy } from './postgres-proxy.ts';

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
const hasCode = (code: DatabaseError['code']) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code;
const insert = (id: string): Statement => ({ sql: 'insert into box (id) values (?)', params: [id] });
const sleep = (seconds: number): string => `select 1 as slept from pg_sleep(${seconds})`;
const times = <T>(count: number, work: () => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, work));
/** A statement's own time is no help here: it ends long after the test has. */
const ENDLESS = { statementTimeoutMs: 900_000, scanAnswerMs: 900_000 };

describe('a database that is waited for', { timeout: 240_000, ...(skip === undefined ? {} : { skip }) }, () => {
  let url: string;
  let drop: () => Promise<void>;
  let proxy: Proxy;
  let admin: Client;
  before(async () => {
    ({ url, drop } = await createPostgres(false));
    proxy = await startProxy(url);
    admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query('create table box (id text primary key); create table other (id text primary key)');
  });
  beforeEach(() => admin.query('truncate box'));
  after(async () => {
    await admin.end();
    await proxy.close();
    await drop();
  });
  const using = (options: PostgresOptions, work: (db: Database) => Promise<void>): Promise<void> =>
    proxied(proxy, options, work);
  const oneRound = (db: Database): Promise<unknown> =>
    Promise.all([
      times(5, () => db.all(sleep(0.02))),
      times(5, () => db.commit([{ sql: sleep(0.02) }])),
      db.one('select 1 as one'),
      (async () => {
        for await (const _ of db.scan('select 1 as one'));
      })(),
    ]);
  /** Again while it is busy, which says that nothing was done. */
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!hasCode('busy')(error)) throw error;
      }
    }
  };
  /** Until every way has its connections: on a busy machine one is not made within the time that a test gives requests. */
  const warm = (db: Database): Promise<unknown> => patiently(() => oneRound(db));
  const boxes = async (): Promise<readonly string[]> =>
    (await admin.query<{ id: string }>('select id from box order by id')).rows.map(({ id }) => id);
  const scanned = async (db: Database, sql: string): Promise<number> => {
    let rows = 0;
    for await (const chunk of db.scan(sql)) rows += chunk.length;
    return rows;
  };

  /** What waits until it is let go, however long that takes. */
  const HELD = 'select 1 as held from pg_advisory_xact_lock_shared(70)';
  const holding = async (work: () => Promise<void>): Promise<void> => {
    await admin.query('select pg_advisory_lock(70)');
    try {
      await work();
    } finally {
      await admin.query('select pg_advisory_unlock(70)');
    }
  };

  test('has a connection for a list while batches use theirs up, and for a batch while lists do', async () => {
    await using({ max: 4, waitMs: 60_000, ...ENDLESS }, async (db) => {
      await warm(db);
      let slow: Promise<unknown> = Promise.resolve();
      await holding(async () => {
        slow = times(12, () => db.commit([{ sql: HELD }]));
        await db.all('select id from other');
      });
      await slow;
      await holding(async () => {
        slow = times(12, () => db.all(HELD));
        await db.commit([insert('beside')]);
      });
      await slow;
    });
  });

  test('serves a list while more of them than there are connections wait for a locked table', async () => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    try {
      await using({ max: 10, waitMs: 5000, ...ENDLESS }, async (db) => {
        await warm(db);
        await holder.query('begin; lock table box in access exclusive mode');
        const blocked = times(12, () => assert.rejects(db.all('select id from box'), hasCode('busy')));
        assert.deepEqual(await db.all('select id from other'), []);
        await blocked;
        await holder.query('rollback');
        assert.deepEqual(await patiently(() => db.all('select id from box')), []);
      });
    } finally {
      await holder.end();
    }
  });

  test('refuses what needs a locked table, and serves what does not meanwhile', async () => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    try {
      await using({ max: 10, waitMs: 5000, ...ENDLESS }, async (db) => {
        await warm(db);
        await holder.query('begin; lock table box in access exclusive mode');
        const blocked = [
          ...Array.from({ length: 20 }, () => db.one('select id from box where id = ?', ['a'])),
          ...Array.from({ length: 3 }, () => db.all('select id from box')),
          ...Array.from({ length: 3 }, () => db.commit([insert('late')])),
          scanned(db, 'select id from box'),
        ].map((waiting) => assert.rejects(waiting, hasCode('busy')));
        for (let round = 0; round < 5; round += 1) {
          assert.equal(await db.one('select id from other where id = ?', ['a']), undefined);
          assert.deepEqual(await db.all('select id from other'), []);
        }
        await Promise.all(blocked);
        await holder.query('rollback');
        await patiently(() => db.commit([insert('free')]));
      });
    } finally {
      // Whatever failed: the tests behind this one need the table.
      await holder.end();
    }
    assert.deepEqual(await boxes(), ['free']);
  });

  test('that falls silent is given up: reads are busy, a batch that was sent is unknown', async () => {
    await using({ waitMs: 600, ...ENDLESS }, async (db) => {
      await warm(db);
      proxy.set('silent');
      await Promise.all([
        assert.rejects(db.one('select 1 as one'), hasCode('busy')),
        assert.rejects(db.all('select 1 as one'), hasCode('busy')),
        assert.rejects(scanned(db, 'select 1 as one'), hasCode('busy')),
        assert.rejects(db.commit([insert('lost')]), hasCode('unknown')),
        assert.rejects(db.ready(), hasCode('busy')),
      ]);
      // Now it is known that nothing leads there: nothing is sent, so nothing is unknown.
      await assert.rejects(db.commit([insert('not sent')]), hasCode('busy'));
      proxy.set('open');
      await warm(db);
      await patiently(() => db.commit([insert('back')]));
      await patiently(() => db.ready());
    });
    assert.deepEqual(await boxes(), ['back']);
  });

  test('whose connections are dead while the server lives is reached by new ones', async () => {
    await using({ waitMs: 1000, ...ENDLESS }, async (db) => {
      await warm(db);
      proxy.freeze();
      const [batch] = await Promise.allSettled([
        db.commit([insert('lost')]),
        db.one('select 1 as one'),
        db.all('select 1 as one').catch((error: unknown) => assert.ok(hasCode('busy')(error))),
      ]);
      assert.ok(batch.status === 'rejected' && hasCode('unknown')(batch.reason));
      await patiently(() => db.commit([insert('anew')]));
      assert.deepEqual(await patiently(() => db.all('select id from box')), [{ id: 'anew' }]);
      assert.equal(await patiently(() => scanned(db, 'select id from box')), 1);
    });
  });

  test('is given its time while it is at work, however long', async () => {
    await using({ waitMs: 4_000, ...ENDLESS }, async (db) => {
      await warm(db);
      await Promise.all([db.commit([{ sql: sleep(6) }, insert('slow')]), db.all(sleep(6)), scanned(db, sleep(6))]);
    });
    assert.deepEqual(await boxes(), ['slow']);
  });

  test('is closed in time, whoever uses it and whatever it answers', async () => {
    const db = await openPostgres(proxy.url, { waitMs: 60_000, ...ENDLESS });
    await warm(db);
    const scan = db.scan('select i as n from generate_series(1, 5000) i')[Symbol.asyncIterator]();
    await scan.next();
    proxy.set('silent');
    const open = [
      assert.rejects(db.commit([insert('open')])),
      assert.rejects(db.all('select 1 as one')),
      assert.rejects(db.one('select 1 as one')),
    ];
    await db.close();
    await Promise.all(open);
    proxy.set('open');
  });
});
