// One migration text becomes each engine's own statements.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import { forEngine, statementsOf } from '../../src/db/migration-text.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { createPostgres, engines, migrations } from '../databases.ts';
import { PATIENCE_MS } from '../patience.ts';

describe('a migration text', () => {
  test('is cut at semicolons, except in strings, names and comments', () => {
    const text = `-- one; two
      create table a (id text); /* three; four */ insert into a values ('x;''y');
      create index "odd;name" on a (id) ;; `;
    assert.deepEqual(statementsOf(text), [
      'create table a (id text)',
      "insert into a values ('x;''y')",
      'create index "odd;name" on a (id)',
    ]);
    assert.deepEqual(statementsOf(' -- nothing\n ;'), []);
  });

  test("gets SQLite's types, and strict tables", () => {
    const text = `create table a (id text primary key, n bigint not null, r double  precision, b bytea, note text default 'bigint');
      create index a_by_n on a (n); alter table a add column m bigint`;
    assert.deepEqual(forEngine('sqlite', text), [
      "create table a (id text primary key, n integer not null, r real, b blob, note text default 'bigint') strict",
      'create index a_by_n on a (n)',
      'alter table a add column m integer',
    ]);
  });

  test('compares text by bytes on PostgreSQL, wherever text is the type of a column', () => {
    const collated: readonly (readonly [string, string])[] = [
      [
        'create table a (id text primary key, TEXT Text)',
        'create table a (id text collate "C" primary key, TEXT Text collate "C")',
      ],
      ['create table a ("odd name" text)', 'create table a ("odd name" text collate "C")'],
      ['alter table a add column b text not null', 'alter table a add column b text collate "C" not null'],
      ['alter table a add b text', 'alter table a add b text collate "C"'],
      ['alter table a add column text bigint', 'alter table a add column text bigint'],
      ['create table a (text bigint, unique (text))', 'create table a (text bigint, unique (text))'],
      ['create index i on a (n, text)', 'create index i on a (n, text)'],
      [
        "insert into a (id) select cast(n as text) from b where t = 'id text'",
        "insert into a (id) select cast(n as text) from b where t = 'id text'",
      ],
    ];
    for (const [text, expected] of collated) assert.deepEqual(forEngine('postgres', text), [expected]);
  });
});

const skip = engines.find(({ name }) => name === 'postgres')?.skip;
describe('the migrations of this program', skip === undefined ? {} : { skip }, () => {
  test('leave no text column that sorts by the locale of the server', async () => {
    const { url, drop } = await createPostgres(false);
    after(drop);
    const db = await openPostgres(url, { waitMs: PATIENCE_MS });
    await migrate(db, migrations, 0);
    await db.close();
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
    );
    await client.end();
    assert.deepEqual(rows, []);
  });
});
