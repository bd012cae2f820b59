/** Parts that are kept weigh what their texts do, though those are written after they were kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptParts, type KeptParts } from '../../../src/http/answers/kept-parts.ts';
import { sharedPart, textsOf } from '../../../src/http/answers/shared-parts.ts';

const writer = {};
const text = 'x'.repeat(5_000);

/** So many parts of answers of so many, each written when all of its answer are made. */
const kept = (mostBytes: number, count: number, partsOfAnswer: number) => {
  const parts = keptParts(mostBytes);
  const all = Array.from({ length: count }, (_, n) => ({ lies: [] as KeptParts, part: sharedPart({ n }) }));
  for (const [n, { lies, part }] of all.entries()) {
    parts.keep(lies, ['key'], { from: [n], part });
    if ((n + 1) % partsOfAnswer !== 0) continue;
    for (const { part: written } of all.slice(n + 1 - partsOfAnswer, n + 1)) textsOf(written)?.set(writer, text);
  }
  return all.map(({ lies }, n) => parts.known(lies, ['key'], [n]) !== undefined);
};

test('many parts of an answer count with their texts, and the oldest go', () => {
  for (const partsOfAnswer of [1, 5, 500]) {
    const left = kept(8_000_000, 4_000, partsOfAnswer);
    const [count, first] = [left.filter(Boolean).length, left.indexOf(true)];
    // Those that are weighed later count for less until then.
    assert.ok(count >= 1_000 && count <= 1_000 + 500, `${count} of eight kilobytes`);
    assert.ok(left.slice(first).every(Boolean));
  }
});

test('where more are in use than there is room for, those that are there stay, and few take the place of others', () => {
  const parts = keptParts(8_000_000);
  const all = Array.from({ length: 3_000 }, (_, n) => ({ n, lies: [] as KeptParts }));
  /** One after another and again, as carts are read: none would be found if each took the place of another. */
  const round = (): readonly number[] =>
    all.flatMap(({ n, lies }) => {
      if (parts.known(lies, ['key'], [n]) !== undefined) return [n];
      if (!parts.takes(lies, ['key'])) return [];
      const part = sharedPart({ n });
      textsOf(part)?.set(writer, text);
      parts.keep(lies, ['key'], { from: [n], part });
      return [];
    });
  round();
  for (let count = 0; count < 10; count += 1) assert.ok(round().length > 500, 'of a thousand that there is room for');
});

test('what takes the place of another of its key may stay, however full it is', () => {
  const parts = keptParts(100_000);
  const all = Array.from({ length: 300 }, () => [] as KeptParts);
  const kept = all.filter((lies, n) => {
    if (!parts.takes(lies, ['key'])) return false;
    parts.keep(lies, ['key'], { from: [n], part: sharedPart({ n }) });
    return true;
  });
  assert.ok(kept.length > 30 && kept.length < 100, `${kept.length} of three hundred`);
  for (let count = 0; count < 10; count += 1) assert.equal(parts.takes(kept.at(-1) ?? [], ['key']), true);
});

test('what is made of something else is not known', () => {
  const parts = keptParts(1_000_000);
  const lies: KeptParts = [];
  const [now, part] = [{}, sharedPart({})];
  parts.keep(lies, ['key'], { from: [now, 1], part });
  assert.equal(parts.known(lies, ['key'], [now, 1]), part);
  assert.equal(parts.known(lies, ['key'], [{}, 1]), undefined);
  assert.equal(parts.known(lies, ['other'], [now, 1]), undefined);
});

test('a place keeps as many as are usual at a time', () => {
  const parts = keptParts(1_000_000);
  const lies: KeptParts = [];
  for (let n = 0; n < 21; n += 1) parts.keep(lies, [n], { from: [], part: sharedPart({}) });
  assert.deepEqual(
    lies.map(({ names }) => names),
    [[20]],
  );
});
