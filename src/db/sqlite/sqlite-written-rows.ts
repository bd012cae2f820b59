/**
 * Which tables were written at which count, and which of their rows where a statement says so (`Statement.writesOnly`): a cart
 * that is added to is no reason to doubt another one, nor is the stock of one product a reason to doubt the next.
 */
import type { Result, Value } from '../database.ts';
import { tablesWritten } from '../witness.ts';
import type { ReadyWrite } from './sqlite-statement.ts';
import type { GroupOutcome } from './sqlite-write-group.ts';

export type Batch = readonly Pick<ReadyWrite, 'sql' | 'writesOnly'>[];

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

const resultsOf = (outcome: GroupOutcome | undefined, at: number): readonly Result[] => {
  const one = outcome?.kind === 'ended' ? outcome.outcomes[at] : undefined;
  return one?.kind === 'written' ? one.results : [];
};

export const writtenRows = () => {
  const tables = new Map<string, Written>();
  const writtenOf = (table: string): Written => {
    const written = tables.get(table) ?? { anyAt: 0, wholeAt: 0, rowsAt: new Map<Value, number>() };
    tables.set(table, written);
    return written;
  };
  const markTable = (table: string, at: number, keys: readonly Value[] | undefined): void => {
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
    mark: (batches: readonly Batch[], at: number, outcome?: GroupOutcome): void => {
      for (const [place, batch] of batches.entries()) {
        const results = resultsOf(outcome, place);
        for (const [turn, statement] of batch.entries()) {
          const keys = keysOf(statement, results[turn]);
          for (const table of tablesWritten(statement.sql)) markTable(table, at, keys);
        }
      }
    },
    touched: (asked: readonly string[], since: number, key: Value | undefined): boolean =>
      asked.some((table) => isTouched(table, since, key)),
  };
};
