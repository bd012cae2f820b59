// The traps of shared SQL (docs/operations/sql.md): for each, what the page says to write, with equal results on both engines.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { DatabaseError, type Database, type Row, type Statement, type Value } from '../../src/db/database.ts';
import { forEngine } from '../../src/db/migration-text.ts';
import { forEachEngine } from '../databases.ts';

const TABLES = `
  create table thing (id text primary key, n bigint, r double precision, t text, is_active bigint not null default 1);
  create table part (id bigint primary key, thing_id text not null references thing (id), word text);`;
const THING = 'insert into thing (id, n, r, t) values (?, ?, ?, ?)';
const things: readonly (readonly Value[])[] = [
  ['a', 7, 0.5, 'B'],
  ['b', 2, 1.5, 'a'],
  ['c', null, null, 'é'],
  ['d', -7, 2, '_'],
  ['e', 10, 2.5, 'Z'],
  ['f', 0, 3, '10%'],
];
const parts: readonly (readonly Value[])[] = [
  [1, 'a', 'x'],
  [2, 'a', 'w'],
  [3, 'b', 'x'],
];

type Trap = readonly [id: string, run: (db: Database) => Promise<unknown>, expected: unknown];

const byName = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const column = (rows: readonly Row[], name: string): readonly unknown[] => rows.map((row) => row[name]);
const read =
  (sql: string, params: readonly Value[] = []) =>
  (db: Database) =>
    db.all(sql, params);
const ids =
  (sql: string, params: readonly Value[] = []) =>
  async (db: Database) =>
    column(await db.all(sql, params), 'id');
const value =
  (sql: string, params: readonly Value[] = []) =>
  async (db: Database) =>
    (await db.one(sql, params))?.['v'];
const changes =
  (...batch: Statement[]) =>
  async (db: Database) =>
    (await db.commit(batch)).map((result) => result.changes);
const refused = (work: (db: Database) => Promise<unknown>) => async (db: Database) =>
  work(db).then(
    () => 'accepted',
    (error: unknown) => (error instanceof DatabaseError ? error.code : 'refused'),
  );
const stored = (sql: string, params: readonly Value[], check: string) => async (db: Database) => {
  await db.commit([{ sql, params }]);
  return value(check)(db);
};
const UPSERT = 'insert into thing (id, n) values (?, ?) on conflict (id) do';

const order: readonly Trap[] = [
  [
    'text-order',
    async (db) => column(await db.all('select t from thing order by t'), 't'),
    ['10%', 'B', 'Z', '_', 'a', 'é'],
  ],
  ['null-order', ids('select id from thing where n is null or n > 2 order by n desc nulls last'), ['e', 'a', 'c']],
  [
    'returning-order',
    async (db) => {
      const [result] = await db.commit([
        { sql: 'update thing set is_active = 1 where n > ? returning id', params: [1] },
      ]);
      return column(result?.rows ?? [], 'id')
        .map(String)
        .toSorted(byName);
    },
    ['a', 'b', 'e'],
  ],
  ['limit', ids('select id from thing order by id limit ? offset ?', [2, 1]), ['b', 'c']],
  [
    'limit-in-write',
    changes({
      sql: 'update thing set is_active = 1 where id in (select id from thing order by id limit ?)',
      params: [2],
    }),
    [2],
  ],
  [
    'row-values',
    ids('select id from thing where (is_active, id) > (?, ?) order by is_active, id limit ?', [1, 'd', 5]),
    ['e', 'f'],
  ],
];

const text: readonly Trap[] = [
  ['like-case', ids('select id from thing where t >= ? and t < ?', ['B', 'C']), ['a']],
  ['like-escape', ids("select id from thing where t like ? escape '!'", ['10!%']), ['f']],
  ['lower', ids('select id from thing where t in (?, ?)', ['É'.toLowerCase(), 'É']), ['c']],
  ['concatenation', value("select id || '-' || coalesce(cast(n as text), '') as v from thing where id = 'c'"), 'c-'],
  ['substring', value("select substr(t, 1, 2) as v from thing where id = 'f'"), '10'],
  ['nul', refused(read('select id from thing where t = ?', ['a\u0000'])), 'refused'],
  [
    'lone-surrogate',
    stored(
      "insert into thing (id, t) values ('s', ?)",
      ['a\ud800b'.toWellFormed()],
      "select t as v from thing where id = 's'",
    ),
    'a\ufffdb',
  ],
  ['string-agg', value("select string_agg(word, ',' order by word) as v from part where thing_id = 'a'"), 'w,x'],
];

const numbers: readonly Trap[] = [
  ['int8', value('select count(*) as v from thing'), 6],
  [
    'sum',
    read("select coalesce(sum(n), 0) as total, sum(n) as bare from thing where id = 'nobody'"),
    [{ total: 0, bare: null }],
  ],
  ['average', value('select cast(sum(n) as double precision) / count(n) as v from thing'), 2.4],
  [
    'integer-division',
    read("select n / 2 as half, n / nullif(?, 0) as safe, n % 2 as rest from thing where id = 'd'", [0]),
    [{ half: -3, safe: null, rest: -1 }],
  ],
  ['fraction-in-integer', refused((db) => db.commit([{ sql: 'update thing set n = ?', params: [1.5] }])), 'refused'],
  ['fraction-parameter', value("select n * cast(? as double precision) as v from thing where id = 'a'", [1.5]), 10.5],
  ['rounding', value("select (n * ? + 50) / 100 as v from thing where id = 'a'", [1850]), 130],
  [
    'number-as-text',
    stored("insert into thing (id, t) values ('s', ?)", [String(1e21)], "select t as v from thing where id = 's'"),
    '1e+21',
  ],
  ['cast', ids('select id from thing where n = ?', [Number.parseInt('7up', 10)]), ['a']],
  ['least', value("select case when n < 5 then n else 5 end as v from thing where id = 'e'"), 5],
  ['boolean', ids('select id from thing where is_active = ? and n > 5 order by id', [1]), ['a', 'e']],
  ['comparison-as-value', value("select case when n > 5 then 1 else 0 end as v from thing where id = 'a'"), 1],
];

const parameters: readonly Trap[] = [
  [
    'parameter-is-null',
    ids('select id from thing where (cast(? as text) is null or id = ?) and n = 7', [null, null]),
    ['a'],
  ],
  ['untyped-parameter', value('select cast(? as bigint) as v', [5]), 5],
  ['null-equality', ids('select id from thing where n is not distinct from ?', [null]), ['c']],
  ['empty-list', ids('select id from thing where id in (?, ?) order by id', ['a', 'b']), ['a', 'b']],
  ['undefined', refused(read('select id from thing where n = ?', [undefined as never])), 'refused'],
  ['several-statements', refused((db) => db.commit([{ sql: 'delete from part; delete from thing' }])), 'refused'],
  ['transaction', refused((db) => db.commit([{ sql: 'commit' }])), 'refused'],
  [
    'now',
    stored(`${UPSERT} update set n = excluded.n`, ['s', 1_763_164_800_000], "select n as v from thing where id = 's'"),
    1_763_164_800_000,
  ],
];

const writes: readonly Trap[] = [
  ['on-conflict', changes({ sql: `${UPSERT} update set n = thing.n + excluded.n`, params: ['f', 0] }), [1]],
  [
    'on-conflict-select',
    changes({
      sql: "insert into thing (id, n) select id, n from thing where id = 'f' on conflict (id) do update set n = excluded.n",
    }),
    [1],
  ],
  [
    'on-conflict-twice',
    changes(
      { sql: `${UPSERT} update set n = excluded.n`, params: ['s', 1] },
      { sql: `${UPSERT} update set n = excluded.n`, params: ['s', 2] },
    ),
    [1, 1],
  ],
  [
    'upsert-changes',
    changes(
      { sql: `${UPSERT} nothing`, params: ['f', 9] },
      { sql: `${UPSERT} update set n = excluded.n where thing.n < excluded.n`, params: ['f', 0] },
      { sql: `${UPSERT} update set n = excluded.n where thing.n <= excluded.n`, params: ['f', 0] },
    ),
    [0, 0, 1],
  ],
  [
    'integer-key',
    async (db) => {
      await db.commit([{ sql: 'insert into part (id, thing_id) values (?, ?)', params: [9, 'a'] }]);
      return changes({ sql: 'delete from part where id = ?', params: [9] })(db);
    },
    [1],
  ],
  [
    'delete-using',
    changes(
      { sql: "insert into part (id, thing_id) values (8, 'c')" },
      { sql: 'delete from part where thing_id in (select id from thing where t = ?)', params: ['é'] },
    ),
    [1, 1],
  ],
  [
    'lock',
    async (db) => {
      const bump: Statement = {
        sql: "update thing set n = n where id = 'f' and n = ?",
        params: [99],
        guard: { name: 'seen', rows: 1 },
      };
      const held = "select id from thing where id in ('f', 'a') order by id for update";
      const [locked] = await db.commit([{ sql: held }]);
      assert.deepEqual(locked?.rows, [{ id: 'a' }, { id: 'f' }]);
      return refused(() => db.commit([bump]))(db);
    },
    'guard',
  ],
];

const shape: readonly Trap[] = [
  [
    'name-case',
    read('select n as "unitCount", n as unit_count from thing where id = \'a\''),
    [{ unitCount: 7, unit_count: 7 }],
  ],
  [
    'group-by',
    read('select thing_id, min(word) as word, count(*) as n from part group by thing_id order by thing_id'),
    [
      { thing_id: 'a', word: 'w', n: 2 },
      { thing_id: 'b', word: 'x', n: 1 },
    ],
  ],
  [
    'alias-in-where',
    read('select * from (select id, n * 2 as twice from thing) as doubled where twice > 10 order by id'),
    [
      { id: 'a', twice: 14 },
      { id: 'e', twice: 20 },
    ],
  ],
  [
    'json',
    async (db) => {
      const [row] = await db.all('select \'{"lines":[1,2]}\' as document');
      return JSON.parse(String(row?.['document'])) as unknown;
    },
    { lines: [1, 2] },
  ],
];

const traps: readonly Trap[] = [...order, ...text, ...numbers, ...parameters, ...writes, ...shape];

test('every trap of the page has its test, and every test its place on the page', () => {
  const page = readFileSync(new URL('../../docs/operations/sql.md', import.meta.url), 'utf8');
  const headings = [...page.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, id]) => String(id));
  assert.deepEqual(headings.toSorted(byName), traps.map(([id]) => id).toSorted(byName));
});

forEachEngine(async (engine) => {
  const opened = await engine.open({ migrated: false });
  after(() => opened.close());
  const { db } = opened;
  await db.commit(forEngine(db.engine, TABLES).map((sql) => ({ sql })));
  await db.commit([
    ...things.map((params) => ({ sql: THING, params })),
    ...parts.map((params) => ({ sql: 'insert into part (id, thing_id, word) values (?, ?, ?)', params })),
  ]);

  describe('what the page says to write', () => {
    for (const [id, run, expected] of traps) {
      test(id, async () => {
        try {
          assert.deepEqual(await run(opened.db), expected);
        } finally {
          await opened.db.commit([{ sql: "delete from thing where id = 's'" }]);
        }
      });
    }
  });
});
