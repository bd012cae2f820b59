import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startSweeps } from '../../src/db/sweep.ts';

const quick = { everyMs: 1, now: () => 7, chance: () => 0, onFailure: () => {} };

describe('sweeps', () => {
  test('run one after the other, again and again', async () => {
    const order: string[] = [];
    const enough = Promise.withResolvers<void>();
    const sweep = (name: string) => ({
      name,
      run: async (now: number) => {
        order.push(`${name}${now}`);
        if (order.length >= 4) enough.resolve();
        return 0;
      },
    });
    const stop = startSweeps([sweep('a'), sweep('b')], quick);
    const alive = setInterval(() => {}, 1000); // the timer of the sweeps does not keep a process alive
    await enough.promise;
    await stop();
    clearInterval(alive);
    assert.deepEqual(order.slice(0, 4), ['a7', 'b7', 'a7', 'b7']);
  });

  test('one that fails is told and keeps nobody else from running', async () => {
    const failures: string[] = [];
    const ran = Promise.withResolvers<void>();
    const stop = startSweeps(
      [
        { name: 'broken', run: () => Promise.reject(new Error('no')) },
        { name: 'sound', run: async () => (ran.resolve(), 0) },
      ],
      { ...quick, onFailure: (name) => failures.push(name) },
    );
    const alive = setInterval(() => {}, 1000);
    await ran.promise;
    await stop();
    clearInterval(alive);
    assert.equal(failures[0], 'broken');
  });

  test('the stop waits for the one at work and lets no other begin', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<number>();
    const ran: string[] = [];
    const stop = startSweeps(
      [
        { name: 'slow', run: () => (begun.resolve(), finish.promise.then((n) => (ran.push('slow'), n))) },
        { name: 'next', run: async () => ran.push('next') },
      ],
      quick,
    );
    const alive = setInterval(() => {}, 1000);
    await begun.promise;
    const stopped = stop();
    finish.resolve(1);
    await stopped;
    clearInterval(alive);
    assert.deepEqual(ran, ['slow']);
  });
});
