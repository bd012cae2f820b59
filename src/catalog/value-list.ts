/**
 * `in (?, ?, …)` for a list of any length. The list is filled up to the next power of two with its own last value, so that
 * lists of all lengths share a handful of statement texts, which both engines keep prepared.
 */
import type { Value } from '../db/database.ts';

export type ValueList = { readonly places: string; readonly values: readonly Value[] };

/** The list, its last entry repeated up to the next power of two. Not for an empty list: there is nothing to ask for. */
export const filledUp = <T>(entries: readonly T[]): readonly T[] => {
  const last = entries.at(-1);
  if (last === undefined) throw new Error('A list in SQL needs a value.');
  return [...entries, ...Array<T>(2 ** Math.ceil(Math.log2(entries.length)) - entries.length).fill(last)];
};

export const valueList = (values: readonly Value[]): ValueList => {
  const filled = filledUp(values);
  return { places: `(${filled.map(() => '?').join(', ')})`, values: filled };
};

/**
 * A statement over a table that a feed is filling, planned anew whenever the feed has doubled. PostgreSQL keeps the plan of
 * a text that comes again; one made while the table was empty reads all of it for every batch (700 articles a second
 * instead of 9,000, until the server looks at the table again).
 */
export const plannedFor = (fed: number, sql: string): string => `${sql} -- ${Math.ceil(Math.log2(fed + 1))}`;
