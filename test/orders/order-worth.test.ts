/** What a customer's orders are worth to him is asked with each look at his cart where a shop has tiers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readWorth } from '../../src/orders/money/worth-statements.ts';
import type { TestDatabase } from '../databases.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

forEachEngine((engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  let opened: TestDatabase;
  before(async () => {
    opened = await recording.open();
  });
  after(() => opened.close());

  test('it is added up from an index alone: what an order holds may be hundreds of kilobytes', async () => {
    const { db } = opened;
    await readWorth(db, 'a shop', ['somebody', 'somebody else'], 0);
    const [{ sql, params } = { sql: '', params: [] }] = asked.filter((one) => one.sql.includes('kept_money'));
    if (db.engine === 'sqlite') {
      const plan = await db.all<{ detail: string }>(`explain query plan ${sql}`, params);
      assert.match(plan.map(({ detail }) => detail).join('\n'), /USING COVERING INDEX customer_order_worth/);
    } else {
      // An empty table is gone through; what the index has is all that is asked for.
      const [row] = await db.all<{ definition: string }>(
        "select indexdef as definition from pg_indexes where indexname = 'customer_order_worth'",
      );
      assert.match(
        row?.definition ?? '',
        /\(application_id, owner_kind, owner_id, created_at, kept_money, kept_points\)/,
      );
    }
  });
});
