/**
 * `in (?, ?, …)` for a list of any length. The list is filled up to the next power of two with its own last value, so that
 * lists of all lengths share a handful of statement texts, which both engines keep prepared.
 */
import type { Value } from './database.ts';

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
 * Many keys of one company, as a table `asked (company_id, key)` to `cross join` with: each key is one look into the
 * primary key. (A plain join lets SQLite begin with the large table; a cross join keeps the order there.)
 * With `company_id = ? and key in (…)` PostgreSQL, before it has counted a new table, takes the company for a rare value
 * and reads all its rows for every batch of the feed that fills it (500 articles a second instead of 13,000).
 */
export const askedKeys = (companyId: number, keys: readonly (string | number)[]): ValueList => {
  const filled = filledUp(keys);
  const place = `(cast(? as bigint), ${typeof keys[0] === 'number' ? 'cast(? as bigint)' : 'cast(? as text)'})`;
  return {
    places: `asked (company_id, key) as (values ${filled.map(() => place).join(', ')})`,
    values: filled.flatMap((key) => [companyId, key]),
  };
};

/** A statement over a table that a feed is filling, planned anew whenever the feed has doubled: a kept plan may be too old. */
export const plannedFor = (fed: number, sql: string): string => `${sql} -- ${Math.ceil(Math.log2(fed + 1))}`;
