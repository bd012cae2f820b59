/**
 * Which places of a shelf have which terms. As it was laid out it never changes (`laid-terms.ts`); of a product that changed since,
 * its own terms count instead, and of how many listed ones have a term it is kept up.
 */
import { byCodePoint } from '../../shared/text-order.ts';
import { addAll, type Bits, bitsFor, hasBit, putBit, putBits, withoutAll } from './bits.ts';
import { countTerms } from './count-terms.ts';
import { type LaidTerms, type Ranks, termsAt } from './laid-terms.ts';

/** Terms from `from` up to, and without, `to`. */
export type TermSpan = { readonly from: string; readonly to: string };

export type TermCount = { readonly term: string; readonly total: number; readonly item_id: number };

export type ShelfTerms = {
  /** The places that have a term in one of these. */
  readonly having: (spans: readonly TermSpan[]) => Bits;
  /**
   * Of each term in the spans how many of these listed places have it, and a product that has it; none where there is none. As they
   * are when it begins, however long it is at it. It yields how much there is to do before each piece of it.
   */
  readonly countIn: (spans: readonly TermSpan[], bits: Bits) => Generator<number, readonly TermCount[]>;
  /** From now on this place has these terms. */
  readonly change: (place: number, terms: readonly string[]) => void;
  /** It is listed now, or no longer. */
  readonly list: (place: number, isListed: boolean) => void;
  /** How many places no longer have what they were laid out with. */
  readonly changed: () => number;
  readonly bytes: number;
};

/** To tell of so many terms takes as long as so many steps of counting. */
const TOLD = 2_500;
const TOLD_STEPS = 250_000;

const isIn = (term: string, { from, to }: TermSpan): boolean =>
  byCodePoint(from, term) <= 0 && byCodePoint(term, to) < 0;

/** `listed` are the shelf's own, as they are now. */
export const shelfTerms = (laid: LaidTerms, listed: Bits, uidAt: (place: number) => number): ShelfTerms => {
  const { terms, ends, having, places, capacity } = laid;
  const moved = new Map<number, readonly string[]>();
  /** Of each term how many listed places that are as they were have it. */
  const totals = laid.listed.slice();
  const firstFrom = (text: string): number => {
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byCodePoint(terms[middle] ?? '', text) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const isAsBefore = (place: number, now: readonly string[]): boolean => {
    if (place >= places) return false;
    const known = new Set(Array.from(termsAt(laid, place), (term) => terms[term]));
    return known.size === new Set(now).size && now.every((term) => known.has(term));
  };
  const addAt = (place: number, by: 1 | -1): void => {
    for (const term of termsAt(laid, place)) totals[term] = (totals[term] ?? 0) + by;
  };
  /** Whoever has it, within a question or not: so every question asks for the same products, which are there. */
  const firstWith = (term: number): number => {
    const [begin, end] = [ends[term] ?? 0, ends[term + 1] ?? 0];
    let at = begin;
    while (at < end - 1 && moved.has(having[at] ?? 0)) at += 1;
    return having[at] ?? 0;
  };

  return {
    having: (spans) => {
      const bits = bitsFor(capacity);
      for (const { from, to } of spans) {
        const [first, end] = [firstFrom(from), firstFrom(to)];
        const part = [ends[first] ?? 0, ends[end] ?? 0] as const;
        if (end - first === 1 && laid.isDense(part)) addAll(bits, laid.whole(first));
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
    countIn: function* countIn(spans, bits) {
      const counts = new Map<string, TermCount>();
      const add = (term: string, total: number, place: number): void => {
        const known = counts.get(term) ?? { term, total: 0, item_id: Infinity };
        counts.set(term, { term, total: known.total + total, item_id: Math.min(known.item_id, uidAt(place)) });
      };
      const [answer, rest] = [bits.slice(), withoutAll(listed, bits)];
      for (const [place, now] of moved) {
        for (const own of [answer, rest]) putBit(own, place, false);
        if (!hasBit(bits, place)) continue;
        for (const term of now) if (spans.some((span) => isIn(term, span))) add(term, 1, place);
      }
      const parts = spans.map(({ from, to }): Ranks => [firstFrom(from), firstFrom(to)]);
      const [first, end] = [Math.min(...parts.map(([begin]) => begin)), Math.max(...parts.map(([, last]) => last))];
      const found = yield* countTerms(laid, { answer, rest, ofBoth: totals }, [first, end]);
      for (const [begin, last] of parts) {
        for (let term = begin; term < last; term += 1) {
          if ((term - begin) % TOLD === TOLD - 1) yield TOLD_STEPS;
          const total = found[term - first] ?? 0;
          if (total > 0) add(terms[term] ?? '', total, firstWith(term));
        }
      }
      return [...counts.values()];
    },
    change: (place, now) => {
      const [was, is] = [!moved.has(place), isAsBefore(place, now)];
      if (is) moved.delete(place);
      else moved.set(place, now);
      if (was !== is && hasBit(listed, place)) addAt(place, is ? 1 : -1);
    },
    list: (place, isListed) => {
      if (!moved.has(place)) addAt(place, isListed ? 1 : -1);
    },
    changed: () => moved.size,
    bytes: laid.bytes,
  };
};
