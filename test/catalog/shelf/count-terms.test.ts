/** What a list can be narrowed by, counted on a shelf: as by going through every product, and with less work than that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { bitsFor, putBit } from '../../../src/catalog/shelf/bits.ts';
import { termDraft } from '../../../src/catalog/shelf/laid-terms.ts';
import { shelfDraft, type ShelfRow } from '../../../src/catalog/shelf/shelf.ts';
import { runs } from '../../laws/runs.ts';

const SPANS = ['brand', 'tag'].map((kind) => ({ from: `${kind}:`, to: `${kind};` }));

/** What it comes to, and how much work it said there was. */
const ended = <T>(work: Generator<number, T>): { readonly value: T; readonly work: number } => {
  for (let sum = 0; ; ) {
    const { done, value } = work.next();
    if (done === true) return { value, work: sum };
    sum += value;
  }
};

const rowOf = (place: number, isActive: boolean): ShelfRow => ({
  uid: place + 1,
  sort_name: `product ${place}`,
  is_active: isActive ? 1 : 0,
  created_at: place,
  currency_code: 'INR',
  min_effective: 100,
  in_stock: 1,
});

type Own = { readonly isListed: boolean; readonly terms: readonly string[] };
const laidOut = (products: readonly Own[]) => {
  const [draft, terms] = [shelfDraft(), termDraft()];
  for (const [place, { isListed, terms: own }] of products.entries()) {
    draft.put(rowOf(place, isListed));
    terms.put(place, own);
  }
  return ended(draft.layOut(terms)).value;
};

const termArb = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('brand:1', 'brand:2', 'tag:new', 'w:shirt') },
  { weight: 1, arbitrary: fc.integer({ min: 3, max: 40 }).map((brand) => `brand:${brand}`) },
  { weight: 1, arbitrary: fc.constantFrom('l1:7', 'tag', 'tag;', 'w:c1', 'brand:') },
);
const ownArb: fc.Arbitrary<Own> = fc.record({
  isListed: fc.integer({ max: 9, min: 0 }).map((n) => n > 0),
  terms: fc.uniqueArray(termArb, { maxLength: 5 }),
});
const placeArb = fc.nat(80);
const changeArb = fc.record({ place: placeArb, now: ownArb, andTerms: fc.boolean() });

type Change = { readonly place: number; readonly now: Own; readonly andTerms: boolean };
/** What products are after these changes, on the shelf and in a plain map. */
const changed = (products: readonly Own[], changes: readonly Change[]) => {
  const shelf = laidOut(products);
  const known = new Map<number, Own>(products.entries());
  for (const { place, now, andTerms } of changes) {
    const at = Math.min(place, known.size); // one that is new comes behind all others
    const terms = andTerms ? now.terms : (known.get(at)?.terms ?? now.terms);
    shelf.put(rowOf(at, now.isListed));
    if (andTerms || at >= products.length) shelf.terms.change(at, terms);
    known.set(at, { isListed: now.isListed, terms });
  }
  return { shelf, known };
};

const isAsked = (term: string): boolean => SPANS.some(({ from, to }) => from <= term && term < to);

test('terms are counted as by going through every product, however they changed and however many answer', () => {
  fc.assert(
    fc.property(
      fc.array(ownArb, { minLength: 1, maxLength: 70 }),
      fc.array(changeArb, { maxLength: 12 }),
      fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 20, maxLength: 20 }),
      (products, changes, share, chances) => {
        const { shelf, known } = changed(products, changes);
        const bits = bitsFor(shelf.capacity);
        const expected = new Map<string, number>();
        for (const [place, { isListed, terms }] of known) {
          if (!isListed || (chances[place % chances.length] ?? 0) >= share) continue;
          putBit(bits, place, true);
          for (const term of terms.filter(isAsked)) expected.set(term, (expected.get(term) ?? 0) + 1);
        }
        const counted = ended(shelf.terms.countIn(SPANS, bits)).value;
        assert.deepEqual(new Map(counted.map(({ term, total }) => [term, total])), expected);
        for (const { term, item_id } of counted) assert.ok(known.get(item_id - 1)?.terms.includes(term), term);
      },
    ),
    { numRuns: runs(400) },
  );
});

test('the work is that of the fewer products, in the answer or out of it, or that of a few values that many have', () => {
  const PRODUCTS = 20_000;
  const laid = (values: number) =>
    laidOut(
      Array.from({ length: PRODUCTS }, (_, place) => ({
        isListed: true,
        terms: [`brand:${place % values}`, `w:c${place}`, 'w:shirt'],
      })),
    );
  const workFor = (shelf: ReturnType<typeof laid>, share: number): number => {
    const bits = bitsFor(shelf.capacity);
    for (let place = 0; place < PRODUCTS; place += 1) if ((place * 7) % 100 < share * 100) putBit(bits, place, true);
    return ended(shelf.terms.countIn(SPANS.slice(0, 1), bits)).work;
  };
  const [few, many] = [laid(3), laid(2_000)];
  assert.equal(workFor(many, 1), 0, 'what all products have is known');
  assert.ok(workFor(many, 0.01) <= PRODUCTS * 0.01 * 2 && workFor(many, 0.99) <= PRODUCTS * 0.01 * 2);
  assert.ok(workFor(many, 0.5) <= PRODUCTS);
  for (const share of [0.2, 0.5, 0.8]) {
    assert.ok(workFor(few, share) <= (3 * (PRODUCTS * 1.125)) / 32, 'of values that many have, 32 products at once');
  }
});
