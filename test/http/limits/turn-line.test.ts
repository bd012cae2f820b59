/** Who may go on, by a clock and a loop of the test's own. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { turnLine, type Work } from '../../../src/http/limits/turn-line.ts';

/** A loop in which a turn takes no time, a slice as long as it says, and time passes when nothing else is to be done. */
const testLoop = () => {
  let now = 0;
  let turn: (() => void)[] = [];
  const timers = new Map<() => void, number>();
  const line = turnLine({
    ms: () => now,
    soon: (run) => void turn.push(run),
    later: (run, ms) => {
      timers.set(run, now + ms);
      return () => timers.delete(run);
    },
    settled: (run) => void setImmediate(run),
  });
  /** Everything that is due now, one turn after another; false when nothing was. */
  const runDue = async (): Promise<boolean> => {
    const due = [...turn, ...[...timers].filter(([, at]) => at <= now).map(([run]) => run)];
    turn = [];
    for (const run of due) {
      timers.delete(run);
      run();
    }
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    return due.length > 0;
  };
  const passUntil = async (end: number): Promise<void> => {
    while (now < end) {
      if (await runDue()) continue;
      now = Math.min(end, ...timers.values());
    }
  };
  return { line, passUntil, work: (ms: number) => (now += ms), now: () => now };
};
const workOf = (of: string): Work => ({ of, state: 'coming' });

describe('long work', () => {
  test('has a third of the time while somebody has short work in progress, and all of it when nobody has', async () => {
    const { line, passUntil, work } = testLoop();
    let slices = 0;
    const many = Array.from({ length: 60 }, () => workOf('greedy'));
    for (const one of many) {
      line.begins(one);
      void (async () => {
        for (;;) {
          await line.next(one);
          slices += 1;
          work(10);
        }
      })();
    }
    const short = workOf('modest');
    line.begins(short);
    await passUntil(600);
    assert.equal(slices, 20, 'slices of ten milliseconds in 600');
    line.ends(short);
    await passUntil(900);
    assert.ok(slices >= 48, `${slices - 20} slices in 300 milliseconds`);
  });

  test('has all of the time while short work waits for somebody outside, and a third when it is back', async () => {
    const { line, passUntil, work } = testLoop();
    let slices = 0;
    void (async () => {
      for (;;) {
        await line.next(undefined);
        slices += 1;
        work(10);
      }
    })();
    const short = workOf('modest');
    line.begins(short);
    line.waits(short);
    await passUntil(600);
    assert.equal(slices, 60, 'slices of ten milliseconds in 600');
    line.begins(short);
    await passUntil(1_200);
    assert.equal(slices, 80, 'and in 600 more');
    line.ends(short);
    line.waits(short);
    assert.equal(short.state, 'over');
  });

  test('steps back for nobody who takes long himself, is over, or is not there yet', async () => {
    const { line, passUntil, work } = testLoop();
    let slices = 0;
    void (async () => {
      for (;;) {
        await line.next(undefined);
        slices += 1;
        work(10);
      }
    })();
    const [asked, said, over, coming] = ['a', 'b', 'c', 'd'].map(workOf) as [Work, Work, Work, Work];
    for (const one of [asked, said, over]) line.begins(one);
    void line.next(asked);
    line.takesLong(said);
    line.ends(over);
    line.begins(over);
    assert.equal(coming.state, 'coming');
    await passUntil(200);
    assert.ok(slices >= 18, `${slices}`);
  });

  test('goes on soon after short work that took all the time there was', async () => {
    const { line, passUntil, work } = testLoop();
    line.begins(workOf('modest'));
    await sliceOf(line, passUntil, () => work(5_000));
    let isOn = false;
    void line.next(workOf('greedy')).then(() => (isOn = true));
    await passUntil(5_000 + 101);
    assert.ok(isOn, 'a very long slice is no reason to rest for as long');
  });

  test('of one caller has every other slice at most, however much of it there is', async () => {
    const { line, passUntil } = testLoop();
    const order: string[] = [];
    const slicesOf = async (of: string, count: number): Promise<void> => {
      const one = workOf(of);
      for (let at = 0; at < count; at += 1) {
        await line.next(one);
        order.push(of);
      }
    };
    for (let at = 0; at < 60; at += 1) void slicesOf('greedy', 10);
    void slicesOf('modest', 10);
    await passUntil(1);
    assert.equal(order.length, 610);
    assert.ok(order.lastIndexOf('modest') <= 20, `${order.lastIndexOf('modest')} slices until his tenth`);
  });
});

/** One slice that takes so long. */
const sliceOf = async (
  line: ReturnType<typeof turnLine>,
  passUntil: (end: number) => Promise<void>,
  take: () => void,
): Promise<void> => {
  void line.next(undefined).then(take);
  await passUntil(1);
};
