/**
 * How many places of an answer have each term, the cheapest way: term by term, 32 places at once where many have it; by the terms of
 * each place; or, of an answer that is most of the range, by the terms of the places that it leaves out, from what all of them come
 * to. Pure.
 */
import { type Bits, countBits, countCommon, hasBit } from './bits.ts';
import type { LaidTerms, Ranks } from './laid-terms.ts';

/** What is counted: places as they were laid out, those listed that are not among them, and how many of both have each term. */
type Counted = { readonly answer: Bits; readonly rest: Bits; readonly ofBoth: Uint32Array };

/** A term of a place is looked up anywhere in memory; places of a term lie behind each other. */
const APART = 2;
/** Words of bits whose places are gone through before the next turn may come. */
const WORDS = 64;

const countInList = (bits: Bits, having: Uint32Array, [begin, end]: Ranks): number => {
  let total = 0;
  for (let at = begin; at < end; at += 1) if (hasBit(bits, having[at] ?? 0)) total += 1;
  return total;
};

function* countByTerm(
  { ends, having, whole, isDense, work }: LaidTerms,
  bits: Bits,
  [first, end]: Ranks,
): Generator<number, Uint32Array> {
  const totals = new Uint32Array(end - first);
  for (let term = first; term < end; term += 1) {
    yield (work[term + 1] ?? 0) - (work[term] ?? 0);
    const part = [ends[term] ?? 0, ends[term + 1] ?? 0] as const;
    totals[term - first] = isDense(part) ? countCommon(bits, whole(term)) : countInList(bits, having, part);
  }
  return totals;
}

/** `totals` become more, or fewer, by the terms of these places. */
function* addByPlace(
  { ranks, spans: [begins, lasts] }: LaidTerms,
  bits: Bits,
  [first, end]: Ranks,
  { totals, by }: { readonly totals: Uint32Array; readonly by: 1 | -1 },
): Generator<number, Uint32Array> {
  const addWords = (from: number, to: number): number => {
    let done = 0;
    for (let at = from; at < to; at += 1) {
      for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) {
        const place = at * 32 + 31 - Math.clz32(word & -word);
        const last = lasts[place] ?? 0;
        for (let use = begins[place] ?? 0; use < last; use += 1) {
          const term = ranks[use] ?? 0;
          if (term >= end) break;
          if (term >= first) totals[term - first] = (totals[term - first] ?? 0) + by;
          done += APART;
        }
      }
    }
    return done;
  };
  for (let at = 0; at < bits.length; at += WORDS) yield addWords(at, Math.min(at + WORDS, bits.length));
  return totals;
}

/** Of each term how many places of the answer have it. */
export function* countTerms(
  laid: LaidTerms,
  { answer, rest, ofBoth }: Counted,
  ranks: Ranks,
): Generator<number, Uint32Array> {
  const [first, end] = ranks;
  const { ends, work, places } = laid;
  const ofEach = (((ends[end] ?? 0) - (ends[first] ?? 0)) / Math.max(1, places)) * APART;
  const byTerm = (work[end] ?? 0) - (work[first] ?? 0);
  const [byPlace, byRest] = [countBits(answer) * ofEach, countBits(rest) * ofEach];
  if (byTerm < Math.min(byPlace, byRest)) return yield* countByTerm(laid, answer, ranks);
  if (byPlace < byRest) return yield* addByPlace(laid, answer, ranks, { totals: new Uint32Array(end - first), by: 1 });
  return yield* addByPlace(laid, rest, ranks, { totals: ofBoth.slice(first, end), by: -1 });
}
