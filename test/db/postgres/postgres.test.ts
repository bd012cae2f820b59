// What only PostgreSQL has: the wire, several connections, and a server that can fail on its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { type Database, DatabaseError, guardFailed, type Statement } from '../../../src/db/database.ts';
import { openPostgres, type PostgresOptions } from '../../../src/db/postgres/postgres.ts';
import { skipOwnServer } from '../../databases.ts';
import { type PostgresServer, startPostgres } from '../../postgres-server.ts';
import { type Proxy, startProxy } from '../postgres-proxy.ts';

const skip = skipOwnServer();
const hasCode = (code: DatabaseError['code']) => (error: unknown) =>
  error instanceof DatabaseError && error.code === code;
const insert = (id: string): Statement => ({ sql: 'insert into box (id, n) values (?, 0)', params: [id] });
const add = (id: string): Statement => ({ sql: 'update box set n = n + 1 where id = ?', params: [id] });
const sleep = (seconds: number): Statement => ({ sql: `select 1 as slept from pg_sleep(${seconds})` });

describe('the PostgreSQL driver', skip === undefined ? {} : { skip }, () => {
  let server: PostgresServer;
  let admin: Client;
  let proxy: Proxy;
  before(async () => {
    server = await startPostgres({ listen: true });
    admin = await connected();
    await admin.query('create table box (id text collate "C" primary key, n bigint not null)');
    proxy = await startProxy(server.url('postgres'));
  });
  beforeEach(() => admin.query('truncate box'));
  after(async () => {
    await proxy.close();
    await admin.end();
    await server.stop();
  });

  const connected = async (): Promise<Client> => {
    const client = new Client({ connectionString: server.url('postgres') });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  /** Runs `work` on a driver of its own and closes that. */
  const using = async (
    options: PostgresOptions & { url?: string },
    work: (db: Database) => Promise<void>,
  ): Promise<void> => {
    const db = await openPostgres(options.url ?? server.url('postgres'), options);
    try {
      await work(db);
    } finally {
      await db.close();
    }
  };
  const throughProxy = (options: PostgresOptions, work: (db: Database) => Promise<void>) =>
    using({ ...options, url: proxy.url }, async (db) => {
      await db.commit([{ sql: 'select 1 as warm' }]);
      proxy.forget();
      try {
        await work(db);
      } finally {
        proxy.set('open');
      }
    });
  const boxes = async () => (await admin.query<{ id: string; n: string }>('select id, n from box order by id')).rows;

  describe('a batch', () => {
    test('is one round trip, whether its statements are new, known, or fail', async () => {
      await throughProxy({ max: 1 }, async (db) => {
        const batch = (name: string): Statement[] => [
          insert(name),
          { ...add(name), guard: { name: 'found', rows: 1 } },
          { sql: 'select n from box where id = ?', params: [name] },
          { sql: 'delete from box where id = ? returning n', params: [name], guard: { name: 'gone', rows: 1 } },
          insert(name),
        ];
        for (const [round, name] of ['first', 'second', 'third'].entries()) {
          await db.commit(batch(name));
          assert.deepEqual([proxy.flights(), proxy.ready()], [round + 1, round + 1]);
        }
        await assert.rejects(db.commit([...batch('fourth'), { ...add('nobody'), guard: { name: 'last', rows: 1 } }]));
        await db.commit(batch('fifth')); // the server is ready again a moment after it reported the error
        assert.deepEqual([proxy.flights(), proxy.ready()], [5, 5]);
      });
    });

    test('whose connection breaks after it was sent is unknown, and is not sent twice', async () => {
      for (const line of ['cut-after-sending', 'cut-before-sending'] as const) {
        await throughProxy({ max: 1 }, async (db) => {
          proxy.set(line);
          await assert.rejects(db.commit([insert(`marked ${line}`)]), hasCode('unknown'));
          assert.equal(proxy.sent(`marked ${line}`), 1);
          proxy.set('open');
          await db.commit([insert(`after ${line}`)]);
        });
      }
      const ids = (await boxes()).map(({ id }) => id);
      assert.ok(!ids.includes('marked cut-before-sending'));
      assert.ok(ids.includes('after cut-after-sending') && ids.includes('after cut-before-sending'));
    });

    test('without an answer for too long is unknown, and a read busy', async () => {
      await throughProxy({ max: 1, statementTimeoutMs: 50, tries: 1 }, async (db) => {
        await db.one('select 1 as one');
        proxy.set('silent');
        await Promise.all([
          assert.rejects(db.commit([insert('lost')]), hasCode('unknown')),
          assert.rejects(db.one('select 2 as two'), hasCode('busy')),
        ]);
      });
      assert.deepEqual(await boxes(), []);
    });

    test('whose session is ended by order before it completes runs again on another, once', async () => {
      await admin.query("insert into box values ('row', 0)");
      const holder = await connected();
      await holder.query('begin');
      await holder.query("update box set n = 10 where id = 'row'");
      await using({ max: 2 }, async (db) => {
        const waiting = db.commit([insert('beside'), add('row')]);
        const blocked =
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartwright' and wait_event_type = 'Lock'";
        while ((await admin.query(blocked)).rowCount === 0);
        await holder.query('commit');
        await waiting;
      });
      await holder.end();
      assert.deepEqual(await boxes(), [
        { id: 'beside', n: '0' },
        { id: 'row', n: '11' },
      ]);
    });

    test('that meets a deadlock runs again', async () => {
      let written = 0;
      await admin.query("insert into box values ('a', 0), ('b', 0)");
      await admin.query("alter database postgres set deadlock_timeout = '20ms'");
      await throughProxy({ max: 4 }, async (db) => {
        // On a busy machine the two may miss each other.
        for (; !proxy.errors().includes('40P01'); written += 2) {
          await Promise.all([db.commit([add('a'), sleep(0.2), add('b')]), db.commit([add('b'), sleep(0.2), add('a')])]);
        }
      });
      assert.deepEqual(await boxes(), [
        { id: 'a', n: String(written) },
        { id: 'b', n: String(written) },
      ]);
    });

    test('that cannot be serialized runs again, and is busy when its tries are used up', async () => {
      await admin.query("insert into box values ('a', 0)");
      await admin.query("alter database postgres set default_transaction_isolation = 'repeatable read'");
      try {
        let written = 0;
        await throughProxy({ max: 8, tries: 50 }, async (db) => {
          for (; !proxy.errors().includes('40001'); written += 8) {
            await Promise.all(
              Array.from({ length: 8 }, () => db.commit([{ sql: 'select n from box' }, sleep(0.02), add('a')])),
            );
          }
        });
        assert.deepEqual(await boxes(), [{ id: 'a', n: String(written) }]);
        await using({ tries: 1, waitMs: 60_000, statementTimeoutMs: 60_000 }, async (db) => {
          await admin.query('select pg_advisory_lock(7)');
          const held = { sql: 'select 1 as held from pg_advisory_xact_lock(7)' };
          const slow = assert.rejects(db.commit([{ sql: 'select n from box' }, held, add('a')]), hasCode('busy'));
          // It has read, and waits; what the other writes now it cannot see.
          while (
            (await admin.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount === 0
          );
          await db.commit([add('a')]);
          await admin.query('select pg_advisory_unlock(7)');
          await slow;
        });
        assert.deepEqual(await boxes(), [{ id: 'a', n: String(written + 1) }]);
      } finally {
        await admin.query('alter database postgres reset default_transaction_isolation');
      }
    });

    test('that gets no connection, or no lock in time, is busy', async () => {
      await using({ max: 1, waitMs: 300 }, async (db) => {
        await db.commit([sleep(0)]); // it has a connection now
        const slow = db.commit([sleep(1), insert('slow')]);
        await assert.rejects(db.commit([insert('late')]), hasCode('busy'));
        assert.equal(db.health().waiting, 0);
        await slow;
      });
      await using({ statementTimeoutMs: 50 }, async (db) => {
        await assert.rejects(db.commit([insert('too slow'), sleep(5)]), hasCode('busy'));
        await assert.rejects(db.all('select 1 as slept from pg_sleep(5)'), hasCode('busy'));
      });
      assert.deepEqual(await boxes(), [{ id: 'slow', n: '0' }]);
    });
  });

  describe('a guard', () => {
    test("is told apart from an error of the statement's own, whatever the values say", async () => {
      await using({}, async (db) => {
        await db.commit([insert('a')]);
        const guard = { name: 'version', rows: 1 };
        const own: readonly Statement[] = [
          { sql: 'update box set n = 1 / n where id = ?', params: ['a'], guard },
          { sql: 'update box set n = cast(? as bigint)', params: ['cartwright: guard did not hold'], guard },
        ];
        for (const statement of own) {
          await assert.rejects(db.commit([statement]), (error) => !(error instanceof DatabaseError));
        }
        await assert.rejects(db.commit([{ ...add('nobody'), guard }]), (error) => guardFailed(error, 'version'));
      });
    });
  });

  describe('the server', () => {
    test('may restart or crash: nothing but a batch on its way notices', async () => {
      await using({}, async (db) => {
        const everything = async (id: string) => {
          await db.commit([insert(id)]);
          assert.deepEqual(await db.one('select id from box where id = ?', [id]), { id });
          assert.deepEqual(await db.all('select id from box where id = ?', [id]), [{ id }]);
          for await (const chunk of db.scan('select id from box where id = ?', [id])) assert.deepEqual(chunk, [{ id }]);
        };
        await everything('before');
        await Promise.all(Array.from({ length: 10 }, () => db.all('select 1 as one from pg_sleep(0.01)')));
        await server.halt();
        await server.start();
        await everything('restarted');
        await server.crash();
        await server.start();
        await everything('crashed');
      });
      admin = await connected();
    });

    test('that is down makes everything busy, and nothing is left waiting', async () => {
      await using({ tries: 2 }, async (db) => {
        await db.one('select 1 as one');
        await server.halt();
        try {
          await assert.rejects(db.one('select 1 as one'), hasCode('busy'));
          await assert.rejects(db.all('select 1 as one'), hasCode('busy'));
          await assert.rejects(db.commit([insert('x')]), hasCode('busy'));
          await assert.rejects(async () => {
            for await (const _ of db.scan('select 1 as one'));
          }, hasCode('busy'));
          await assert.rejects(openPostgres(server.url('postgres'), { tries: 1 }), hasCode('busy'));
        } finally {
          await server.start();
        }
        assert.deepEqual(await db.one('select 1 as one'), { one: 1 });
      });
      admin = await connected();
    });
  });
});
