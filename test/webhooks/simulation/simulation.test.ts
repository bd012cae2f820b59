/** Three hundred worlds; `npm run webhooks-long -- --seeds 100000` is a hundred thousand. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openMemory } from './memory-database.ts';
import { simulate } from './simulate.ts';

const SEEDS = 300;

describe('simulated deliveries', () => {
  test(`in ${SEEDS} worlds every event arrives, and no promise is broken on the way`, async () => {
    const db = openMemory();
    let [sent, blocked] = [0, 0];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const finding = await simulate(db, seed);
      assert.deepEqual(finding.broken, []);
      sent += finding.sent;
      if (finding.trace.some((line) => line.includes('operator lets'))) blocked += 1;
    }
    await db.close();
    assert.ok(sent > SEEDS * 10, 'there was something to do');
    assert.ok(blocked > 0, 'somebody was blocked');
  });

  test('the same seed makes the same world, word for word', async () => {
    for (const seed of [7, 42, 1_000_003]) {
      const [first, second] = [await simulate(openMemory(), seed), await simulate(openMemory(), seed)];
      assert.ok(first.sent > 0);
      assert.equal(first.trace.join('\n'), second.trace.join('\n'));
    }
    const [one, other] = [await simulate(openMemory(), 1), await simulate(openMemory(), 2)];
    assert.notEqual(one.trace.join('\n'), other.trace.join('\n'));
  });
});
