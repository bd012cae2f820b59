/** The list of personal data knows every column there is, and says for each what becomes of it. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { personalData } from '../../src/privacy/personal-data.ts';
import { columnsOf, keyOf } from '../../src/privacy/personal-table.ts';
import { forEachEngine } from '../databases.ts';

const schemas = {
  sqlite: `select m.name as table_name, c.name as column_name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%'`,
  postgres: `select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
};
const listed = [...personalData].flatMap(([name, table]) =>
  [...columnsOf(table).keys()].map((column) => `${name}.${column}`),
);

forEachEngine(async (engine) => {
  const database = await engine.open();
  after(() => database.close());

  test('every column of the schema is in the list, and nothing else is', async () => {
    const rows = await database.db.all<Row & { table_name: string; column_name: string }>(schemas[engine.name]);
    const real = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
    assert.deepEqual(
      real.filter((column) => !listed.includes(column)).toSorted(),
      [],
      'say in src/privacy what it holds of people, and what becomes of it when one is forgotten',
    );
    assert.deepEqual(listed.filter((column) => !real.includes(column)).toSorted(), []);
  });
});

describe('the list', () => {
  test('names each column once', () => {
    for (const [name, { plain, key, staff, shopper, told, members }] of personalData) {
      const all = [plain, key, staff, shopper, told].flatMap((words) => words?.split(' ') ?? []);
      const columns = [...all, ...Object.keys(members ?? {})];
      assert.equal(new Set(columns).size, columns.length, name);
    }
  });

  test('says how rows with something of a shopper are found', () => {
    for (const [name, { rows, ways = [], shopper, told, members }] of personalData) {
      // While an erasure goes on it has to know of whom; it ends by forgetting that.
      if (name === 'event_erasure' || name === 'event_erasure_trace') continue;
      assert.equal(rows !== undefined, ways.length > 0, name);
      if ((shopper ?? told ?? members) !== undefined) assert.ok(rows, name);
    }
  });

  test('finds and tells rows by columns that are there', () => {
    for (const [name, table] of personalData) {
      if (table.rows === undefined) continue;
      const columns = columnsOf(table);
      const used = [
        ...keyOf(table),
        ...(table.versioned === true ? ['version'] : []),
        ...(table.waits === undefined ? [] : ['state', 'created_at']),
        ...(table.adds === undefined ? [] : [table.adds]),
        ...[...(table.ways ?? []), ...(table.meanwhile ?? []), ...(table.kept?.ways ?? [])].flatMap((way) => {
          if (way.by === 'owner') return ['owner_kind', 'owner_id'];
          return way.by === 'reading' ? [way.of] : [way.column];
        }),
        ...Object.keys(table.kept?.members ?? {}),
      ];
      assert.deepEqual(
        used.filter((column) => !columns.has(column)),
        [],
        name,
      );
    }
  });
});
