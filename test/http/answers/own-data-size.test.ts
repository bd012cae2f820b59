/** However a thing is put together, all of a shop's own data in it counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinsWith } from '../../../src/http/answers/join-parts.ts';
import { holdsMuch } from '../../../src/http/answers/own-data-size.ts';
import { sharedPart } from '../../../src/http/answers/shared-parts.ts';

const open = { type: 'object', additionalProperties: true };
const schema = { type: 'object', properties: { name: { type: 'string' }, meta: open, own: open } };
const withOwn = joinsWith<{ readonly own: object }>('own');
const data = (signs: number) => ({ text: 'x'.repeat(signs) });
const MOST = 1_000;

test('of a joined thing what is shared counts, and what is its own', () => {
  for (const [meta, own, isMuch] of [
    [10, 10, false],
    [600, 10, false],
    [10, 600, false],
    [600, 600, true],
    [1_200, 10, true],
    [10, 1_200, true],
  ] as const) {
    const base = { name: 'n', meta: data(meta), own: {} };
    const things = [sharedPart({ ...base }), { ...base }].map((part) => withOwn(part, { own: data(own) }));
    for (const thing of [...things, { ...base, own: data(own) }]) {
      // Asked twice: what was counted of the shared part is kept.
      for (const time of [1, 2]) assert.equal(holdsMuch([thing], schema, MOST), isMuch, `${meta} and ${own}, ${time}`);
    }
  }
});

test('what each of many share counts for each of them', () => {
  const part = sharedPart({ name: 'n', meta: data(300) });
  const list = (length: number) => Array.from({ length }, () => withOwn(part, { own: {} }));
  assert.deepEqual([holdsMuch(list(3), schema, MOST), holdsMuch(list(4), schema, MOST)], [false, true]);
});
