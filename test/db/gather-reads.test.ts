/** Reads that go to the server together, and those that go alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { joinedReads } from '../../src/catalog/joined-reads.ts';
import { type Database, DatabaseError, type Read } from '../../src/db/database.ts';
import { gatherReads } from '../../src/db/gather-reads.ts';
import { createPostgres, engines } from '../databases.ts';
import { proxied, startProxy } from './postgres-proxy.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('small reads of one turn go together, and one for many values alone', async () => {
  const sent: string[][] = [];
  const together = async (asked: readonly Read[]) => {
    sent.push(asked.map(({ sql }) => sql));
    return asked.map(({ sql }) => [{ sql }]);
  };
  const all = async (sql: string) => (await together([{ sql, params: [] }]))[0] ?? [];
  const db = gatherReads({ engine: 'postgres', together, all } as unknown as Database);
  const answers = await Promise.all([
    db.one('a', [1]),
    db.all('large', numbers(512)),
    db.all('b', numbers(8)),
    db.one('large one', numbers(65)),
  ]);
  assert.deepEqual(answers, [{ sql: 'a' }, [{ sql: 'large' }], [{ sql: 'b' }], { sql: 'large one' }]);
  assert.deepEqual(
    sent.toSorted((a, b) => b.length - a.length),
    [['a', 'b'], ['large'], ['large one']],
  );
});

test('who asks for a few products does not wait for whom asks for hundreds', async () => {
  const asked: number[] = [];
  const large = Promise.withResolvers<void>();
  const joined = joinedReads(async (_companyId, keys: readonly number[]) => {
    asked.push(keys.length);
    if (keys.length > 100) await large.promise;
    return new Map(keys.map((key) => [key, `item ${key}`]));
  }, 1_000);
  const many = joined(1, numbers(500));
  const few = await Promise.all([joined(1, [1, 2]), joined(1, [2, 3])]);
  assert.deepEqual([few[0].get(2), few[1].get(3)], ['item 2', 'item 3']);
  large.resolve();
  assert.equal((await many).size, 500);
  assert.deepEqual(
    asked.toSorted((a, b) => a - b),
    [3, 500],
  );
});

const skip = engines.find(({ name }) => name === 'postgres')?.skip ?? false;

test('who is asked with somebody who waits for a locked table is asked alone at the first sign of it', {
  skip,
}, async () => {
  const { url, drop } = await createPostgres(false);
  const proxy = await startProxy(url);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('create table box (id text); create table other (id text)');
    await holder.query('begin; lock table box in access exclusive mode');
    await proxied(proxy, { waitMs: 5_000 }, async (db) => {
      const [waiting, beside] = await Promise.allSettled([
        db.together([
          { sql: 'select id from other', params: [] },
          { sql: 'select id from box', params: [] },
        ]),
        db.all('select id from other'),
      ]);
      assert.deepEqual(proxy.errors(), ['55P03'], 'it was waited for once');
      assert.ok(waiting.status === 'rejected' && !(waiting.reason instanceof DatabaseError), 'it is of one of them');
      assert.equal(beside.status, 'fulfilled');
      const gathered = gatherReads(db);
      const [held, free] = await Promise.allSettled([
        gathered.all('select id from box'),
        gathered.all('select id from other'),
      ]);
      assert.ok(held.status === 'rejected' && held.reason instanceof DatabaseError);
      assert.deepEqual(free, { status: 'fulfilled', value: [] });
    });
  } finally {
    await holder.end();
    await proxy.close();
    await drop();
  }
});

test('what all of them suffer from is not waited for again one by one', async () => {
  const asked: number[] = [];
  const together: Database['together'] = async (reads) => {
    asked.push(reads.length);
    throw new DatabaseError('busy');
  };
  const db = gatherReads({ engine: 'postgres', together } as unknown as Database);
  const outcomes = await Promise.allSettled([db.one('a'), db.one('b'), db.all('c')]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(asked, [3]);
});
