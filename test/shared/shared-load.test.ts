/** Work that many wait for: done once, and never waited for longer than its deadline. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../src/shared/errors.ts';
import { sharedLoads } from '../../src/shared/shared-load.ts';

const LONG = 600_000;
const never = (): Promise<never> => new Promise(() => {});
const isLate = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.code === 'overloaded' &&
  error.options.headers?.['retry-after'] === '1' &&
  /offers: nothing came within 20 ms/.test(String(error.options.cause));

describe('a shared load', () => {
  test('is begun once for all who ask while it runs, and anew for who asks later', async () => {
    const shared = sharedLoads<number>({ what: 'offers', deadlineMs: LONG });
    let begun = 0;
    const answer = Promise.withResolvers<void>();
    const load = async (): Promise<number> => {
      begun += 1;
      const own = begun;
      await answer.promise;
      return own;
    };
    const together = [shared('a', load), shared('a', load), shared('b', load)];
    answer.resolve();
    assert.deepEqual(await Promise.all(together), [1, 1, 2]);
    assert.equal(await shared('a', load), 3);
  });

  test('that fails tells all who wait, and is begun anew', async () => {
    const shared = sharedLoads<string>({ what: 'offers', deadlineMs: LONG });
    const failed = new Error('no');
    const loads = [async () => Promise.reject(failed), () => assert.fail('begun twice')] as const;
    const outcomes = await Promise.allSettled([shared('a', loads[0]), shared('a', loads[1])]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason),
      [failed, failed],
    );
    await assert.rejects(
      shared('a', () => {
        throw failed;
      }),
      failed,
    );
    assert.equal(await shared('a', async () => 'yes'), 'yes');
  });

  test('that never comes is refused at its deadline, told of once, and begun anew by the next', async () => {
    const late: string[] = [];
    const onLate = (what: string, key: string): unknown => late.push(`${what} of ${key}`);
    const shared = sharedLoads<string>({ what: 'offers', deadlineMs: 20, onLate });
    // The timers of a load keep no process alive; here something has to.
    const alive = setInterval(() => {}, 1000);
    try {
      await Promise.all([assert.rejects(shared('a', never), isLate), assert.rejects(shared('a', never), isLate)]);
      assert.deepEqual(late, ['offers of a']);
      assert.equal(await shared('a', async () => 'yes'), 'yes');
    } finally {
      clearInterval(alive);
    }
  });

  test('that comes after its deadline takes the place of no other', async () => {
    const shared = sharedLoads<string>({ what: 'offers', deadlineMs: 20 });
    const slow = Promise.withResolvers<string>();
    const alive = setInterval(() => {}, 1000);
    try {
      await assert.rejects(
        shared('a', () => slow.promise),
        isLate,
      );
      const open = Promise.withResolvers<string>();
      const second = shared('a', () => open.promise);
      slow.resolve('late');
      await slow.promise;
      const joined = shared('a', () => assert.fail('the second is still running'));
      open.resolve('second');
      assert.deepEqual(await Promise.all([second, joined]), ['second', 'second']);
    } finally {
      clearInterval(alive);
    }
  });
});
