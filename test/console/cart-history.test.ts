/** The console compares a cart with what it held before, from its history alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedTo } from '../../web/console/pages/carts/history-rules.ts';

const history = [
  { version: 4, lines: [{ key: 'tee_M', before: 3, after: null }] },
  { version: 3, lines: [{ key: 'mug_OS', before: null, after: 2 }] },
  { version: 2, lines: [{ key: 'tee_M', before: 1, after: 3 }] },
  { version: 1, lines: [{ key: 'tee_M', before: null, after: 1 }] },
];
const cases: readonly (readonly [number, readonly (readonly [string, number, number])[]])[] = [
  [4, []],
  [3, [['tee_M', 3, 0]]],
  [
    2,
    [
      ['tee_M', 3, 0],
      ['mug_OS', 0, 2],
    ],
  ],
  [
    1,
    [
      ['tee_M', 1, 0],
      ['mug_OS', 0, 2],
    ],
  ],
];
for (const [version, lines] of cases) {
  test(`since version ${version}: ${JSON.stringify(lines)}`, () => {
    assert.deepEqual(
      comparedTo(version, history).map(({ key, was, now }) => [key, was, now]),
      lines,
    );
  });
}
