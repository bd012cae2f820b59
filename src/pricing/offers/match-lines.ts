/** Which lines an offer's criteria mean, found through the index and checked in full, once per cart. */
import type { Filed, OfferIndex } from '../compile/offer-index.ts';
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

/** So many entries of the index are noted in the time of a line that meets a rule; a pause for fewer is not worth it. */
const NOTED_A_MEETING = 100;
const LEAST_NOTED = 2_000;

/** Lines by criteria, and the offers filed under any of them. */
function* lookUp(
  lines: readonly PricedLine[],
  index: OfferIndex,
): Work<{ readonly hits: ReadonlyMap<string, readonly number[]>; readonly positions: ReadonlySet<number> }> {
  const hits = new Map<string, number[]>();
  const positions = new Set(index.always);
  const note = (at: number, { criteria, offers }: Filed): void => {
    const found = hits.get(criteria.id);
    if (found === undefined) hits.set(criteria.id, [at]);
    else if (found.at(-1) !== at) found.push(at);
    for (const position of offers) positions.add(position);
  };
  for (const [dimension, byAnswer] of index.filed) {
    const answersOf = answers[dimension];
    let [at, noted] = [0, 0];
    for (const line of lines) {
      for (const value of answersOf(line)) {
        const entries = byAnswer.get(value);
        if (entries === undefined) continue;
        noted += entries.length;
        if (noted >= LEAST_NOTED) {
          yield noted / NOTED_A_MEETING;
          noted = 0;
        }
        for (const entry of entries) note(at, entry);
      }
      at += 1;
    }
  }
  return { hits, positions };
}

/** The question an offer is filed under is all it asks: what the index finds needs no second look. */
const asksOneThing = ({ wants, excludes, zones, unitPrice, fullPrice }: Criteria): boolean =>
  wants.length === 1 && excludes.length === 0 && zones.length === 0 && unitPrice === null && fullPrice !== true;

export function* matchLines(lines: readonly PricedLine[], index: OfferIndex, place: Place | null): Work<Matcher> {
  const every = lines.map((_, at) => at);
  const { hits, positions } = index.narrow
    ? yield* lookUp(lines, index)
    : { hits: new Map<string, number[]>(), positions: new Set(index.offers.keys()) };
  let named: ReadonlySet<string> | undefined;
  const names = (): ReadonlySet<string> => {
    const places = index.narrow ? positions : atOnce(lookUp(lines, index)).positions;
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
}
