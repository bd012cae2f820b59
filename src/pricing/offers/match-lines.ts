/** Which lines an offer's criteria mean, found through the index and checked in full, once per cart. */
import type { OfferIndex } from '../compile/offer-index.ts';
import type { Criteria, Dimension, Want } from '../compile/offer-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { Place } from '../pricing-types.ts';
import { atOnce, type Work } from '../work.ts';

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

/** How many entries of the index are noted in the time of a line that meets a rule, and how many of them at once. */
const NOTED_A_MEETING = 100;
const NOTED_AT_ONCE = 2_000;

type Hits = { readonly hits: Map<Want, number[]>; readonly positions: Set<number> };

/** Lines by what is wanted, and the offers filed under any of it. A single answer may be wanted by thousands of rules. */
function* lookUp(lines: readonly PricedLine[], { filed, always }: OfferIndex): Work<Hits> {
  const hits = new Map<Want, number[]>();
  const positions = new Set(always);
  let noted = 0;
  for (const [dimension, byAnswer] of filed) {
    const answersOf = answers[dimension];
    for (const [at, line] of lines.entries()) {
      for (const value of answersOf(line)) {
        for (const { want, offers } of byAnswer.get(value) ?? []) {
          const found = hits.get(want);
          if (found === undefined) hits.set(want, [at]);
          else if (found.at(-1) !== at) found.push(at);
          for (const position of offers) positions.add(position);
          noted += 1;
          if (noted % NOTED_AT_ONCE === 0) yield NOTED_AT_ONCE / NOTED_A_MEETING;
        }
      }
    }
  }
  return { hits, positions };
}

/** The question an offer is filed under is all it asks: what the index finds needs no second look. */
const asksOneThing = ({ wants, excludes, zones, unitPrice, fullPrice }: Criteria): boolean =>
  wants.length === 1 && excludes.length === 0 && zones.length === 0 && unitPrice === null && fullPrice !== true;

/** In pieces, where much is noted. */
export function* matchInTurns(lines: readonly PricedLine[], index: OfferIndex, place: Place | null): Work<Matcher> {
  const every = (): Hits => ({ hits: new Map(), positions: new Set(index.offers.keys()) });
  return matcherOf({ lines, place }, index, index.narrow ? yield* lookUp(lines, index) : every());
}
export const matchLines = (...given: Parameters<typeof matchInTurns>): Matcher => atOnce(matchInTurns(...given));

const matcherOf = (
  { lines, place }: { readonly lines: readonly PricedLine[]; readonly place: Place | null },
  index: OfferIndex,
  { hits, positions }: Hits,
): Matcher => {
  const every = lines.map((_, at) => at);
  let named: ReadonlySet<string> | undefined;
  const names = (): ReadonlySet<string> => {
    const places = index.narrow ? positions : atOnce(lookUp(lines, index)).positions;
    return new Set([...places].flatMap((at) => index.offers[at]?.id ?? []));
  };
  const found = new Map<string, readonly number[]>();
  const find = (criteria: Criteria): readonly number[] => {
    const [telling] = criteria.wants;
    const filed = index.narrow && telling !== undefined && index.known.has(telling);
    const worthTrying = filed ? (hits.get(telling) ?? []) : every;
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
