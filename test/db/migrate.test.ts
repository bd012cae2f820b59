// Migrations: applied once and in order by however many nodes, refused when they do not fit the database.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { migrate, planMigrations, readMigrations } from '../../src/db/migrate.ts';
import { openPostgres } from '../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../src/db/sqlite/sqlite.ts';
import { forEachEngine, migrations, type TestDatabase } from '../databases.ts';
import { PATIENCE_MS } from '../patience.ts';

const NOW = Date.UTC(2026, 10, 15);
const first = 'create table shelf (id text primary key, n bigint not null);';
const second =
  "-- a book; with 'text' in it\ncreate table book (id text primary key, price double precision);\ninsert into book (id) values ('a;b');";
const third = 'alter table shelf add column label text;';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-migrations-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));
const write = (files: Readonly<Record<string, string>>): void => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'cartwright-migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
};

/** A node in a process of its own, which prints what it applied. */
const node = (target: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const program = `
      const { migrate } = await import(${JSON.stringify(import.meta.resolve('../../src/db/migrate.ts'))});
      const [target, folder] = process.argv.slice(1);
      const db = target.startsWith('postgres')
        ? await (await import(${JSON.stringify(import.meta.resolve('../../src/db/postgres/postgres.ts'))})).openPostgres(target)
        : await (await import(${JSON.stringify(import.meta.resolve('../../src/db/sqlite/sqlite.ts'))})).openSqlite(target);
      const { applied } = await migrate(db, folder, ${NOW});
      await db.close();
      process.stdout.write(applied.join(' '));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, target, folder]);
    let printed = '';
    let complaint = '';
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    child.on('exit', (code) => (code === 0 ? resolve(printed) : reject(new Error(complaint))));
  });

forEachEngine((engine) => {
  let opened: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    opened = await engine.open({ migrated: false });
    db = opened.db;
  });
  afterEach(() => opened.close());

  const recorded = () => db.all('select number, name, applied_at from migration order by number');
  const another = (): Promise<Database> =>
    opened.url === undefined ? openSqlite(opened.file ?? '') : openPostgres(opened.url, { waitMs: PATIENCE_MS });

  test('are applied in order, once, and recorded', async () => {
    write({ '0001_shelf.sql': first, '0002_book.sql': second });
    assert.deepEqual(await migrate(db, folder, NOW), { applied: ['0001_shelf', '0002_book'], ahead: [] });
    assert.deepEqual(await migrate(db, folder, NOW + 1), { applied: [], ahead: [] });
    write({ '0001_shelf.sql': first, '0002_book.sql': second, '0003_label.sql': third });
    assert.deepEqual(await migrate(db, folder, NOW + 2), { applied: ['0003_label'], ahead: [] });
    assert.deepEqual(await recorded(), [
      { number: 1, name: '0001_shelf', applied_at: NOW },
      { number: 2, name: '0002_book', applied_at: NOW },
      { number: 3, name: '0003_label', applied_at: NOW + 2 },
    ]);
    assert.deepEqual(await db.all('select id, price from book'), [{ id: 'a;b', price: null }]);
    assert.deepEqual(await db.all('select label from shelf'), []);
  });

  test('that fail half way leave nothing, and are tried again', async () => {
    write({ '0001_shelf.sql': `${first} insert into nowhere values (1);` });
    await assert.rejects(migrate(db, folder, NOW), /0001_shelf failed; it is applied whole or not at all/);
    assert.deepEqual(await recorded(), []);
    await assert.rejects(db.all('select id from shelf'));
    write({ '0001_shelf.sql': first });
    assert.deepEqual((await migrate(db, folder, NOW)).applied, ['0001_shelf']);
  });

  test('changed after they were applied are refused, except for line ends', async () => {
    write({ '0001_shelf.sql': `${first}\n`, '0002_book.sql': second });
    await migrate(db, folder, NOW);
    write({ '0001_shelf.sql': `${first}\r\n`, '0002_book.sql': second });
    await migrate(db, folder, NOW);
    write({ '0001_shelf.sql': `${first}\n`, '0002_book.sql': `${second} ` });
    await assert.rejects(migrate(db, folder, NOW), /0002_book was changed after it was applied: restore its text/);
  });

  test('unknown to this program are reported: the database is ahead of it', async () => {
    write({ '0001_shelf.sql': first, '0002_book.sql': second });
    await migrate(db, folder, NOW);
    write({ '0001_shelf.sql': first });
    assert.deepEqual(await migrate(db, folder, NOW), { applied: [], ahead: ['0002_book'] });
  });

  test('of five nodes that start at once are each applied by one of them', async () => {
    write({ '0001_shelf.sql': first, '0002_book.sql': second, '0003_label.sql': third });
    const nodes = await Promise.all(Array.from({ length: 5 }, another));
    const results = await Promise.all(nodes.map((each) => migrate(each, folder, NOW)));
    await Promise.all(nodes.map((each) => each.close()));
    assert.deepEqual(results.flatMap(({ applied }) => applied).toSorted(), ['0001_shelf', '0002_book', '0003_label']);
    assert.deepEqual(await db.all('select id from book'), [{ id: 'a;b' }]);
  });

  test('of five processes that start at once are each applied by one of them', async () => {
    write({ '0001_shelf.sql': first, '0002_book.sql': second, '0003_label.sql': third });
    const target = opened.url ?? opened.file ?? '';
    const printed = await Promise.all(Array.from({ length: 5 }, () => node(target)));
    assert.deepEqual(
      printed
        .flatMap((line) => line.split(' '))
        .filter(Boolean)
        .toSorted(),
      ['0001_shelf', '0002_book', '0003_label'],
    );
    assert.deepEqual((await recorded()).length, 3);
  });

  test('of this program fit this engine', async () => {
    const found = await readMigrations(migrations);
    assert.deepEqual(
      (await migrate(db, migrations, NOW)).applied,
      found.map(({ name }) => name),
    );
  });
});

describe('a plan', () => {
  const file = (number: number) => ({ number, name: `000${number}_x`, checksum: `sum ${number}`, text: '' });
  const row = ({ number, name, checksum }: ReturnType<typeof file>) => ({ number, name, checksum });

  test('refuses a gap or a repetition in the numbers', () => {
    assert.throws(() => planMigrations([file(1), file(3)], []), /0003_x has number 3 where 2 is due/);
    assert.throws(() => planMigrations([file(1), file(1)], []), /0001_x has number 1 where 2 is due/);
    assert.throws(() => planMigrations([file(2)], []), /where 1 is due/);
  });

  test("refuses another program's database", () => {
    assert.throws(
      () => planMigrations([file(1), file(2)], [row(file(2))]),
      /0001_x was never applied, but number 2 was/,
    );
  });

  test('refuses a file whose name it cannot read', async () => {
    write({ '1_shelf.sql': first });
    await assert.rejects(readMigrations(folder), /Rename 1_shelf.sql/);
  });
});
