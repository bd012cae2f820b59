/**
 * The rows of a table in the order of its key, a page at a time. Pages are as long as they may be heavy: rows of some tables
 * are a few bytes, of others a piece of a file.
 */
import { ownEntry } from '../../shared/own-entry.ts';
import type { Database, Row, Value } from '../database.ts';
import { repeated } from '../many-rows.ts';
import type { TableShape } from './table-shapes.ts';

/** `place` is where the next page begins, as text. */
type Page = { readonly rows: readonly Row[]; readonly place: string };

const FIRST_ROWS = 16;
const MOST_ROWS = 512;
const PAGE_BYTES = 4_194_304;

/** Key values as JSON, which has neither bytes nor large numbers. */
const keyText = (key: readonly unknown[]): string =>
  JSON.stringify(
    key.map((value) => {
      if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('hex') };
      return typeof value === 'bigint' ? { integer: String(value) } : value;
    }),
  );
const keyValue = (value: unknown): Value => {
  if (typeof value !== 'object' || value === null) return value as Value;
  return 'bytes' in value ? Buffer.from(String(value.bytes), 'hex') : BigInt((value as { integer: string }).integer);
};

const weightOf = (value: unknown): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
const weightOfRows = (rows: readonly Row[]): number =>
  rows.reduce((sum, row) => Object.values(row).reduce<number>((inner, value) => inner + weightOf(value), sum), 0);

/** Twice as many as long as they are light, and as many as weigh enough when they are not. */
const nextCount = (rows: readonly Row[]): number => {
  const fit = Math.floor((rows.length * PAGE_BYTES) / Math.max(1, weightOfRows(rows)));
  return Math.max(1, Math.min(rows.length * 2, fit, MOST_ROWS));
};

export async function* keyPages(
  db: Database,
  { table, columns, key }: TableShape,
  from: string | null,
): AsyncGenerator<Page, void> {
  let place = from;
  for (let count = FIRST_ROWS; ; ) {
    const after = place === null ? [] : (JSON.parse(place) as readonly unknown[]).map(keyValue);
    const rows = await db.all(
      `select ${columns.join(', ')} from ${table}
       ${place === null ? '' : `where (${key.join(', ')}) > (${repeated(key.length, '?')})`}
       order by ${key.join(', ')} limit ${count}`,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    place = keyText(key.map((column) => ownEntry(last, column)));
    yield { rows, place };
    count = nextCount(rows);
  }
}
