/**
 * Which tables were written since: what somebody wrote is never missed, whoever it was and wherever the writer is; and what
 * this process wrote itself touches its own tables and no others, also when its writer has a thread.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as holds, asyncProperty, constantFrom } from 'fast-check';
import type { Database, Statement, TableChanges } from '../../../src/db/database.ts';
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts';
import { countChanges } from '../../../src/db/sqlite/sqlite-changes.ts';
import { openConnection } from '../../../src/db/sqlite/sqlite-connection.ts';
import { runs } from '../../laws/runs.ts';
import { openAt, temporaryFile } from '../sqlite-fixture.ts';

const tables = ['item', 'other', 'third'] as const;
type Table = (typeof tables)[number];

const changesOf = ({ changes }: Database): TableChanges => changes ?? assert.fail('SQLite counts changes');

/** As well as it will be known. */
const looked = async (changes: TableChanges): Promise<number> => {
  for (;;) {
    const stamp = changes.stamp();
    const open = changes.settled();
    if (open === undefined) return stamp;
    await open;
  }
};

for (const writer of ['inline', 'thread'] as const) {
  test(`${writer}: what was written is known by table if it was ours, and doubted everywhere if it was not`, async (t) => {
    const file = temporaryFile(t);
    const db = await openAt(t, writer, {}, file);
    for (const table of ['other', 'third']) {
      await db.commit([{ sql: `create table ${table} (id text primary key, note text not null) strict` }]);
    }
    const stranger = await openSqlite(file);
    t.after(() => stranger.close());
    const changes = changesOf(db);
    let written = 0;
    const write = (into: Database, table: Table): Promise<unknown> => {
      written += 1;
      return into.commit([{ sql: `insert into ${table} (id, note) values (?, '')`, params: [`row ${written}`] }]);
    };
    // The first question to a new writer has no answer.
    await write(db, 'item');
    await looked(changes);

    const step = constantFrom(
      ...tables.flatMap((table) => [`ours ${table}`, `ours ${table}`, `theirs ${table}`]),
      'both',
    );
    await holds(
      asyncProperty(array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const since = await looked(changes);
        assert.deepEqual(
          tables.filter((table) => changes.touched([table], since)),
          [],
        );
        const ours = new Set<Table>();
        let isTheirs = false;
        for (const one of steps) {
          const [who, table = 'item'] = one.split(' ') as [string, Table?];
          if (who !== 'theirs') ours.add(table);
          if (who !== 'ours') isTheirs = true;
          // At once, so that one look meets both.
          await Promise.all([
            ...(who === 'theirs' ? [] : [write(db, table)]),
            ...(who === 'ours' ? [] : [write(stranger, table)]),
          ]);
          for (const own of ours) assert.ok(changes.stamp() > since && changes.touched([own], since), `missed ${own}`);
        }
        await looked(changes);
        const touched = tables.filter((table) => changes.touched([table], since));
        assert.deepEqual(touched, isTheirs ? tables : tables.filter((table) => ours.has(table)), steps.join());
      }),
      { numRuns: runs(30) },
    );
    assert.equal(db.health().writer, writer);
  });
}

for (const writer of ['inline', 'thread'] as const) {
  test(`${writer}: of a row that a statement names or returns its own is touched, and the table as a whole`, async (t) => {
    const db = await openAt(t, writer, {}, temporaryFile(t));
    await db.commit([{ sql: "insert into item (id, note) values ('a', ''), ('b', ''), ('c', '')" }]);
    const changes = changesOf(db);
    const touchedBy = async (statement: Statement): Promise<readonly (string | undefined)[]> => {
      const since = await looked(changes);
      await db.commit([statement]);
      await looked(changes);
      return ['a', 'b', 'c', undefined].filter((key) => changes.touched(['item'], since, key));
    };
    const write = "update item set note = note || '.' where id = ?";
    assert.deepEqual(await touchedBy({ sql: write, params: ['b'], writesOnly: ['b'] }), ['b', undefined]);
    const returned = "update item set note = '' where id <> ? returning id";
    assert.deepEqual(await touchedBy({ sql: returned, params: ['b'], writesOnly: 'returned' }), ['a', 'c', undefined]);
    assert.deepEqual(await touchedBy({ sql: write, params: ['b'] }), ['a', 'b', 'c', undefined]);
  });
}

test('when more rows were written than are remembered, all of the table count as written', async (t) => {
  const db = await openAt(t, 'inline', {}, temporaryFile(t));
  const changes = changesOf(db);
  const since = await looked(changes);
  const many = Array.from({ length: 20_001 }, (_, at) => `row ${at}`);
  await db.commit([{ sql: "insert into item (id, note) values ('one', '')", writesOnly: many }]);
  assert.ok(changes.touched(['item'], since, 'another'));
});

test('what a stranger writes while the writer is asked about another is not missed', async (t) => {
  const file = temporaryFile(t);
  const [own, stranger] = [openConnection(file, 'writer'), openConnection(file, 'writer')];
  t.after(() => {
    own.close();
    stranger.close();
  });
  const write = (): unknown => stranger.run('create table if not exists item (id text)', []);
  const insert = (): unknown => stranger.run("insert into item (id) values ('a')", []);
  write();
  const asked: ((wrote: boolean) => void)[] = [];
  const changes = countChanges(own, () => new Promise((answer) => asked.push(answer)));
  asked.shift()?.(true);
  await looked(changes);
  insert();
  const since = changes.stamp();
  // After the question, before its answer: the writer tells of both at once.
  insert();
  asked.shift()?.(true);
  await changes.settled();
  changes.stamp();
  asked.shift()?.(false);
  await changes.settled();
  assert.ok(changes.touched(['item'], since));
});
