/** One event among millions that were delivered is found by its key. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasDelivery } from '../../../src/webhooks/courier/replay-store.ts';
import { engines, type TestDatabase } from '../../databases.ts';
import { recordingEngine } from '../../recorded-statements.ts';

const sqlite = engines.find(({ name }) => name === 'sqlite');
assert.ok(sqlite);
const { engine, asked } = recordingEngine(sqlite);
let opened: TestDatabase;
before(async () => {
  opened = await engine.open();
});
after(() => opened.close());

test('whether one was delivered is no search among all deliveries', async () => {
  const { db } = opened;
  assert.equal(await hasDelivery(db, 1, 'an event'), false);
  const looks = asked.filter(({ sql }) => sql.includes('webhook_'));
  assert.equal(looks.length, 2);
  for (const { sql, params } of looks) {
    const plan = await db.all<{ detail: string }>(`explain query plan ${sql}`, params);
    const [step = '', ...more] = plan
      .map(({ detail }) => detail)
      .filter((one) => /webhook_(delivery|settled)/.test(one));
    assert.match(step, /application_id=\? AND event_id=\?/);
    assert.deepEqual(more, []);
  }
});
