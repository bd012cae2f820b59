import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { flood } from './flood.ts';

forEachEngine(async (engine) => {
  test('twenty connections that send a tenth of their events twice store every id once', async () => {
    const { sent, distinct, stored, fresh, duplicates, failed } = await flood(engine, 10_000);
    assert.deepEqual([stored, fresh, duplicates, failed], [distinct, distinct, sent - distinct, 0]);
    assert.ok(distinct < sent);
  });
});
