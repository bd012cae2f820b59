/**
 * `in (?, ?, …)` for a list of any length. The list is filled up to the next power of two with its own last value, so that
 * lists of all lengths share a handful of statement texts, which both engines keep prepared.
 */
import type { Value } from '../db/database.ts';

export type ValueList = { readonly places: string; readonly values: readonly Value[] };

/** Not for an empty list: there is nothing to ask for then. */
export const valueList = (values: readonly Value[]): ValueList => {
  const last = values.at(-1);
  if (last === undefined) throw new Error('A list in SQL needs a value.');
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const filled = [...values, ...Array<Value>(size - values.length).fill(last)];
  return { places: `(${filled.map(() => '?').join(', ')})`, values: filled };
};
