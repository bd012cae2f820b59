/**
 * Rows of tables that nearly every request reads and hardly anybody writes, in memory for as long as nobody did: which
 * tables were written this process knows, and whether another one wrote anything, SQLite says (sqlite-changes.ts). So what is
 * given is what the file would say, without asking it.
 */
import type { Row, Value } from '../database.ts';
import { tablesOf } from '../witness.ts';
import { boundedCache } from '../bounded-cache.ts';
import type { ChangeCount } from './sqlite-changes.ts';

/** One row by key or a few of one owner each; what is large or changes with every request has no place here. */
const settled = new Set([
  'application',
  'application_token',
  'company',
  'offer_version',
  'delivery_version',
  'catalog_change',
  'exchange_rate',
  'seller',
  'price_adjustment',
  'offer_use',
  'event_suppression',
]);
const TEXTS_KEPT = 1_000;
const MOST_ANSWERS = 20_000;
/** More are a list, not a look-up. */
const MOST_ROWS = 200;

type Answer = { readonly rows: readonly Row[]; stamp: number };

/** No two lists of values have the same. The statement is not in it: answers lie with theirs. */
const keyOf = (params: readonly Value[]): string => {
  let key = '';
  for (const value of params)
    key += typeof value === 'string' ? `,${value.length}:${value}` : `,${typeof value} ${String(value)}`;
  return key;
};

const frozen = (rows: readonly Row[]): readonly Row[] => Object.freeze(rows.map((row) => Object.freeze(row)));

/** Columns and nothing that counts: what it says of a table without rows is nothing. */
const PLAIN = /^\s*select\s[\w.,\s]+\sfrom\s+\w/i;
const NO_ROWS: readonly Row[] = Object.freeze([]);

/** What others wrote is asked for once for all that happens here without waiting for anybody. */
export const lookOnce = (changes: ChangeCount): (() => number) => {
  let hasLooked = false;
  return () => {
    if (hasLooked) return changes.count();
    hasLooked = true;
    process.nextTick(() => {
      hasLooked = false;
    });
    return changes.stamp();
  };
};

export type MemoryTools = {
  readonly changes: ChangeCount;
  readonly stampNow: () => number;
  /** Whether a table has no rows at all. */
  readonly isEmpty: (table: string) => boolean;
};

export const readMemory = ({ changes, stampNow, isEmpty }: MemoryTools) => {
  const memorable = boundedCache(TEXTS_KEPT, (sql) => {
    const tables = tablesOf(sql);
    const is = tables.length > 0 && tables.every((table) => settled.has(table));
    const only = tables.length === 1 && PLAIN.test(sql) ? tables[0] : undefined;
    return { tables, is, only, answers: new Map<string, Answer>() };
  });
  /** Most shops have no row of some of these, and every cart asks them for its own. */
  const empty = new Map<string, { readonly is: boolean; stamp: number }>();
  const hasNoRows = (table: string, tables: readonly string[], now: number): boolean => {
    const known = empty.get(table);
    if (known !== undefined && !changes.touched(tables, known.stamp)) {
      known.stamp = now;
      return known.is;
    }
    const is = isEmpty(table);
    empty.set(table, { is, stamp: now });
    return is;
  };
  /** Statements whose answers are kept, and how many these are together. */
  const filled = new Set<Map<string, Answer>>();
  let held = 0;
  const forgetAll = (): void => {
    for (const answers of filled) answers.clear();
    filled.clear();
    held = 0;
  };
  return (sql: string, params: readonly Value[], read: () => readonly Row[]): readonly Row[] => {
    const { tables, is, only, answers } = memorable(sql);
    if (!is) return read();
    const now = stampNow();
    if (only !== undefined && hasNoRows(only, tables, now)) return NO_ROWS;
    const key = keyOf(params);
    const known = answers.get(key);
    if (known !== undefined && !changes.touched(tables, known.stamp)) {
      known.stamp = now;
      return known.rows;
    }
    const rows = read();
    if (rows.length > MOST_ROWS) return rows;
    if (known === undefined && held >= MOST_ANSWERS) forgetAll();
    if (known === undefined) held += 1;
    const answer = { rows: frozen(rows), stamp: now };
    answers.set(key, answer);
    filled.add(answers);
    return answer.rows;
  };
};
