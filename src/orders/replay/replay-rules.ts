/**
 * An order priced again from what it was priced from, and what is not the same: an input that is no longer what was hashed when
 * it was kept, or a number that comes out otherwise. Pure.
 */
import type { Work } from '../../pricing/work.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { OrderDocument } from '../order-document.ts';
import { hashOf, inputOf, type OrderSnapshot, type PricedOrder, pricesOf } from '../order-snapshot.ts';
import { textOf } from '../stored-values.ts';

export type Difference = {
  readonly of: 'input' | 'number';
  /** `input`, `offers.<id>`, `priced.breakup.total`, `order.totals.total`. */
  readonly path: string;
  /** As JSON; null where there is nothing. */
  readonly recorded: string | null;
  readonly now: string | null;
};

/** Beyond these, one change has moved everything. */
const MOST_DIFFERENCES = 20;

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const shown = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value).slice(0, 200));

/** Leaves at which two values of JSON differ, in the order of their names. */
const differingLeaves = function* (path: string, recorded: unknown, now: unknown): Generator<Difference> {
  if (!isTree(recorded) || !isTree(now)) {
    if (recorded !== now) yield { of: 'number', path, recorded: shown(recorded), now: shown(now) };
    return;
  }
  const names = new Set([...Object.keys(recorded), ...Object.keys(now)]);
  for (const name of names) yield* differingLeaves(`${path}.${name}`, ownEntry(recorded, name), ownEntry(now, name));
};

const numbersThatDiffer = (path: string, recorded: string, now: string): readonly Difference[] =>
  recorded === now ? [] : differingLeaves(path, JSON.parse(recorded), JSON.parse(now)).take(MOST_DIFFERENCES).toArray();

const changedInput = (path: string, recorded: string, document: string | undefined): readonly Difference[] => {
  const now = document === undefined ? null : hashOf(document);
  return now === recorded ? [] : [{ of: 'input', path, recorded, now }];
};

/** Those whose content no longer has the hash under which it was kept. */
const changedInputs = (document: OrderDocument, { input, inputHash, offers }: OrderSnapshot): readonly Difference[] => {
  const kept = new Map(offers.map((offer) => [offer.hash, offer.document]));
  return [
    ...changedInput('input', inputHash, input),
    ...document.offers.flatMap(({ id, hash }) => changedInput(`offers.${id}`, hash, kept.get(hash))),
  ];
};

/** What cannot be priced at all differs as a whole. */
function* pricedAgain(snapshot: OrderSnapshot): Work<PricedOrder | Difference> {
  try {
    return yield* pricesOf(inputOf(snapshot));
  } catch (error) {
    return { of: 'input', path: 'input', recorded: null, now: `cannot be priced: ${String(error)}` };
  }
}

/** Nothing: the order comes out the same, byte for byte, and says what was priced. */
export function* replayed(document: OrderDocument, snapshot: OrderSnapshot | undefined): Work<readonly Difference[]> {
  if (snapshot === undefined) return [{ of: 'input', path: 'input', recorded: null, now: null }];
  const changed = changedInputs(document, snapshot);
  const prices = yield* pricedAgain(snapshot);
  if ('of' in prices) return changed.length > 0 ? changed : [prices];
  return [
    ...changed,
    ...numbersThatDiffer('priced', snapshot.priced, textOf(prices)),
    ...numbersThatDiffer('order.totals', textOf(document.totals), textOf(prices.breakup)),
  ].slice(0, MOST_DIFFERENCES);
}
