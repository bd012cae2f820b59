/** Reads that go to the server together, and those that go alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedReads } from '../../src/catalog/joined-reads.ts';
import type { Database, Read } from '../../src/db/database.ts';
import { gatherReads } from '../../src/db/gather-reads.ts';

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
