/**
 * Terms of a range as it was laid out, which never changes: terms in order, behind each other the places that have them, and of each
 * place its terms. Pure.
 */
import { byCodePoint } from '../../shared/text-order.ts';
import { type Bits, bitsFor, hasBit, putBits } from './bits.ts';
import { sortInSteps } from './sorted-places.ts';

/** By their numbers, from the first up to, and without, the second. */
export type Ranks = readonly [first: number, end: number];

export type LaidTerms = {
  readonly terms: readonly string[];
  /** Where the places of each term begin, and those of the one before end. */
  readonly ends: Uint32Array;
  readonly having: Uint32Array;
  /** The terms of all places by their numbers, ascending, and where those of each place begin and end. */
  readonly ranks: Uint32Array;
  readonly spans: readonly [begins: Uint32Array, ends: Uint32Array];
  /** Of each term how many of the places that were listed have it. */
  readonly listed: Uint32Array;
  /** What counting the terms before each takes, place by place or 32 places at once, whichever is less. */
  readonly work: Uint32Array;
  /** A term that many places have, as bits. */
  readonly whole: (term: number) => Bits;
  readonly isDense: (ranks: Ranks) => boolean;
  readonly places: number;
  readonly capacity: number;
  readonly bytes: number;
};

/** Terms as they come, product by product; places are in the order of the numbers of products. */
export type TermDraft = {
  readonly put: (place: number, terms: readonly string[]) => void;
  readonly bytes: () => number;
  readonly layOut: (places: number, capacity: number, listed: Bits) => Generator<number, LaidTerms>;
};

const STEP = 4_096;
/** More places than one in so many: as bits a term is smaller than as numbers, and taken whole. */
const DENSE = 32;
const BYTES_A_TERM = 84;
/** A place, a term, and a term as bits, which is never more than its places are. */
const BYTES_A_USE = 12;

/** The terms of a place; none of one that was not there yet. */
export const termsAt = ({ ranks, spans: [begins, ends] }: LaidTerms, place: number): Uint32Array =>
  ranks.subarray(begins[place] ?? 0, ends[place] ?? 0);

type ByTerm = Omit<LaidTerms, 'ranks' | 'listed' | 'work' | 'whole' | 'isDense'>;

/** Term by term, so that those of a place come in order. */
function* byPlace({ terms, ends, having, spans: [begins], capacity }: ByTerm, shown: Bits) {
  const ranks = new Uint32Array(having.length);
  const listed = new Uint32Array(terms.length);
  const work = new Uint32Array(terms.length + 1);
  const next = begins.slice();
  for (let term = 0; term < terms.length; term += 1) {
    const [begin, end] = [ends[term] ?? 0, ends[term + 1] ?? 0];
    if (term % STEP === 0 || end - begin > STEP) yield Math.max(STEP, end - begin);
    work[term + 1] = (work[term] ?? 0) + Math.min(end - begin, capacity >>> 5);
    for (let at = begin; at < end; at += 1) {
      const place = having[at] ?? 0;
      ranks[next[place] ?? 0] = term;
      next[place] = (next[place] ?? 0) + 1;
      if (hasBit(shown, place)) listed[term] = (listed[term] ?? 0) + 1;
    }
  }
  return { ranks, listed, work };
}

/** Made when they are asked for. */
const denseTerms = ({ ends, having, capacity }: ByTerm): Pick<LaidTerms, 'whole' | 'isDense'> => {
  const dense = new Map<number, Bits>();
  return {
    whole: (term) => {
      const known = dense.get(term);
      if (known !== undefined) return known;
      const bits = bitsFor(capacity);
      putBits(bits, having, [ends[term] ?? 0, ends[term + 1] ?? 0]);
      dense.set(term, bits);
      return bits;
    },
    isDense: ([begin, end]) => (end - begin) * DENSE > capacity,
  };
};

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

  /** Words in order, and by their ids where each of them is. */
  function* inOrder() {
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
    return { terms, rank, ends };
  }

  function* layOut(places: number, capacity: number, shown: Bits): Generator<number, LaidTerms> {
    const { terms, rank, ends } = yield* inOrder();
    const next = ends.slice();
    const having = new Uint32Array(own.length);
    const [begins, lasts] = [new Uint32Array(places), new Uint32Array(places)];
    for (let place = 0; place < places; place += 1) {
      if (place % STEP === 0) yield STEP * 8;
      const [first, last] = spans[place] ?? [0, 0];
      begins[place] = first;
      lasts[place] = last;
      for (let at = first; at < last; at += 1) {
        const term = rank[own[at] ?? 0] ?? 0;
        having[next[term] ?? 0] = place;
        next[term] = (next[term] ?? 0) + 1;
      }
    }
    const byTerm = { terms, ends, having, spans: [begins, lasts] as const, places, capacity, bytes: bytes() };
    return { ...byTerm, ...(yield* byPlace(byTerm, shown)), ...denseTerms(byTerm) };
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
