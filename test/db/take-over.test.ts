/** What a database of an earlier release holds is taken over by the migrations that change where it belongs. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/db/migrate.ts';
import { refundsOf } from '../../src/orders/refunds/refund-store.ts';
import { refundsToSend } from '../../src/orders/refunds/to-send-store.ts';
import { forEachEngine, migrations } from '../databases.ts';

const NOW = Date.UTC(2026, 10, 15);

/** The migrations before one of them. */
const before = (number: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-earlier-'));
  for (const file of readdirSync(migrations).filter((name) => name.endsWith('.sql') && name < number)) {
    copyFileSync(fileURLToPath(new URL(file, migrations)), join(folder, file));
  }
  return folder;
};

forEachEngine((engine) => {
  test('0020: payments that could not be kept become refunds that are due, and staff send them', async () => {
    const { db, close } = await engine.open({ migrated: false });
    const earlier = before('0020');
    try {
      await migrate(db, earlier, NOW);
      const payment = (id: string, state: string, amount: number, code: string | null) => ({
        sql: `insert into order_payment (application_id, payment_id, outcome, order_id, amount, currency, state, answer_code, received_at)
          values ('app', ?, 'success', 'CW1', ?, 'INR', ?, ?, ?)`,
        params: [id, amount, state, code, NOW],
      });
      await db.commit([
        { sql: `insert into organization (id, name, created_at) values ('org', 'Org', ?)`, params: [NOW] },
        {
          sql: `insert into company (id, organization_id, name, created_at) values (1, 'org', 'Co', ?)`,
          params: [NOW],
        },
        {
          sql: `insert into application (id, company_id, version, token_version, created_at, modified_at, settings)
            values ('app', 1, 1, 1, ?, ?, '{}')`,
          params: [NOW, NOW],
        },
        {
          sql: `insert into customer_order (id, application_id, company_id, owner_kind, owner_id, state, version, currency, total,
              payment_mode, created_at, modified_at, has_dues, document, progress)
            values ('CW1', 'app', 1, 'user', 'asha', 'cancelled', 1, 'INR', 100, 'CARD', ?, ?, 0, '{}', '{}')`,
          params: [NOW, NOW],
        },
        payment('kept', 'accepted', 100, null),
        payment('late', 'refund_due', 100, 'payment_late'),
        payment('ended', 'refund_due', 70, null),
        payment('nothing', 'refund_due', 0, 'payment_late'),
      ]);
      await migrate(db, migrations, NOW);
      const taken = (await refundsOf(db, 'CW1')).map(({ id, paymentId, cause, amount, state, events }) => [
        id,
        paymentId,
        cause,
        amount,
        state,
        events.length,
      ]);
      assert.deepEqual(taken, [
        ['payment:ended', 'ended', 'cancelled', 70, 'due', 0],
        ['payment:late', 'late', 'payment_late', 100, 'due', 0],
      ]);
      assert.deepEqual(
        await refundsToSend(db, NOW + 1, { most: 10, ofOne: 10 }),
        [],
        '0029: what was due before is not sent by itself',
      );
    } finally {
      await close();
      rmSync(earlier, { recursive: true, force: true });
    }
  });
});
