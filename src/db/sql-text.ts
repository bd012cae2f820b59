/**
 * What both engines must agree on before a statement reaches either: one statement to a text, whether it yields rows,
 * how many values it takes, and which values can be stored. What one engine would drop, guess or change without a word
 * is refused here for both, with a TypeError that says what to write instead.
 */
import { UnstorableText, type Value } from './database.ts';

/** Strings, quoted names and comments: where `?`, `;` and words mean nothing. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;
export const bareSql = (sql: string): string => sql.replace(QUOTED, ' ');

const outsideParentheses = (sql: string): string => {
  const shorter = sql.replace(/\([^()]*\)/g, ' ');
  return shorter === sql ? sql : outsideParentheses(shorter);
};

/** The word that says what a statement does. Behind a `with` it follows the common tables, which stand in parentheses. */
const verbOf = (sql: string): string => {
  const text = bareSql(sql);
  const [, first = ''] = /^\s*(\w+)/.exec(text) ?? [];
  if (first.toLowerCase() !== 'with') return first.toLowerCase();
  const [, main = ''] = /\b(select|values|insert|update|delete)\b/i.exec(outsideParentheses(text)) ?? [];
  return main.toLowerCase();
};

/** True for a `select`, and for a write that ends in `returning`. */
export const yieldsRows = (sql: string): boolean =>
  /^(select|values)$/.test(verbOf(sql)) || /\breturning\b/i.test(bareSql(sql));

/** True for `insert`, `update` and `delete`. For any other statement SQLite repeats the count of the one before. */
export const changesRows = (sql: string): boolean => /^(insert|update|delete)$/.test(verbOf(sql));

/** SQLite runs the first statement of a text and drops the rest; PostgreSQL cannot guard a text that ends in `;`. */
export const refuseSeveral = (sql: string): void => {
  if (bareSql(sql).includes(';')) {
    throw new TypeError(`Write one statement to a text, without a semicolon, and put several into a batch: ${sql}`);
  }
};

/** For `all`, `one` and `scan`: a write that slips in there has no guard and no share in a group's durable write. */
export const refuseWrite = (sql: string): void => {
  if (/^(insert|update|delete|replace|merge|create|alter|drop|truncate)$/.test(verbOf(sql))) {
    throw new TypeError(`Write through commit; all, one and scan only read: ${sql}`);
  }
};

/** For `commit`: batches may share a transaction, so ending it would harm a neighbour. */
export const refuseTransaction = (sql: string): void => {
  if (/^(begin|start|commit|end|rollback|abort|savepoint|release)$/.test(verbOf(sql))) {
    throw new TypeError(`A batch is the transaction; leave this statement out: ${sql}`);
  }
};

/** How many `?` wait for a value. SQLite fills missing ones with null; PostgreSQL refuses. */
export const parameterCount = (sql: string): number => bareSql(sql).split('?').length - 1;

export const checkCount = (params: readonly unknown[], expected: number): void => {
  if (params.length !== expected) {
    throw new TypeError(`The statement has ${expected} places (?) and got ${params.length} values: pass one for each.`);
  }
};

const problemOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : `is ${value}: pass a finite number or null`;
  }
  if (value === null || value instanceof Uint8Array) return undefined;
  if (typeof value === 'bigint') {
    return BigInt.asIntN(64, value) === value ? undefined : 'has more than 64 bits: keep it as text';
  }
  if (typeof value === 'boolean') return 'is a boolean: pass 1 or 0';
  if (value === undefined) return 'is undefined: pass null for an absent value';
  return `is of type ${typeof value}: pass a string (JSON.stringify for a document), a number, a bigint, null or bytes`;
};

const NUL = 'holds a NUL character, which PostgreSQL cannot store: remove it';
/** The value unchanged, or a TypeError. `position` counts from 1, as a person counts the `?`. */
export const checkValue = (value: unknown, position: number): Value => {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new UnstorableText(`Value ${position} of the statement ${NUL}.`);
  }
  const problem = problemOf(value);
  if (problem !== undefined) throw new TypeError(`Value ${position} of the statement ${problem}.`);
  return value as Value;
};
