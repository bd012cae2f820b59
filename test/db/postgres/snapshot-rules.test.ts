/** What can be seen since is exactly what can be seen now and could not be seen before. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as holds, boolean, integer, property } from 'fast-check';
import { seenSince, snapshotIn } from '../../../src/db/postgres/snapshot-rules.ts';
import { runs } from '../../laws/runs.ts';

const MOST = 30;
/** As the server writes it: all from the oldest that runs to behind the last that has ended. */
const textOf = (ended: readonly boolean[], server: string): string => {
  const next = ended.lastIndexOf(true) + 1;
  const running = ended.flatMap((has, at) => (has || at >= next ? [] : [at]));
  return `${running[0] ?? next}:${next}:${running.join(',')} ${server}`;
};

test('those that ended in between, and no others', () => {
  const earlier = array(boolean(), { minLength: MOST, maxLength: MOST });
  holds(
    property(earlier, earlier, (before, more) => {
      const now = before.map((ended, at) => ended || more[at] === true);
      const since = now.flatMap((ended, at) => (ended && before[at] === false ? [at] : []));
      const [first, second] = [snapshotIn(textOf(before, 'one')), snapshotIn(textOf(now, 'one'))];
      assert.deepEqual(
        seenSince(first, second)?.toSorted((a, b) => a - b),
        since,
      );
      assert.deepEqual(seenSince(second, first), [], 'an earlier one has nothing new');
      assert.equal(seenSince(snapshotIn(textOf(before, 'another')), second), undefined);
    }),
    { numRuns: runs(200) },
  );
});

test('more than can be looked at one by one are not told', () => {
  holds(
    property(integer({ min: 10_001, max: 2 ** 40 }), (many) => {
      assert.equal(seenSince(snapshotIn('7:7: one'), snapshotIn(`${7 + many}:${7 + many}: one`)), undefined);
    }),
    { numRuns: runs(20) },
  );
});
