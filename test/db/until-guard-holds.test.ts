import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseError } from '../../src/db/database.ts';
import { sweepInSteps } from '../../src/db/sweep.ts';
import { untilGuardHolds } from '../../src/db/until-guard-holds.ts';
import { Refusal } from '../../src/shared/errors.ts';

const lost = (guard: string) => new DatabaseError('guard', guard);
/** Fails so often, and then says how often it was tried. */
const after = (failures: number, error: unknown) => {
  let tries = 0;
  return async (): Promise<number> => {
    tries += 1;
    if (tries <= failures) throw error;
    return tries;
  };
};

describe('trying again', () => {
  test('goes on while the guard fails, and waits by chance where it is told to', async () => {
    assert.equal(await untilGuardHolds('cart', after(3, lost('cart'))), 4);
    const drawn: number[] = [];
    const random = (length: number) => {
      drawn.push(length);
      return new Uint8Array(length);
    };
    assert.equal(await untilGuardHolds('cart', after(2, lost('cart')), { random }), 3);
    assert.deepEqual(drawn, [1, 1]);
  });

  test('ends as overloaded after so many tries, and at once with what is not a lost race', async () => {
    const overloaded = (error: unknown) => error instanceof Refusal && error.code === 'overloaded';
    await assert.rejects(untilGuardHolds('cart', after(3, lost('cart')), { tries: 3 }), overloaded);
    await assert.rejects(untilGuardHolds('cart', after(1, lost('order'))), (error) => error instanceof DatabaseError);
    await assert.rejects(untilGuardHolds('cart', after(1, new Error('no'))), { message: 'no' });
  });

  test('asks whether it was lost, where no guard says so alone', async () => {
    const mended: unknown[] = [];
    const isMended = async (error: unknown): Promise<boolean> => mended.push(error) > 0;
    const error = new Error('gone');
    assert.equal(await untilGuardHolds(isMended, after(1, error)), 2);
    assert.deepEqual(mended, [error]);
  });
});

describe('sweeping in steps', () => {
  const table = (rows: number) => {
    const steps: number[] = [];
    const step = async (limit: number): Promise<number> => {
      const gone = Math.min(limit, rows);
      rows -= gone;
      steps.push(gone);
      return gone;
    };
    return { step, steps };
  };

  test('ends with the step that finds less than it could take', async () => {
    const { step, steps } = table(25);
    assert.equal(await sweepInSteps(step, { size: 10 }), 25);
    assert.deepEqual(steps, [10, 10, 5]);
  });

  test('takes no more steps than it may', async () => {
    const { step, steps } = table(25);
    assert.equal(await sweepInSteps(step, { size: 5, steps: 3 }), 15);
    assert.deepEqual(steps, [5, 5, 5]);
  });
});
