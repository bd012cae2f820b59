/** Which lines an offer's criteria mean, found through the index and checked in full, once per cart. */
import type { OfferIndex } from '../compile/offer-index.ts';
import type { Criteria, Dimension, Want } from '../compile/offer-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { Place } from '../pricing-types.ts';
import type { Work } from '../work.ts';

export type Matcher = {
  /** Positions of offers that can apply, ascending: the order in which they do. */
  readonly candidates: readonly number[];
  /** Indexes of the matching lines, ascending. */
  readonly linesOf: (criteria: Criteria) => readonly number[];
  /** Whether the index names the offer for these lines, also where every offer is looked at. */
  readonly isNamed: (offerId: string) => boolean;
};

/** As much of a line as an offer can ask about. */
type Matched = Pick<PricedLine, 'article' | 'asked' | 'gift' | 'marked' | 'selling'>;

/** What a line answers to each question an offer can ask. */
const answers: Readonly<Record<Dimension, (line: Matched) => readonly (number | string)[]>> = {
  item: ({ article }) => [article.itemId],
  sku: ({ article }) => (article.sku === null ? [] : [article.sku]),
  brand: ({ article }) => [article.brandId],
  l3: ({ article }) => article.l3,
  l2: ({ article }) => article.l2,
  l1: ({ article }) => article.l1,
  department: ({ article }) => article.departments,
  tag: ({ article, asked }) => (asked.groupTags === undefined ? article.tags : [...article.tags, ...asked.groupTags]),
  store: ({ article }) => [article.storeId],
  company: ({ article }) => [article.companyId],
  size: ({ article }) => [article.size],
  article: ({ article }) => [article.uid],
};

const meets = (line: Matched, { dimension, values }: Want): boolean =>
  answers[dimension](line).some((value) => values.has(value));

/** Whether what it asks of the place holds, whatever the goods are. */
export const isForPlace = ({ zones }: Criteria, place: Place | null): boolean =>
  zones.every((named) => named.some((zone) => place?.zones.includes(zone)));

export const matches = (line: Matched, criteria: Criteria, place: Place | null): boolean => {
  if (line.gift !== null) return false;
  const { wants, excludes, unitPrice, fullPrice } = criteria;
  if (fullPrice === true && line.selling < line.marked) return false;
  if (!isForPlace(criteria, place)) return false;
  if (unitPrice !== null && (line.selling < unitPrice.from || line.selling > unitPrice.to)) return false;
  return wants.every((want) => meets(line, want)) && !excludes.some((want) => meets(line, want));
};

/** Lines that are looked up at once, and how many entries of the index are noted in the time of one that meets a rule. */
const LOOKED_UP = 25;
const NOTED_A_MEETING = 100;

type Hits = { readonly hits: Map<string, number[]>; readonly positions: Set<number> };

/** Lines by criteria, and the offers filed under any of them: notes those from one place to another, and says how many. */
const lookUp = (
  lines: readonly PricedLine[],
  { filed }: OfferIndex,
  { hits, positions }: Hits,
  [from, to]: readonly [number, number],
): number => {
  let noted = 0;
  for (const [dimension, byAnswer] of filed) {
    const answersOf = answers[dimension];
    for (let at = from; at < to; at += 1) {
      for (const value of answersOf(lines[at] as PricedLine)) {
        const entries = byAnswer.get(value);
        if (entries === undefined) continue;
        noted += entries.length;
        for (const { criteria, offers } of entries) {
          const found = hits.get(criteria.id);
          if (found === undefined) hits.set(criteria.id, [at]);
          else if (found.at(-1) !== at) found.push(at);
          for (const position of offers) positions.add(position);
        }
      }
    }
  }
  return noted;
};
const nothingFound = ({ always }: OfferIndex): Hits => ({ hits: new Map(), positions: new Set(always) });
const lookedUp = (lines: readonly PricedLine[], index: OfferIndex): Hits => {
  const found = nothingFound(index);
  lookUp(lines, index, found, [0, lines.length]);
  return found;
};

/** The question an offer is filed under is all it asks: what the index finds needs no second look. */
const asksOneThing = ({ wants, excludes, zones, unitPrice, fullPrice }: Criteria): boolean =>
  wants.length === 1 && excludes.length === 0 && zones.length === 0 && unitPrice === null && fullPrice !== true;

/** In pieces, where there are many lines. */
export function* matchInTurns(lines: readonly PricedLine[], index: OfferIndex, place: Place | null): Work<Matcher> {
  if (!index.narrow) return matchLines(lines, index, place);
  const found = nothingFound(index);
  for (let from = 0; from < lines.length; from += LOOKED_UP) {
    const noted = lookUp(lines, index, found, [from, Math.min(from + LOOKED_UP, lines.length)]);
    yield noted / NOTED_A_MEETING;
  }
  return matcherOf({ lines, place }, index, found);
}

export const matchLines = (lines: readonly PricedLine[], index: OfferIndex, place: Place | null): Matcher =>
  matcherOf(
    { lines, place },
    index,
    index.narrow ? lookedUp(lines, index) : { hits: new Map(), positions: new Set(index.offers.keys()) },
  );

const matcherOf = (
  { lines, place }: { readonly lines: readonly PricedLine[]; readonly place: Place | null },
  index: OfferIndex,
  { hits, positions }: Hits,
): Matcher => {
  const every = lines.map((_, at) => at);
  let named: ReadonlySet<string> | undefined;
  const names = (): ReadonlySet<string> => {
    const places = index.narrow ? positions : lookedUp(lines, index).positions;
    return new Set([...places].flatMap((at) => index.offers[at]?.id ?? []));
  };
  const found = new Map<string, readonly number[]>();
  const find = (criteria: Criteria): readonly number[] => {
    const filed = index.narrow && index.known.has(criteria.id);
    const worthTrying = filed ? (hits.get(criteria.id) ?? []) : every;
    if (filed && asksOneThing(criteria)) return worthTrying;
    return worthTrying.filter((at) => {
      const line = lines[at];
      return line !== undefined && matches(line, criteria, place);
    });
  };
  return {
    candidates: [...positions].toSorted((a, b) => a - b),
    isNamed: (offerId) => (named ??= names()).has(offerId),
    linesOf: (criteria) => {
      const known = found.get(criteria.id);
      if (known !== undefined) return known;
      const now = find(criteria);
      found.set(criteria.id, now);
      return now;
    },
  };
};
