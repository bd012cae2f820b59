/** Threads of a simulation: as many as there are cores, behind everybody else. */
// alone: starts threads
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, test } from 'node:test';
import { countedCalls } from '../counted-work.ts';
import { openThreads, threadsBeside } from '../../src/orders/simulate/simulation-threads.ts';

/** How far each thread of this process steps back: 19 is the furthest. */
const nicenesses = (): readonly number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const text = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    // Behind the name, which may hold anything, come state and numbers; niceness is the 19th of all.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });
const isBehind = (niceness: number): boolean => niceness >= 19;

describe('threads of a simulation', () => {
  test('are on all cores where they can step back, else on half of them', () => {
    assert.deepEqual([threadsBeside('linux', 8), threadsBeside('darwin', 8), threadsBeside('win32', 1)], [8, 4, 1]);
  });

  test('are given offers about very many goods with others in between', async () => {
    const goods = Array.from({ length: 100_000 }, (_, at) => at);
    const base = [1, 2, 3].map((createdAt) => ({ id: String(createdAt), createdAt, goods }) as never);
    const set = { base, added: [], without: [], coupon: null, gifts: new Map(), leastPercent: 50 };
    const turns = await countedCalls('nextTurn', async () => (await openThreads(set, 1)).stop());
    assert.ok(turns >= base.length, `${turns} turns`);
  });

  test('step back behind the node, which does not', { skip: process.platform !== 'linux' }, async () => {
    const own = getPriority();
    assert.equal(nicenesses().filter(isBehind).length, 0);
    const nothing = { base: [], added: [], without: [], coupon: null, gifts: new Map(), leastPercent: 50 };
    const threads = await openThreads(nothing, 2);
    try {
      assert.ok(nicenesses().filter(isBehind).length >= 2);
      assert.equal(getPriority(), own);
    } finally {
      await threads.stop();
    }
  });
});
