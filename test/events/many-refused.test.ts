/** Anybody may have a million events refused, under names that he makes up. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countRefused, keepRefused, listRefused } from '../../src/events/refusals/refusal-store.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';
import { eventServer } from './event-server.ts';
import { refusedAt } from './weeks-of-events.ts';

const NAMES = 1_200;

forEachEngine(async (engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  const server = await eventServer(recording);
  after(() => server.close());
  const { db } = server.node;
  const { applicationId } = server.shop;
  const at = server.node.now();
  const keep = (id: string, name: string) => keepRefused(applicationId, { ...refusedAt(id, at), name });
  await db.commit([
    ...Array.from({ length: NAMES }, (_, n) => keep(`made-up-${n}`, `made_up_${n}`)),
    ...['a', 'b', 'c'].map((id) => keep(id, 'user_login')),
  ]);

  test('what is rare among them is looked for off the request path', async () => {
    for (const [filter, scans] of [
      [{}, false],
      [{ name: 'user_login' }, true],
      [{ code: 'event_clock' }, true],
    ] as const) {
      asked.length = 0;
      await listRefused(db, applicationId, { filter, after: undefined, limit: 10 });
      assert.deepEqual(
        asked.map((one) => one.scans),
        [scans],
      );
    }
    const found = await listRefused(db, applicationId, {
      filter: { name: 'user_login', code: 'event_contains' },
      after: [at, 'a'],
      limit: 10,
    });
    assert.deepEqual(
      found.map(({ id }) => id),
      ['b', 'c'],
    );
  });

  test('a thousand names are told, those that came most often, and the others together', async () => {
    const counts = await countRefused(db, applicationId);
    assert.equal(counts.length, 1_001);
    assert.deepEqual(counts[0], { name: 'user_login', code: 'event_contains', count: 3 });
    assert.deepEqual(counts.at(-1), { name: '', code: 'event_contains', count: NAMES + 1 - 1_000 });
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      NAMES + 3,
    );
  });
});
