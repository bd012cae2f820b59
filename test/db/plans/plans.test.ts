/** No statement of a request, or of what is cleared away, reads a table that grows from one end to the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { wholeReadsOn } from './explain-hot.ts';

/** Enough for the planner to tell its indices apart; `npm run plans` asks it about a million. */
const ROWS = 300;
const LEAST_STATEMENTS = 100;

forEachEngine((engine) => {
  test('every statement of a busy shop finds its rows by an index', async () => {
    const { statements, reads } = await wholeReadsOn(engine, { rowsOf: () => ROWS, mayReadAll: false });
    assert.ok(statements > LEAST_STATEMENTS, String(statements));
    assert.deepEqual(reads, []);
  });
});
