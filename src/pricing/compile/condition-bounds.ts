/** The range that conditions of one metric leave open. */
import type { CartCondition } from './offer-types.ts';

export type Bounds = { readonly least: number; readonly most: number };

/** Amounts and counts are whole, so that "more than 4" is "at least 5". */
export const boundsOf = (conditions: readonly CartCondition[]): Bounds => {
  let [least, most] = [-Infinity, Infinity];
  for (const { comparison, value } of conditions) {
    if (comparison === 'equals' || comparison === 'greater_than_equals') least = Math.max(least, value);
    if (comparison === 'greater_than') least = Math.max(least, value + 1);
    if (comparison === 'equals' || comparison === 'less_than_equals') most = Math.min(most, value);
    if (comparison === 'less_than') most = Math.min(most, value - 1);
  }
  return { least, most };
};
