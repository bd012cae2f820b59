/**
 * A caller's statement made ready for a connection, on the main thread, before it can harm a neighbour in its group:
 * text and values checked, integers bound as integers. What comes out is data that may cross to a thread.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { Guard, Statement, Value } from '../database.ts';
import {
  changesRows,
  checkCount,
  checkValue,
  parameterCount,
  refuseSeveral,
  refuseTransaction,
  refuseWrite,
  yieldsRows,
} from '../sql-text.ts';
import { boundedCache } from '../bounded-cache.ts';

export type ReadyRead = { readonly sql: string; readonly values: readonly SQLInputValue[] };
export type ReadyWrite = ReadyRead & {
  /** What to count: the rows it returns, the rows it changes, or nothing (tables and indexes). */
  readonly counts: 'returned' | 'changed' | 'nothing';
  readonly guard: Guard | undefined;
  readonly writesOnly: Statement['writesOnly'];
};

// node:sqlite binds a number as a double: 5 would land in a text column as 5.0, and 7 / ? would not divide integers.
const bound = (value: Value): SQLInputValue =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;

const boundValues = (params: readonly Value[], expected: number): readonly SQLInputValue[] => {
  checkCount(params, expected);
  return params.map((value, index) => bound(checkValue(value, index + 1)));
};

const whatCounts = (sql: string): ReadyWrite['counts'] => {
  if (yieldsRows(sql)) return 'returned';
  return changesRows(sql) ? 'changed' : 'nothing';
};

/** One writer at a time: there is nobody to lock rows against. */
export const withoutLocks = (sql: string): string => sql.replace(/\bfor update(?=\s*(?:--[^\n]*)?$)/, '');

const TEXTS_KEPT = 1000;

/** Checks a text once and remembers the answer; checks the values every time. */
export const statementChecks = () => {
  const readFacts = boundedCache(TEXTS_KEPT, (sql) => {
    refuseSeveral(sql);
    refuseWrite(sql);
    return { parameters: parameterCount(sql) };
  });
  const writeFacts = boundedCache(TEXTS_KEPT, (sql) => {
    refuseSeveral(sql);
    refuseTransaction(sql);
    return { text: withoutLocks(sql), parameters: parameterCount(sql), counts: whatCounts(sql) };
  });
  return {
    readyRead: (sql: string, params: readonly Value[]): ReadyRead => ({
      sql,
      values: boundValues(params, readFacts(sql).parameters),
    }),
    readyWrite: ({ sql, params = [], guard, writesOnly }: Statement): ReadyWrite => {
      const { text, parameters, counts } = writeFacts(sql);
      const plainGuard = guard && { name: guard.name, rows: guard.rows };
      return { sql: text, values: boundValues(params, parameters), counts, guard: plainGuard, writesOnly };
    },
  };
};
