/** Numbers are found where they stand and nowhere else, and written anew without touching anything beside them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { array, assert as holds, jsonValue, nat, property, record } from 'fast-check';
import { overwrite, placesIn, standAt, withNumbers } from '../../../src/http/views/number-places.ts';

const wanted = {
  list: 'items',
  paths: [
    ['article', 'quantity'],
    ['stock', 'here'],
    ['stock', 'there'],
  ],
} as const;
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('numbers in an answer', () => {
  test('are written anew in their places, whatever stands around them', () => {
    const entry = record({ any: jsonValue(), quantity: nat(), here: nat(), there: nat(), next: nat(99_999) });
    holds(
      property(jsonValue(), array(entry, { maxLength: 4 }), (around, entries) => {
        const answer = (isNext: boolean) => ({
          before: around,
          '"items': { items: [{ article: { quantity: 1 } }] },
          items: entries.map(({ any, quantity, here, there, next }) => ({
            quantity: 3,
            stock: { any, there: isNext ? next : there, here },
            meta: { article: { quantity: 7 }, text: '\\"quantity":5,\\\\' },
            article: { meta: { quantity: any }, quantity: isNext ? next + 1 : quantity, '₹': around },
          })),
          after: around,
        });
        const json = bytes(answer(false));
        const places = placesIn(json, wanted) ?? assert.fail('all are there');
        const numbers = entries.flatMap(({ quantity, here, there }) => [quantity, here, there]);
        assert.ok(standAt(json, places, numbers));
        const others = entries.flatMap(({ here, next }) => [next + 1, here, next]);
        const moved = withNumbers(json, places, others);
        assert.equal(moved.json.toString(), bytes(answer(true)).toString());
        assert.equal(withNumbers(moved.json, moved.places, numbers).json.toString(), json.toString());
        const same = Buffer.from(json);
        const fits = others.every((other, at) => String(other).length === String(numbers[at]).length);
        assert.equal(overwrite(same, places, others), fits);
        assert.equal(same.toString(), (fits ? moved.json : json).toString());
      }),
    );
  });

  test('are not there where one is missing', () => {
    assert.equal(placesIn(bytes({ items: [{ article: { quantity: 1 }, stock: { here: 1 } }] }), wanted), undefined);
    assert.equal(placesIn(bytes({ items: [3] }), wanted), undefined);
    assert.deepEqual(placesIn(bytes({ items: [] }), wanted), []);
    assert.equal(standAt(bytes({ items: [12] }), [[10, 12]], [13]), false);
  });
});
