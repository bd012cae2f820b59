/**
 * What was read, and what it said: enough to tell later whether any of it changed. An answer made from what its witnesses
 * still say is the answer that would be made now, as long as time alone changes nothing (docs/decisions/0027-kept-views.md).
 */
import type { Database, Row, Value } from './database.ts';
import { boundedCache } from './bounded-cache.ts';
import { bareSql } from './sql-text.ts';

/** Stands in a parameter for the time of the look. */
export const atLook = Symbol('at the time of the look');
export type AskedValue = Value | typeof atLook;

/** A statement and the rows it gave. */
export type ReadWitness = {
  readonly kind: 'read';
  /** The statement with its values: reads that are alike are made once for all who ask in one turn. */
  readonly name: string;
  readonly sql: string;
  readonly params: readonly AskedValue[];
  readonly tables: readonly string[];
  readonly said: string;
};
/** Rows that are looked up by key, many of them in one statement. */
export type KeyedRead = {
  readonly tables: readonly string[];
  /** Whether many who look read the same rows: goods are in thousands of carts, a cart is one shopper's. */
  readonly isShared?: boolean;
  /** What each key that is there says. */
  readonly look: (db: Database, scope: Value, keys: readonly Value[]) => Promise<ReadonlyMap<Value, string>>;
};
/** Where a row changed, whether that which was read of it did. */
export type Closer = { readonly said: string; readonly look: () => Promise<string | undefined> };
type KeyedWitness = {
  readonly kind: 'keyed';
  readonly of: KeyedRead;
  readonly scope: Value;
  readonly key: Value;
  /** Undefined: there was none. */
  readonly said: string | undefined;
  readonly closer?: Closer;
};
export type Witness = ReadWitness | KeyedWitness;

/** What is asked at the time of the look says something else at another, whatever was written. */
export const isTimed = (witness: Witness): boolean => witness.kind === 'read' && witness.params.includes(atLook);

const TABLE = /\b(?:from|join|into|update)\s+([a-z_]+)/gi;
const TEXTS_KEPT = 2_000;
/** The tables that a text names; a text is looked through once. */
export const tablesOf: (sql: string) => readonly string[] = boundedCache(TEXTS_KEPT, (sql) => [
  ...new Set([...bareSql(sql).matchAll(TABLE)].map(([, table = '']) => table.toLowerCase())),
]);

/** What several rows of one key say: which they are, and how far each has come. Undefined when there are none. */
export const versionsIn = (rows: readonly Readonly<{ id: string; version: number }>[]): string | undefined =>
  rows.length === 0
    ? undefined
    : rows
        .map(({ id, version }) => `${id}:${version}`)
        .toSorted()
        .join(' ');

export const saidBy = (rows: readonly Row[]): string => JSON.stringify(rows);

export const readWitness = (sql: string, params: readonly AskedValue[], rows: readonly Row[]): ReadWitness => ({
  kind: 'read',
  name: JSON.stringify([sql, ...params.map((value) => (value === atLook ? { at: 'look' } : String(value)))]),
  sql,
  params,
  tables: tablesOf(sql),
  said: saidBy(rows),
});

export const tablesRead = (witness: Witness): readonly string[] =>
  witness.kind === 'read' ? witness.tables : witness.of.tables;
