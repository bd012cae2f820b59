/** The book of lines says of them what looking through all of them says, whatever is put in and taken out. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { openBook } from '../../../src/cart/lines/line-book.ts';
import type { CartLine } from '../../../src/cart/store/cart-document.ts';
import { lineKey, staysAlone, unitsOf } from '../../../src/cart/store/line-rules.ts';
import { aLine } from '../response/carts.ts';
import { facts } from './three-products.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const name = fc.constantFrom(...names);

const line = fc
  .record({
    identifier: name,
    itemId: fc.integer({ min: 1, max: 3 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    parent: fc.option(name),
    alone: fc.boolean(),
    autoAdded: fc.boolean(),
    size: fc.constantFrom('M', 'L'),
    note: fc.constantFrom({}, { engraved: 'yes' }),
  })
  .map(({ itemId, quantity, size, note, ...rest }): CartLine => {
    const plain = aLine(itemId, quantity, { ...rest, articleUid: `${itemId}_${size}` });
    return { ...plain, asked: { ...plain.asked, size, meta: note } };
  });
const step = fc.oneof(
  line.map((one) => ({ kind: 'put' as const, line: one })),
  name.map((identifier) => ({ kind: 'remove' as const, identifier })),
  name.map((identifier) => ({ kind: 'removeFamily' as const, identifier })),
);

const familyIn = (lines: readonly CartLine[], identifier: string): ReadonlySet<string> => {
  const family = new Set([identifier]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of lines) if (one.parent !== null && family.has(one.parent)) family.add(one.identifier);
  }
  return family;
};

type Step =
  | { readonly kind: 'put'; readonly line: CartLine }
  | { readonly kind: 'remove' | 'removeFamily'; readonly identifier: string };
const after = (lines: readonly CartLine[], done: Step): readonly CartLine[] => {
  if (done.kind === 'put') {
    const isThere = lines.some(({ identifier }) => identifier === done.line.identifier);
    return isThere
      ? lines.map((one) => (one.identifier === done.line.identifier ? done.line : one))
      : [...lines, done.line];
  }
  const gone = done.kind === 'remove' ? new Set([done.identifier]) : familyIn(lines, done.identifier);
  return lines.filter(({ identifier }) => !gone.has(identifier));
};

const equalIn = (lines: readonly CartLine[], wanted: CartLine, but?: CartLine): CartLine | undefined =>
  lines.find(
    (one) =>
      one !== but &&
      !staysAlone(one) &&
      !one.autoAdded &&
      lineKey(one.asked, one.parent) === lineKey(wanted.asked, wanted.parent),
  );

describe('a book of lines', () => {
  test('finds, counts and keeps the order as looking through all of them does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { selector: ({ identifier }) => identifier }),
        fc.array(step),
        line,
        (given, steps, wanted) => {
          const book = openBook(given, facts);
          let lines: readonly CartLine[] = given;
          for (const done of [undefined, ...steps]) {
            if (done !== undefined) {
              lines = after(lines, done);
              if (done.kind === 'put') book.put(done.line);
              else book[done.kind](done.identifier);
            }
            assert.deepEqual(book.lines(), lines);
            assert.equal(book.count(), lines.length);
            assert.equal(book.unitsOf(wanted.articleUid), unitsOf(lines, wanted.articleUid));
            assert.equal(book.data(), lines.filter(({ asked }) => 'engraved' in asked.meta).length * 18);
            assert.equal(book.worth()[0] ?? 0, 100 * lines.reduce((sum, { quantity }) => sum + quantity, 0));
            assert.equal(
              book.find(wanted.identifier),
              lines.find(({ identifier }) => identifier === wanted.identifier),
            );
            assert.equal(
              book.ofArticle(wanted.articleUid),
              lines.find(({ articleUid }) => articleUid === wanted.articleUid),
            );
            const { itemId, size } = wanted.asked;
            assert.equal(
              book.ofItem(itemId, null),
              lines.find(({ asked }) => asked.itemId === itemId),
            );
            assert.equal(
              book.ofItem(itemId, size),
              lines.find(({ asked }) => asked.itemId === itemId && asked.size === size),
            );
            assert.equal(book.equal(wanted.asked, wanted.parent), equalIn(lines, wanted));
            assert.equal(book.equal(wanted.asked, wanted.parent, lines[0]), equalIn(lines, wanted, lines[0]));
            assert.deepEqual(
              book.childrenOf(wanted.identifier),
              lines.filter(({ parent }) => parent === wanted.identifier),
            );
            assert.deepEqual(book.familyOf(wanted.identifier), familyIn(lines, wanted.identifier));
          }
        },
      ),
    );
  });
});
