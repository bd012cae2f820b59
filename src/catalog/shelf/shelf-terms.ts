/**
 * Which places of a shelf have which terms. As it was laid out it never changes: terms in order, and behind each other the places
 * that have them. Of a product that changed since, its own terms count instead.
 */
import { byCodePoint } from '../../shared/text-order.ts';
import { addAll, type Bits, bitsFor, commonIn, countBits, hasBit, placesIn, putBit, putBits } from './bits.ts';
import { sortInSteps } from './sorted-places.ts';

/** Terms from `from` up to, and without, `to`. */
export type TermSpan = { readonly from: string; readonly to: string };

export type TermCount = { readonly term: string; readonly total: number; readonly item_id: number };

export type ShelfTerms = {
  /** The places that have a term in one of these. */
  readonly having: (spans: readonly TermSpan[]) => Bits;
  /** Of each term in the span how many of these places have it, and a product that has it; none where there is none. */
  readonly countIn: (span: TermSpan, bits: Bits, uidAt: (place: number) => number) => readonly TermCount[];
  /** From now on this place has these terms. */
  readonly change: (place: number, terms: readonly string[]) => void;
  /** How many places no longer have what they were laid out with. */
  readonly changed: () => number;
  readonly bytes: number;
};

/** Terms as they come, product by product; places are in the order of the numbers of products. */
export type TermDraft = {
  readonly put: (place: number, terms: readonly string[]) => void;
  readonly bytes: () => number;
  readonly layOut: (places: number, capacity: number) => Generator<number, ShelfTerms>;
};

const STEP = 4_096;
/** About as many as a product has. */
const MANY_TERMS = 16;
/** More places than one in so many: as bits a term is smaller than as numbers, and taken whole. */
const DENSE = 32;
const BYTES_A_TERM = 72;
/** A place, a term, and a term as bits, which is never more than its places are. */
const BYTES_A_USE = 12;

export const termDraft = (): TermDraft => {
  const ids = new Map<string, number>();
  const words: string[] = [];
  const uses: number[] = [];
  /** The terms of all places behind each other, and where those of each begin and end. */
  const own: number[] = [];
  const spans: (readonly [number, number])[] = [];
  let letters = 0;
  const idOf = (term: string): number => {
    const known = ids.get(term);
    if (known !== undefined) return known;
    ids.set(term, words.length);
    words.push(term);
    uses.push(0);
    letters += term.length;
    return words.length - 1;
  };
  const bytes = (): number => letters + words.length * BYTES_A_TERM + own.length * BYTES_A_USE;

  function* layOut(places: number, capacity: number): Generator<number, ShelfTerms> {
    const order = yield* sortInSteps(Uint32Array.from(words.keys()), (a, b) =>
      byCodePoint(words[a] ?? '', words[b] ?? ''),
    );
    const terms: string[] = [];
    const rank = new Uint32Array(words.length);
    const ends = new Uint32Array(words.length + 1);
    for (const [at, id] of order.entries()) {
      if (at % STEP === 0) yield STEP;
      terms.push(words[id] ?? '');
      rank[id] = at;
      ends[at + 1] = (ends[at] ?? 0) + (uses[id] ?? 0);
    }
    const next = ends.slice();
    const having = new Uint32Array(own.length);
    const ranks = new Uint32Array(own.length);
    const [firsts, lasts] = [new Uint32Array(places), new Uint32Array(places)];
    for (let place = 0; place < places; place += 1) {
      if (place % STEP === 0) yield STEP * 8;
      const [first, last] = spans[place] ?? [0, 0];
      firsts[place] = first;
      lasts[place] = last;
      for (let at = first; at < last; at += 1) {
        const term = rank[own[at] ?? 0] ?? 0;
        ranks[at] = term;
        having[next[term] ?? 0] = place;
        next[term] = (next[term] ?? 0) + 1;
      }
    }
    const before = (place: number): Uint32Array => ranks.subarray(firsts[place] ?? 0, lasts[place] ?? 0);
    return shelfTerms({ terms, ends, having, before, places, capacity, bytes: bytes() });
  }

  return {
    put: (place, terms) => {
      const first = own.length;
      for (const term of new Set(terms)) {
        const id = idOf(term);
        uses[id] = (uses[id] ?? 0) + 1;
        own.push(id);
      }
      spans[place] = [first, own.length];
    },
    bytes,
    layOut,
  };
};

type LaidOut = {
  readonly terms: readonly string[];
  /** Where the places of each term begin, and those of the one before end. */
  readonly ends: Uint32Array;
  readonly having: Uint32Array;
  /** The terms of a place as it was laid out, by their numbers. */
  readonly before: (place: number) => Uint32Array;
  readonly places: number;
  readonly capacity: number;
  readonly bytes: number;
};

type Ranks = readonly [first: number, end: number];
/** `least`: the first of the places. */
type Count = (term: number, total: number, least: number) => void;

const isIn = (term: string, { from, to }: TermSpan): boolean =>
  byCodePoint(from, term) <= 0 && byCodePoint(term, to) < 0;

const shelfTerms = ({ terms, ends, having, before, places, capacity, bytes }: LaidOut): ShelfTerms => {
  const moved = new Map<number, readonly string[]>();
  const dense = new Map<number, Bits>();
  const firstFrom = (text: string): number => {
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoint(terms[middle] ?? '', text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const whole = (term: number, [begin, end]: readonly [number, number]): Bits => {
    const known = dense.get(term);
    if (known !== undefined) return known;
    const bits = bitsFor(capacity);
    putBits(bits, having, [begin, end]);
    dense.set(term, bits);
    return bits;
  };
  const isAsBefore = (place: number, now: readonly string[]): boolean => {
    if (place >= places) return false;
    const known = new Set(Array.from(before(place), (term) => terms[term]));
    return known.size === new Set(now).size && now.every((term) => known.has(term));
  };

  const isDense = ([begin, end]: Ranks): boolean => (end - begin) * DENSE > capacity;

  /** Of few places the terms of each are gone through, of many the places of each term. */
  const countByPlace = (bits: Bits, [first, end]: Ranks, count: Count): void => {
    const totals = new Uint32Array(end - first);
    const least = new Uint32Array(end - first);
    for (const place of placesIn(bits)) {
      for (const term of before(place)) {
        if (term < first || term >= end) continue;
        if (totals[term - first] === 0) least[term - first] = place;
        totals[term - first] = (totals[term - first] ?? 0) + 1;
      }
    }
    for (const [at, total] of totals.entries()) if (total > 0) count(first + at, total, least[at] ?? 0);
  };
  const commonInList = (bits: Bits, [begin, end]: Ranks): readonly [number, number] => {
    let [total, least] = [0, -1];
    for (let at = begin; at < end; at += 1) {
      const place = having[at] ?? 0;
      if (!hasBit(bits, place)) continue;
      if (total === 0) least = place;
      total += 1;
    }
    return [total, least];
  };
  const countByTerm = (bits: Bits, [first, end]: Ranks, count: Count): void => {
    for (let term = first; term < end; term += 1) {
      const part = [ends[term] ?? 0, ends[term + 1] ?? 0] as const;
      const [total, least] = isDense(part) ? commonIn(bits, whole(term, part)) : commonInList(bits, part);
      if (total > 0) count(term, total, least);
    }
  };

  return {
    having: (spans) => {
      const bits = bitsFor(capacity);
      for (const { from, to } of spans) {
        const [first, end] = [firstFrom(from), firstFrom(to)];
        const part = [ends[first] ?? 0, ends[end] ?? 0] as const;
        if (end - first === 1 && isDense(part)) addAll(bits, whole(first, part));
        else putBits(bits, having, part);
      }
      for (const [place, now] of moved) {
        putBit(
          bits,
          place,
          now.some((term) => spans.some((span) => isIn(term, span))),
        );
      }
      return bits;
    },
    countIn: (span, bits, uidAt) => {
      const ranks = [firstFrom(span.from), firstFrom(span.to)] as const;
      const counts = new Map<string, TermCount>();
      const add = (term: string, total: number, least: number): void => {
        const known = counts.get(term) ?? { term, total: 0, item_id: Infinity };
        counts.set(term, { term, total: known.total + total, item_id: Math.min(known.item_id, uidAt(least)) });
      };
      // Whoever has it, within the question or not: so every question asks for the same products, which are there.
      const count: Count = (term, total, least) => {
        const first = having[ends[term] ?? 0] ?? least;
        add(terms[term] ?? '', total, moved.has(first) ? least : first);
      };
      const unmoved = bits.slice();
      for (const [place, now] of moved) {
        putBit(unmoved, place, false);
        for (const term of hasBit(bits, place) ? now : []) if (isIn(term, span)) add(term, 1, place);
      }
      const uses = (ends[ranks[1]] ?? 0) - (ends[ranks[0]] ?? 0);
      if (countBits(unmoved) * MANY_TERMS < uses) countByPlace(unmoved, ranks, count);
      else countByTerm(unmoved, ranks, count);
      return [...counts.values()];
    },
    change: (place, now) => {
      if (isAsBefore(place, now)) moved.delete(place);
      else moved.set(place, now);
    },
    changed: () => moved.size,
    bytes,
  };
};
