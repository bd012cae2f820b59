/** No statement of a request, or of what is cleared away, reads a table that grows from one end to the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { wholeReadsOn } from './explain-hot.ts';
import { wholeReads, wholeReadsOfSqlite } from './plan-rules.ts';

/** Enough for the planner to tell its indices apart; `npm run plans` asks it about a million. */
const ROWS = 300;
const LEAST_STATEMENTS = 80;

forEachEngine((engine) => {
  test('every statement of a busy shop finds its rows by an index', async () => {
    const { statements, reads } = await wholeReadsOn(engine, { rowsOf: () => ROWS, mayReadAll: false });
    assert.ok(statements > LEAST_STATEMENTS, String(statements));
    assert.deepEqual(reads, []);
  });
});

test('a plan that reads all of a table, or all of an index, is told from one that looks something up', () => {
  const scan = (type: string, more: object = {}) => ({ 'Node Type': type, 'Relation Name': 'cart', ...more });
  const lookup = scan('Index Scan', { 'Index Cond': '(id = $1)' });
  assert.deepEqual(wholeReads({ 'Node Type': 'Nested Loop', Plans: [lookup, scan('Seq Scan')] }), ['cart']);
  assert.deepEqual(wholeReads(lookup), []);
  assert.deepEqual(wholeReads(scan('Index Only Scan')), ['cart']);
  assert.deepEqual(wholeReads({ 'Node Type': 'Limit', Plans: [scan('Index Scan')] }), []);
  const sorted = { 'Node Type': 'Sort', Plans: [scan('Index Scan')] };
  assert.deepEqual(wholeReads({ 'Node Type': 'Limit', Plans: [sorted] }), ['cart']);
  assert.deepEqual(wholeReadsOfSqlite(['SCAN c', 'SEARCH o USING INDEX x (id=?)'], 'select 1 from cart c'), ['cart']);
  assert.deepEqual(wholeReadsOfSqlite(['SCAN c'], 'with c as (select 1) select * from c'), []);
  assert.deepEqual(wholeReadsOfSqlite(['SCAN c'], 'select * from (select 1 from cart where id = ?) c'), []);
});
