/**
 * Which tables were written at which count, and which of their rows where a statement says so (`Statement.writesOnly`): a cart
 * that is added to is no reason to doubt another one, nor is the stock of one product a reason to doubt the next.
 */
import type { Result, Statement, Value } from '../database.ts';
import { tablesWritten } from '../witness.ts';

type Batch = readonly { readonly sql: string; readonly writesOnly?: Statement['writesOnly'] | undefined }[];
/** What was written of one table; without keys nobody knows which rows. */
export type Write = { readonly table: string; readonly keys: readonly Value[] | undefined };

/** Of one table, before all of it counts as written. */
const MOST_ROWS = 20_000;

type Written = {
  /** Anything of it. */
  anyAt: number;
  /** Rows of which nobody said which they are. */
  wholeAt: number;
  readonly rowsAt: Map<Value, number>;
};

const valuesIn = ({ rows }: Result): readonly Value[] => rows.flatMap((row) => Object.values(row) as Value[]);

/** Undefined: nobody knows which. */
const keysOf = ({ writesOnly }: Batch[number], result: Result | undefined): readonly Value[] | undefined =>
  writesOnly === 'returned' ? result && valuesIn(result) : writesOnly;

/** What became of each statement, as far as it is known. */
export const writesOf = (batch: Batch, results: readonly Result[] = []): readonly Write[] =>
  batch.flatMap((statement, at) => {
    const keys = keysOf(statement, results[at]);
    return tablesWritten(statement.sql).map((table) => ({ table, keys }));
  });

export const writtenRows = () => {
  const tables = new Map<string, Written>();
  const writtenOf = (table: string): Written => {
    const written = tables.get(table) ?? { anyAt: 0, wholeAt: 0, rowsAt: new Map<Value, number>() };
    tables.set(table, written);
    return written;
  };
  const markTable = ({ table, keys }: Write, at: number): void => {
    const written = writtenOf(table);
    written.anyAt = Math.max(at, written.anyAt);
    if (keys !== undefined && written.rowsAt.size + keys.length <= MOST_ROWS) {
      for (const key of keys) written.rowsAt.set(key, Math.max(at, written.rowsAt.get(key) ?? 0));
      return;
    }
    written.wholeAt = Math.max(at, written.wholeAt);
    // All that was known of rows is from before, but for a count that is told late.
    if (written.wholeAt === written.anyAt) written.rowsAt.clear();
  };
  const isTouched = (table: string, since: number, key: Value | undefined): boolean => {
    const written = tables.get(table);
    if (written === undefined || written.anyAt <= since) return false;
    return key === undefined || written.wholeAt > since || (written.rowsAt.get(key) ?? 0) > since;
  };
  return {
    mark: (writes: readonly Write[], at: number): void => {
      for (const write of writes) markTable(write, at);
    },
    touched: (asked: readonly string[], since: number, key: Value | undefined): boolean =>
      asked.some((table) => isTouched(table, since, key)),
  };
};
