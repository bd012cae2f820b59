/** The answer that `listing-query.ts` has from the database, found on a shelf: the same products in the same order, and how many. */
import { workInTurns } from '../../shared/slices.ts';
import { byCodePoint } from '../../shared/text-order.ts';
import { filterTerms, priceBounds, type Question } from '../listing/listing-query.ts';
import { type Bits, bitsFor, countBits, hasBit, keepCommon, placesIn, putBit, putBits } from './bits.ts';
import type { Shelf, ShelfOrder } from './shelf.ts';
import type { TermSpan } from './shelf-terms.ts';

export type PartOfList = { readonly limit: number; readonly offset: number };
type FoundProducts = { readonly total: number; readonly uids: readonly number[] };

/** So few are sorted; of more those that come first in the order are met soon. */
const FEW = 256;
const NAMES_A_STEP = 500;
const NAMES_A_TURN = 5_000;

/** U+0000 is in no term, so nothing lies between. */
const exactly = (term: string): TermSpan => ({ from: term, to: `${term}\u0000` });

/** Which part of the products by price lies within the bounds; parts that overlap are one. */
export const pricedWithin = (
  { orders, currencyAt, priceAt }: Shelf,
  bounds: NonNullable<ReturnType<typeof priceBounds>>,
) => {
  const parts: [number, number][] = [];
  const before = (currency: string, isLess: (price: number) => boolean): number =>
    orders.price_asc.countBefore((place) => {
      const apart = byCodePoint(currencyAt(place), currency);
      return apart < 0 || (apart === 0 && isLess(priceAt(place)));
    });
  for (const { currency, least, most } of bounds) {
    const first = before(currency, (price) => price < least);
    const end = before(currency, (price) => price <= most);
    if (end > first) parts.push([first, end]);
  }
  const whole: [number, number][] = [];
  for (const [first, end] of parts.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1);
    if (last !== undefined && first <= last[1]) last[1] = Math.max(last[1], end);
    else whole.push([first, end]);
  }
  return whole;
};

/** The fewer ones are gone through: those within the bounds, or those without. */
export const keepPriced = (bits: Bits, shelf: Shelf, question: Question): void => {
  const bounds = priceBounds(question);
  if (bounds === undefined) return;
  const { places, size } = shelf.orders.price_asc;
  const within = pricedWithin(shelf, bounds);
  const kept = within.reduce((sum, [first, end]) => sum + end - first, 0);
  if (kept * 2 < size()) {
    const priced = bitsFor(shelf.capacity);
    for (const part of within) putBits(priced, places, part);
    keepCommon(bits, priced);
    return;
  }
  let from = 0;
  for (const [first, end] of [...within, [size(), size()] as const]) {
    putBits(bits, places, [from, first], false);
    from = end;
  }
};

/** The places of all products that have what a question asks, whatever they cost and whether they can be had. */
export const named = (shelf: Shelf, { query, words, itemIds }: Question): Bits => {
  const bits = shelf.listed.slice();
  for (const terms of filterTerms(query)) keepCommon(bits, shelf.terms.having(terms.map(exactly)));
  for (const ranges of words) keepCommon(bits, shelf.terms.having(ranges));
  if (itemIds !== undefined) {
    const own = bitsFor(shelf.capacity);
    for (const place of itemIds.map(shelf.placeOf)) if (place !== undefined) putBit(own, place, true);
    keepCommon(bits, own);
  }
  return bits;
};

/** The places of all products that answer a question. */
export const matching = (shelf: Shelf, question: Question): Bits => {
  const bits = named(shelf, question);
  if (question.query.in_stock === true) keepCommon(bits, shelf.stocked);
  keepPriced(bits, shelf, question);
  return bits;
};

/** Of a list in order those that are meant, from `offset` on. */
const partOf = (
  places: Uint32Array,
  size: number,
  isMeant: (place: number) => boolean,
  { limit, offset }: PartOfList,
): readonly number[] => {
  const part: number[] = [];
  let skipped = 0;
  for (let at = 0; at < size && part.length < limit; at += 1) {
    const place = places[at] ?? 0;
    if (!isMeant(place)) continue;
    if (skipped < offset) skipped += 1;
    else part.push(place);
  }
  return part;
};

/** Two for each word of the question that the name has, one for one that a word of it begins with: as `nearness` says it in SQL. */
const nearnessOf = (words: Question['words']): ((name: string) => number) => {
  const asked = words.map((ranges) => ranges.map(({ word }) => ` ${word}`));
  return (name) => {
    const [open, closed] = [` ${name}`, ` ${name} `];
    return asked.reduce((sum, texts) => {
      if (texts.some((text) => closed.includes(`${text} `))) return sum + 2;
      return texts.some((text) => open.includes(text)) ? sum + 1 : sum;
    }, 0);
  };
};

function* nearnessOn(shelf: Shelf, places: readonly number[], words: Question['words']): Generator<number, Uint8Array> {
  const near = nearnessOf(words);
  const scores = new Uint8Array(shelf.capacity);
  for (const [at, place] of places.entries()) {
    if (at % NAMES_A_STEP === 0) yield NAMES_A_STEP;
    scores[place] = near(shelf.nameAt(place));
  }
  return scores;
}

/** The nearest first, of equally near ones the latest. A change meanwhile moves the shelf's own order, and not the copy. */
const byNearness = async (shelf: Shelf, bits: Bits, words: Question['words'], part: PartOfList) => {
  const { places, size } = shelf.orders.latest;
  const latest = places.slice(0, size());
  const found = placesIn(bits);
  const scores = await workInTurns(nearnessOn(shelf, found, words), NAMES_A_TURN);
  const counts = new Map<number, number>();
  for (const place of found) counts.set(scores[place] ?? 0, (counts.get(scores[place] ?? 0) ?? 0) + 1);
  const shown: number[] = [];
  let { offset } = part;
  for (const [score, count] of [...counts].toSorted(([a], [b]) => b - a)) {
    const isMeant = (place: number): boolean => hasBit(bits, place) && scores[place] === score;
    const limit = part.limit - shown.length;
    if (offset < count && limit > 0) shown.push(...partOf(latest, latest.length, isMeant, { limit, offset }));
    offset = Math.max(0, offset - count);
  }
  return shown;
};

const inOrder = ({ orders }: Shelf, bits: Bits, order: ShelfOrder, part: PartOfList & { readonly total: number }) => {
  const { places, size, compare } = orders[order];
  if (part.total > FEW) return partOf(places, size(), (place) => hasBit(bits, place), part);
  return placesIn(bits)
    .toSorted(compare)
    .slice(part.offset, part.offset + part.limit);
};

export const findOnShelf = async (shelf: Shelf, question: Question, part: PartOfList): Promise<FoundProducts> => {
  const { sort = 'latest' } = question.query;
  const bits = matching(shelf, question);
  const total = countBits(bits);
  const isNear = sort === 'relevance' && question.words.length > 0;
  const places = isNear
    ? await byNearness(shelf, bits, question.words, part)
    : inOrder(shelf, bits, sort === 'relevance' ? 'latest' : sort, { ...part, total });
  return { total, uids: places.map(shelf.uidAt) };
};
