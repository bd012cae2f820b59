import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepWorking } from '../../src/db/keep-working.ts';

const never = { everyMs: 3_600_000, mostMs: 3_600_000, chance: () => 0.5 };
const unexpected = (error: unknown): never => assert.fail(String(error));

test('goes on at once while there is work, and rests when there is none', async () => {
  const left = [3, 2, 1, 0];
  const rested = Promise.withResolvers<void>();
  let steps = 0;
  const step = async (): Promise<number> => {
    steps += 1;
    const done = left.shift() ?? assert.fail('it did not rest');
    if (done === 0) rested.resolve();
    return done;
  };
  const stop = keepWorking({ ...never, step, onFailure: unexpected });
  await rested.promise;
  await stop();
  assert.equal(steps, 4);
});

test('a step that fails is told once and tried again, and told again when it works', async () => {
  const told: string[] = [];
  const recovered = Promise.withResolvers<void>();
  let steps = 0;
  const step = async (): Promise<number> => {
    steps += 1;
    if (steps < 4) throw new Error(`failure ${steps}`);
    recovered.resolve();
    return 0;
  };
  const onFailure = (error: unknown): void => void told.push((error as Error).message);
  const onRecovery = (failures: number): void => void told.push(`works after ${failures}`);
  const stop = keepWorking({ step, everyMs: 1, mostMs: 4, chance: () => 0, onFailure, onRecovery });
  await recovered.promise;
  await stop();
  assert.deepEqual(told, ['failure 1', 'works after 3']);
});

test('the stop ends a rest, waits for the step at work, and no other begins', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let ended = 0;
  const step = async (): Promise<number> => {
    begun.resolve();
    await release.promise;
    ended += 1;
    return 1;
  };
  const stop = keepWorking({ ...never, step, onFailure: unexpected });
  await begun.promise;
  const stopped = stop();
  release.resolve();
  await stopped;
  assert.equal(ended, 1);
});
