/** A node whose clock is far from the database's ends nothing by time; one clock alone has nothing to be far from. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockGuard, clockState } from '../../src/db/clock-guard.ts';
import { startSweeps } from '../../src/db/sweep.ts';
import { sweepsOf } from '../../src/sweeps.ts';
import { newNode } from '../applications/new-node.ts';
import { type Engine, forEachEngine } from '../databases.ts';

const HOUR = 3_600_000;

test('a clock is right within five seconds, and wrong beyond a minute, in both directions', () => {
  const found = [0, 5000, -5000, 5001, -60_000, 60_001, -HOUR].map(clockState);
  assert.deepEqual(found, ['right', 'right', 'right', 'off', 'off', 'wrong', 'wrong']);
});

/** Which sweeps a node begins whose clock is so far ahead, and what is told of it. */
const swept = async (engine: Engine, aheadMs: number) => {
  const ahead = { at: aheadMs };
  const { db, close } = await engine.open({ postgres: { now: () => Date.now() + ahead.at } });
  const told: string[] = [];
  const ran = new Set<string>();
  const rounds = Promise.withResolvers<void>();
  let asked = 0;
  const guard = clockGuard(db, (state) => told.push(state));
  const goesByTime = async (): Promise<boolean> => {
    asked += 1;
    if (asked === 3) ahead.at = 0; // somebody sets the clock
    if (asked === 5) rounds.resolve();
    return guard();
  };
  const sweep = (name: string) => ({ name, run: async () => ran.add(`${name} in round ${asked}`).size });
  const stop = startSweeps([sweep('orders'), { ...sweep('jobs'), anyClock: true }], {
    everyMs: 1,
    now: Date.now,
    chance: () => 0,
    goesByTime,
    onFailure: (_, error) => assert.fail(String(error)),
  });
  const alive = setInterval(() => {}, 1000);
  await rounds.promise;
  await stop();
  clearInterval(alive);
  await close();
  const inRounds = (name: string) => [1, 2, 3, 4].filter((round) => ran.has(`${name} in round ${round}`));
  return { told, orders: inRounds('orders'), jobs: inRounds('jobs') };
};

forEachEngine((engine) => {
  test('an hour ahead or behind ends nothing by time until it is set', async () => {
    const isShared = engine.name === 'postgres';
    for (const skew of [HOUR, -HOUR]) {
      const { told, orders, jobs } = await swept(engine, skew);
      assert.deepEqual(told, isShared ? ['wrong', 'right'] : []);
      assert.deepEqual(orders, isShared ? [3, 4] : [1, 2, 3, 4]);
      assert.deepEqual(jobs, [1, 2, 3, 4]);
    }
  });

  test('some seconds off is told, and everything runs', async () => {
    const { told, orders } = await swept(engine, 20_000);
    assert.deepEqual(told, engine.name === 'postgres' ? ['off', 'right'] : []);
    assert.deepEqual(orders, [1, 2, 3, 4]);
  });

  test('every sweep of a node goes by the clock, but for those that were asked for and wait for no time', async () => {
    const node = await newNode(engine);
    const free = sweepsOf(node).filter(({ anyClock }) => anyClock === true);
    assert.deepEqual(
      free.map(({ name }) => name),
      ['coupon codes', 'erasures'],
    );
    await node.close();
  });
});

describe('a database that cannot be asked', () => {
  test('lets no sweep begin, and is told once', async () => {
    const told: string[] = [];
    let asked = 0;
    const often = Promise.withResolvers<void>();
    const stop = startSweeps([{ name: 'orders', run: () => assert.fail('begun') }], {
      everyMs: 1,
      now: Date.now,
      chance: () => 0,
      goesByTime: () => {
        asked += 1;
        if (asked === 5) often.resolve();
        return Promise.reject(new Error('gone'));
      },
      onFailure: (name) => told.push(name),
    });
    const alive = setInterval(() => {}, 1000);
    await often.promise;
    await stop();
    clearInterval(alive);
    assert.deepEqual(told, ['expired things']);
  });
});
