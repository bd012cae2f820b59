/** Who waits too long, and who is next. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type WaitingLine, waitingLine } from '../../../src/http/limits/waiting-line.ts';

describe('those who wait at the door', () => {
  test('are taken in their order while they are in time, and the others in theirs', () => {
    const line = waitingLine<number>(10, () => '');
    for (const [one, at] of [
      [1, 0],
      [2, 1],
      [3, 5],
      [4, 9],
    ] as const) {
      line.join(one, at);
    }
    assert.equal(line.nextOverdue(9), undefined);
    assert.equal(line.nextInTime(9), 1);
    assert.equal(line.nextInTime(12), 3, '2 has waited too long');
    assert.equal(line.length(), 2);
    assert.equal(line.nextOverdue(12), 2);
    assert.equal(line.nextOverdue(12), undefined);
    assert.equal(line.nextInTime(30), undefined);
    assert.equal(line.nextOverdue(30), 4);
    assert.equal(line.length(), 0);
  });

  /** One comes every five milliseconds and one is served every so often; how long each of those had waited, by when. */
  const served = (line: WaitingLine<number>, from: number, to: number, everyMs: number): readonly number[] => {
    const waited: number[] = [];
    for (let now = from; now < to; now += 5) {
      line.join(now, now);
      while (line.nextOverdue(now) !== undefined);
      const one = now % everyMs === 0 ? line.nextInTime(now) : undefined;
      if (one !== undefined) waited.push(now - one);
    }
    return waited;
  };

  test('a short line waits as long as it takes, until it has stood for long', () => {
    const line = waitingLine<number>(10, () => '', { isShort: (length) => length <= 3 });
    for (const one of [1, 2, 3]) line.join(one, 0);
    assert.deepEqual([line.nextOverdue(100), line.nextInTime(100)], [undefined, 1]);
    line.join(4, 100);
    line.join(5, 100);
    assert.deepEqual([line.nextOverdue(101), line.nextInTime(101)], [2, 4], 'of four the second has waited too long');
    assert.equal(line.isStanding(101), true);
    assert.deepEqual([line.nextInTime(102), line.nextOverdue(102)], [undefined, 3], 'a tenth, however short the line');
  });

  test('wait a tenth as long where more come than go, until the line is empty', () => {
    const line = waitingLine<number>(100, () => '');
    assert.ok(Math.max(...served(line, 0, 300, 15)) > 90, 'a burst is waited out');
    served(line, 300, 450, 15);
    const standing = served(line, 450, 3_000, 15);
    assert.ok(Math.max(...standing) <= 10, `one waited ${Math.max(...standing)}`);
    assert.equal(standing.length, 170, 'as many are served as there is time for');
    while (line.nextInTime(3_000) !== undefined);
    while (line.nextOverdue(3_010) !== undefined);
    assert.equal(line.length(), 0);
    line.join(1, 3_015);
    assert.equal(line.nextOverdue(3_110), undefined, 'what comes after that is a burst again');
    assert.equal(line.nextInTime(3_110), 1);
  });

  test('wait as long as before where as many go as come, however long the line stands', () => {
    const line = waitingLine<number>(100, () => '');
    for (let before = -80; before < 0; before += 5) line.join(before, before);
    const waited = served(line, 0, 10_000, 5);
    assert.deepEqual([waited.length, Math.min(...waited), Math.max(...waited)], [2_000, 80, 80]);
  });

  test('wait as long as before where it is tried again whether still more come than go', () => {
    const line = waitingLine<number>(100, () => '');
    served(line, 0, 40_000, 15);
    // As many go as come, and each waits longer than a tenth: some are told to go only until it is tried again.
    for (let now = 40_000; now < 40_060; now += 5) line.join(now, now);
    assert.equal(served(line, 40_060, 41_000, 5).length, 188);
    const after = served(line, 41_000, 50_000, 5);
    assert.equal(after.length, 1_800, 'all of them are served');
  });

  test('wait as long as before where others hardly wait', () => {
    const line = waitingLine<string>(100, ([caller = '']) => caller);
    for (let now = 0; now < 1_000; now += 10) {
      for (let count = 0; count < 3; count += 1) line.join(`a${now}`, now);
      line.join(`b${now}`, now);
      const taken = [line.nextInTime(now), line.nextInTime(now)];
      assert.ok(taken.includes(`b${now}`), 'who asks for little has his turn');
      while (line.nextOverdue(now) !== undefined);
    }
    assert.equal(line.nextInTime(990), 'a890', 'who asks for much waits as long as one may');
  });

  test('however many they are, each leaves once', () => {
    const line = waitingLine<number>(1000, () => '');
    const left: number[] = [];
    for (let at = 0; at < 20_000; at += 1) {
      line.join(at, at);
      const one = at % 3 === 0 ? line.nextInTime(at) : line.nextOverdue(at);
      if (one !== undefined) left.push(one);
    }
    for (let one = line.nextOverdue(1e9); one !== undefined; one = line.nextOverdue(1e9)) left.push(one);
    assert.equal(line.length(), 0);
    assert.deepEqual(
      left.toSorted((a, b) => a - b),
      Array.from({ length: 20_000 }, (_, at) => at),
    );
  });
});
