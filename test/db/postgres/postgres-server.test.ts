// What the PostgreSQL driver asks of a server and what it leaves there: settings, kept statements, connections for scans.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import type { Database } from '../../../src/db/database.ts';
import { openPostgres, type PostgresOptions } from '../../../src/db/postgres/postgres.ts';
import { refusalOf, warningsOf } from '../../../src/db/postgres/postgres-check.ts';
import { guardedText, numbered } from '../../../src/db/postgres/postgres-statement.ts';
import { createPostgres, engines } from '../../databases.ts';
import { startPooler } from './transaction-pooler.ts';

const direct = { pooled: false, statement_ms: 0, lock_ms: 0 };
const fit = { ...direct, version: 150_000, synchronous_commit: 'on', fsync: 'on', encoding: 'UTF8', shown: true };

describe('a server', () => {
  test('is taken when it keeps what it acknowledged', () => {
    for (const level of ['on', 'local', 'remote_write', 'remote_apply']) {
      assert.equal(refusalOf({ ...fit, synchronous_commit: level }), undefined);
    }
    assert.deepEqual(warningsOf(fit), []);
  });

  test('is refused in a sentence that says what to do', () => {
    assert.match(refusalOf({ ...fit, version: 140_011 }) ?? '', /PostgreSQL 14 is too old: upgrade the server to 15/);
    assert.match(refusalOf({ ...fit, synchronous_commit: 'off' }) ?? '', /set synchronous_commit = on/);
    assert.match(refusalOf({ ...fit, encoding: 'SQL_ASCII' }) ?? '', /create it with encoding UTF8/);
  });

  test('that does not sync is named, but may be used for tests', () => {
    assert.equal(refusalOf({ ...fit, fsync: 'off' }), undefined);
    assert.match(warningsOf({ ...fit, fsync: 'off' }).join(), /Set fsync = on/);
  });

  test('behind a pooler limits statements and waits for locks itself', () => {
    const pooled = { ...fit, pooled: true };
    assert.deepEqual(warningsOf({ ...pooled, statement_ms: 10_000, lock_ms: 1000 }), []);
    for (const without of [{ statement_ms: 10_000 }, { lock_ms: 1000 }, {}]) {
      assert.match(warningsOf({ ...pooled, ...without }).join(), /set statement_timeout = 10s and lock_timeout = 1s/);
    }
  });
});

describe('the text of a statement', () => {
  test('has numbers for places, and only for places', () => {
    const sql = `select '?', "?", 'it''s ?' /* ? */ from t where a = ? and b = ? -- ?`;
    assert.equal(numbered(sql), `select '?', "?", 'it''s ?' /* ? */ from t where a = $1 and b = $2 -- ?`);
  });

  test('takes no guard that is not a count', () => {
    for (const rows of [-1, 1.5, Number.NaN]) assert.throws(() => guardedText('delete from t', rows), TypeError);
  });
});

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
describe('a database', skip === undefined ? {} : { skip }, () => {
  let url: string;
  let drop: () => Promise<void>;
  let admin: Client;
  before(async () => {
    ({ url, drop } = await createPostgres(false));
    admin = new Client({ connectionString: url });
    await admin.connect();
  });
  beforeEach(() => admin.query('drop table if exists box; create table box (id text primary key, n bigint not null)'));
  after(async () => {
    await admin.end();
    await drop();
  });
  const using = async (options: PostgresOptions, work: (db: Database) => Promise<void>): Promise<void> => {
    const db = await openPostgres(url, options);
    try {
      await work(db);
    } finally {
      await db.close();
    }
  };
  const name = () => new URL(url).pathname.slice(1);

  test('with synchronous_commit off is refused', async () => {
    await admin.query(`alter database ${name()} set synchronous_commit = off`);
    try {
      await assert.rejects(openPostgres(url), /set synchronous_commit = on/);
    } finally {
      await admin.query(`alter database ${name()} reset synchronous_commit`);
    }
    await using({}, async (db) => assert.equal((await db.one('select 1 as one'))?.['one'], 1));
  });

  test('that does not exist is a fault of the address, not a busy server', async () => {
    const wrong = new URL(url);
    wrong.pathname = '/no_such_database';
    await assert.rejects(openPostgres(wrong.href), { code: '3D000' });
  });

  test('warns about what its server lacks', async () => {
    const { rows } = await admin.query<{ fsync: string }>('show fsync');
    const warnings: string[] = [];
    await using({ onWarning: (sentence) => warnings.push(sentence) }, async () => {});
    assert.equal(warnings.length, rows[0]?.fsync === 'off' ? 1 : 0);
  });

  test('may get a new column while statements with a star are kept', async () => {
    await using({ max: 8, tries: 1 }, async (db) => {
      const star = 'select * from box';
      const everywhere = async (): Promise<readonly unknown[]> => {
        const slowly = [{ sql: star }, { sql: 'select 1 as slept from pg_sleep(0.02)' }];
        const batches = await Promise.all(Array.from({ length: 8 }, () => db.commit(slowly)));
        return [await db.one(star), ...(await db.all(star)), ...batches.map(([result]) => result?.rows[0])];
      };
      const tenTimes = (row: object) => Array.from({ length: 10 }, () => row);
      await db.commit([{ sql: "insert into box (id, n) values ('a', 1)" }]);
      for (let round = 0; round < 2; round += 1) assert.deepEqual(await everywhere(), tenTimes({ id: 'a', n: 1 }));
      await admin.query('alter table box add column later text');
      assert.deepEqual(await everywhere(), tenTimes({ id: 'a', n: 1, later: null }));
    });
  });

  test('that wrote a batch whose answer cannot be read leaves it unknown', async () => {
    await using({}, async (db) => {
      const sql = "insert into box (id, n) values ('big', ?) returning n";
      await assert.rejects(db.commit([{ sql, params: [2n ** 60n] }]), { code: 'unknown' });
      assert.deepEqual(await db.one('select cast(n as text) as n from box'), { n: String(2n ** 60n) });
    });
  });

  test('is not filled with statements that run once, or with ever new ones', async () => {
    await using({ max: 1 }, async (db) => {
      const kept = 'select count(*) as n from pg_prepared_statements';
      const count = async () => [(await db.one(kept))?.['n'], (await db.all(kept))[0]?.['n']];
      await db.one('select 1 as once');
      await db.all('select 2 as once');
      assert.deepEqual(await count(), [0, 1], 'only the question itself, at its second asking');
      for (let n = 0; n < 600; n += 1) {
        const sql = `select ${n} as n`;
        await Promise.all([db.one(sql), db.one(sql), db.commit([{ sql }])]);
      }
      const [pipelined, pooled] = await count();
      assert.ok(Number(pipelined) <= 500 && Number(pooled) <= 500);
      assert.ok(Number(pipelined) > 100, 'statements that run again are kept');
    });
  });

  test('is used through a pooler that gives each transaction another connection', async () => {
    const pooler = await startPooler(url, 2);
    const warnings: string[] = [];
    const db = await openPostgres(pooler.url, { onWarning: (sentence) => warnings.push(sentence) });
    try {
      assert.match(warnings.join(), /leads to a connection pooler/);
      const put = { sql: 'insert into box (id, n) values (?, ?)', guard: { name: 'put', rows: 1 } };
      const rounds = Array.from({ length: 40 }, (_, n) => n);
      await Promise.all(
        rounds.map((n) =>
          db.commit([
            { ...put, params: [`a${n}`, n] },
            { ...put, params: [`b${n}`, n] },
          ]),
        ),
      );
      const found = await Promise.all(rounds.map((n) => db.one('select n from box where id = ?', [`b${n}`])));
      assert.deepEqual(
        found,
        rounds.map((n) => ({ n })),
      );
      assert.equal((await db.all('select id from box where n < ?', [20])).length, 40);
      let scanned = 0;
      for await (const rows of db.scan('select b.id from box b cross join generate_series(1, 20)'))
        scanned += rows.length;
      assert.equal(scanned, 1600);
      await assert.rejects(
        db.commit([
          { ...put, params: ['c', 1] },
          { sql: 'delete from box where n = ?', params: [99], guard: { name: 'none', rows: 1 } },
        ]),
        { guard: 'none' },
      );
      assert.equal(await db.one("select n from box where id = 'c'"), undefined);
      // However many commits went together above.
      for (let n = 0; n < 500 && pooler.changes() <= 10; n += 1) {
        await Promise.all([1, 2].map((one) => db.commit([{ ...put, params: [`more-${n}-${one}`, 100] }])));
        await Promise.all([1, 2, 3].map((one) => db.one('select n from box where id = ?', [`a${one}`])));
      }
      assert.ok(pooler.changes() > 10, 'the pooler did give out another connection each time');
    } finally {
      await db.close();
      await pooler.close();
    }
  });

  test('keeps its connections for requests while scans are read slowly', async () => {
    await admin.query("insert into box select 'row ' || i, i from generate_series(1, 3000) i");
    await using({ max: 1, waitMs: 1000, statementTimeoutMs: 600 }, async (db) => {
      const scans = [1, 2, 3].map((from) =>
        db.scan('select n from box where n >= ? order by n', [from])[Symbol.asyncIterator](),
      );
      const firsts = await Promise.all(scans.map((scan) => scan.next()));
      assert.ok(firsts.every(({ done }) => done !== true));
      await db.commit([{ sql: "insert into box (id, n) values ('beside', 0)" }]);
      assert.deepEqual(await db.one('select n from box where id = ?', ['beside']), { n: 0 });
      // Longer together than a statement may take, each of them far from it.
      for (let n = 0; n < 4; n += 1) await db.all('select 1 as slept from pg_sleep(0.2)');
      const seconds = await Promise.all(scans.map((scan) => scan.next()));
      assert.ok(
        seconds.every(({ done }) => done !== true),
        'a slow reader outlasts the time limit of a statement',
      );
      for (const scan of scans) await scan.return?.();
    });
  });

  test('is left without connections when it is closed', async () => {
    await using({}, async (db) => {
      await Promise.all([
        db.one('select 1 as one'),
        db.all('select 1 as one'),
        db.commit([{ sql: 'select 1 as one' }]),
      ]);
    });
    const open = `select 1 from pg_stat_activity where datname = '${name()}' and application_name = 'cartwright'`;
    while ((await admin.query(open)).rowCount !== 0);
  });
});
