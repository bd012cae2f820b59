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
/** What was read of a row, and figures in it that a holder may be able to follow: see `Evidence.follow`. */
export type Seen = { readonly said: string; readonly figures: readonly number[] };
/** Where a row changed, whether that which was read of it did. */
export type Closer = Seen & { readonly look: () => Promise<Seen | undefined> };
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
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/gi;
const TEXTS_KEPT = 2_000;
/** What a text says of tables; it is looked through once. */
const tablesBy = (pattern: RegExp): ((sql: string) => readonly string[]) =>
  boundedCache(TEXTS_KEPT, (sql) => [
    ...new Set([...bareSql(sql).matchAll(pattern)].map(([, table = '']) => table.toLowerCase())),
  ]);
/** The tables that a text names. */
export const tablesOf = tablesBy(TABLE);
/** Those of them that it writes, not those that it reads to know what. */
export const tablesWritten = tablesBy(WRITTEN);

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

/** Undefined: any row of its tables may count. */
export const keyRead = (witness: Witness): Value | undefined => (witness.kind === 'read' ? undefined : witness.key);

/** Figures of witnesses that have some, by their keys. */
export type Figures = ReadonlyMap<Value, readonly number[]>;
/** Brings what was made from them up to date; false: with these it would have been made otherwise. */
export type Follow = (figures: Figures) => boolean;

/** The witness as it speaks now; undefined when it says something else than it said. */
export const seenNow = async (witness: Witness, said: string | undefined): Promise<Witness | undefined> => {
  if (said === witness.said) return witness;
  if (witness.kind !== 'keyed' || witness.closer === undefined || said === undefined) return undefined;
  const seen = await witness.closer.look();
  if (seen?.said !== witness.closer.said) return undefined;
  return { ...witness, said, closer: { ...witness.closer, figures: seen.figures } };
};

export const figuresIn = (witnesses: readonly Witness[]): Figures =>
  new Map(
    witnesses.flatMap((witness) =>
      witness.kind === 'keyed' && witness.closer !== undefined ? [[witness.key, witness.closer.figures] as const] : [],
    ),
  );

const figuresOf = (witness: Witness | undefined): readonly number[] | undefined =>
  witness?.kind === 'keyed' ? witness.closer?.figures : undefined;

/** Of the same witnesses, in the same order. */
export const isSameFigures = (before: readonly Witness[], now: readonly Witness[]): boolean =>
  now.every((witness, at) => {
    const [had, has] = [figuresOf(before[at]), figuresOf(witness)];
    return had === has || (has?.every((figure, place) => figure === had?.[place]) ?? had === undefined);
  });
