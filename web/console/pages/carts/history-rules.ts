/** What was done to a cart, in words; and what it held at an earlier version, worked out backwards from what it holds now. Pure. */
import { inWords } from '../../parts/names.ts';

const operations: ReadonlyMap<string, string> = new Map([
  ['add', 'Put in'],
  ['update_item', 'Changed'],
  ['remove_item', 'Taken out'],
  ['merge', 'Brought together with another cart'],
  ['merge_undo', 'Parted from the other cart again'],
  ['coupon', 'Coupon'],
  ['archive', 'Emptied'],
  ['restore', 'Restored'],
  ['shipping', 'Shipping method chosen'],
  ['meta', 'Note to the shop'],
  ['offer_left_out', 'Priced without an offer for an hour'],
]);
export const operationWords = (operation: string): string => operations.get(operation) ?? inWords(operation);

type LineChange = { readonly key?: string; readonly before?: number | null; readonly after?: number | null };
type Entry = { readonly version?: number; readonly lines: readonly LineChange[] };

export type Compared = { readonly key: string; readonly was: number; readonly now: number };

/** Lines that differ, by product and size: how many units there were after `version`, and how many there are. */
export const comparedTo = (version: number, history: readonly Entry[]): readonly Compared[] => {
  const changes = history
    .filter((entry) => (entry.version ?? 0) > version)
    .flatMap(({ lines }) => lines)
    .map(({ key = '', before, after }) => ({ key, units: (after ?? 0) - (before ?? 0) }));
  const sums = new Map<string, number>();
  for (const { key, units } of changes) sums.set(key, (sums.get(key) ?? 0) + units);
  const last = new Map<string, number>();
  for (const { key = '', after } of history.flatMap(({ lines }) => lines).toReversed()) last.set(key, after ?? 0);
  return [...sums]
    .filter(([, units]) => units !== 0)
    .map(([key, units]) => ({ key, was: (last.get(key) ?? 0) - units, now: last.get(key) ?? 0 }));
};
