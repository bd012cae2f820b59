import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  changesRows,
  parameterCount,
  refuseSeveral,
  refuseTransaction,
  refuseWrite,
  yieldsRows,
} from '../../src/db/sql-text.ts';

const cases: readonly { sql: string; rows: boolean; changes: boolean; marks: number }[] = [
  { sql: 'select id from cart where id = ?', rows: true, changes: false, marks: 1 },
  { sql: '  -- why\n SELECT 1', rows: true, changes: false, marks: 0 },
  { sql: 'values (?, ?)', rows: true, changes: false, marks: 2 },
  { sql: "insert into cart (id, note) values (?, 'select ? returning')", rows: false, changes: true, marks: 1 },
  { sql: 'insert into cart (id) select id from old where id > ?', rows: false, changes: true, marks: 1 },
  { sql: 'update cart set n = n + 1 where id = ? returning n', rows: true, changes: true, marks: 1 },
  { sql: 'with old as (select id from cart where n < ?) select id from old', rows: true, changes: false, marks: 1 },
  {
    sql: 'with old as (select id from (select 1 as id)) delete from cart where id in (select id from old)',
    rows: false,
    changes: true,
    marks: 0,
  },
  { sql: 'create table "select" (id text default \'?\')', rows: false, changes: false, marks: 0 },
  { sql: "select '' as a, 'it''s ?' as b, ? as c /* ? */", rows: true, changes: false, marks: 1 },
];
for (const { sql, rows, changes, marks } of cases) {
  test(`what "${sql}" does is read from its words`, () => {
    assert.equal(yieldsRows(sql), rows);
    assert.equal(changesRows(sql), changes);
    assert.equal(parameterCount(sql), marks);
  });
}

describe('texts that are refused', () => {
  test('a semicolon outside strings, names and comments', () => {
    for (const sql of ['select 1; select 2', 'select 1;', "select ';'; select 1"]) {
      assert.throws(() => refuseSeveral(sql), TypeError);
    }
    for (const sql of ["select ';'", 'select ";" from t', 'select 1 -- ;', 'select /* ; */ 1']) refuseSeveral(sql);
  });
  test('a write where only reads belong', () => {
    for (const sql of ['delete from cart', 'insert into cart (id) values (1) returning id', 'drop table cart']) {
      assert.throws(() => refuseWrite(sql), TypeError);
    }
    for (const sql of ["select 'delete'", 'pragma user_version', 'with a as (select 1) select * from a'])
      refuseWrite(sql);
  });
  test('a word that would end the transaction of others', () => {
    for (const sql of ['COMMIT', 'rollback to batch', 'begin immediate', '/* x */ end']) {
      assert.throws(() => refuseTransaction(sql), TypeError);
    }
    refuseTransaction("insert into note (text) values ('commit')");
  });
});
