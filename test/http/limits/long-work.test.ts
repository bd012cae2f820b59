/** Whoever has little to do waits for one slice of those who have much, however many they are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { duringWork, type Stay, takesLong, workBegins } from '../../../src/http/limits/long-work.ts';
import { nextTurn } from '../../../src/shared/slices.ts';

const turnsOfLoop = (count: number): Promise<void> =>
  count === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(turnsOfLoop(count - 1))));

describe('long work', () => {
  test('has one slice in a turn of the loop, however much of it there is', async () => {
    let slices = 0;
    const long = Array.from({ length: 60 }, async () => {
      for (let at = 0; at < 5; at += 1) {
        await nextTurn();
        slices += 1;
      }
    });
    const counted: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      await turnsOfLoop(1);
      counted.push(slices);
    }
    for (const [at, count] of counted.entries()) assert.ok(count - (counted[at - 1] ?? 0) <= 1, counted.join(' '));
    await Promise.all(long);
    assert.equal(slices, 300);
  });

  test('has its turns in the order in which it asked for them, and ends', async () => {
    const ended: number[] = [];
    const work = async (slices: number): Promise<void> => {
      for (let at = 0; at < slices; at += 1) await nextTurn();
      ended.push(slices);
    };
    await Promise.all([work(9), work(3), work(1), work(5)]);
    assert.deepEqual(ended, [1, 3, 5, 9]);
    await nextTurn();
  });

  test("is known as such by whose it is, and as nobody's outside requests", () => {
    const work: Stay = { of: 'somebody', state: 'coming', place: 'none', waits: 0, stepsOut: () => () => {} };
    takesLong();
    workBegins(work);
    assert.equal(work.state, 'short');
    duringWork(work, takesLong);
    assert.equal(work.state, 'long');
  });
});
