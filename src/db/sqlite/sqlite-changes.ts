/**
 * Which tables were written, and when, in a count of this process; where a statement says which rows of its table it writes, also
 * which of them. Writes of this connection are told by their texts. What
 * another connection wrote shows in `data_version`, without the tables; so all of them count as written, unless that other
 * connection is our own writer on its thread: it is asked whether anybody but itself wrote (sqlite-writer-worker.ts), and if nobody
 * did, it was what we gave it to write.
 */
import { writesOf, writtenRows } from '../changes/written-rows.ts';
import type { Result, TableChanges } from '../database.ts';
import type { Connection } from './sqlite-connection.ts';
import type { ReadyWrite } from './sqlite-statement.ts';
import type { GroupOutcome } from './sqlite-write-group.ts';

type Batch = readonly Pick<ReadyWrite, 'sql' | 'writesOnly'>[];

export type ChangeCount = TableChanges & {
  /** These batches are about to be written. */
  readonly writing: (batches: readonly Batch[]) => void;
  /** They were, or may have been; with what became of them, if that is known. */
  readonly wrote: (batches: readonly Batch[], outcome?: GroupOutcome) => void;
  /** As it is, without a look at what others wrote. */
  readonly count: () => number;
};

/** Whether anybody wrote who is neither this connection nor our writer, since it was asked last; undefined: nobody can say. */
export type AskOthers = () => Promise<boolean> | undefined;

/** A writer that waits for its disk answers late. Whoever has to know looks for himself then. */
const PATIENCE_MS = 3;

const resultsOf = (outcome: GroupOutcome | undefined, at: number): readonly Result[] => {
  const one = outcome?.kind === 'ended' ? outcome.outcomes[at] : undefined;
  return one?.kind === 'written' ? one.results : [];
};

export const countChanges = (connection: Connection, askOthers: AskOthers = () => undefined): ChangeCount => {
  const rows = writtenRows();
  let count = 1;
  /** Somebody wrote nobody knows what. */
  let strangersAt = 1;
  /** Somebody wrote; who it was is being asked. */
  let somebodyAt = 0;
  const underWay = new Set<readonly Batch[]>();
  let settling: Promise<void> | undefined;
  let seen: unknown;
  const mark = (batches: readonly Batch[], at: number, outcome?: GroupOutcome): void => {
    for (const [place, batch] of batches.entries()) rows.mark(writesOf(batch, resultsOf(outcome, place)), at);
  };

  const ask = async (asking: Promise<boolean>): Promise<void> => {
    const asked = somebodyAt;
    if (await asking.catch(() => true)) {
      // The writer looked after it was asked, and will not tell again what it saw then: all that was known until now is doubted.
      count += 1;
      strangersAt = count;
    }
    // It was our writer: what it has told us of is marked already, the rest is what it is at.
    else for (const batches of underWay) mark(batches, asked);
    settling = undefined;
    if (somebodyAt === asked) somebodyAt = 0;
    else settle();
  };
  const settle = (): void => {
    if (settling !== undefined) return;
    const asking = askOthers();
    if (asking !== undefined) settling = ask(asking);
    else {
      strangersAt = somebodyAt;
      somebodyAt = 0;
    }
  };
  const look = (): void => {
    const version = connection.one('pragma data_version', [])?.['data_version'];
    if (version === seen) return;
    seen = version;
    count += 1;
    somebodyAt = count;
    settle();
  };
  look();

  return {
    writing: (batches) => {
      underWay.add(batches);
    },
    wrote: (batches, outcome) => {
      underWay.delete(batches);
      count += 1;
      mark(batches, count, outcome);
    },
    count: () => count,
    stamp: () => {
      look();
      return count;
    },
    touched: (tables, since, key) => strangersAt > since || somebodyAt > since || rows.touched(tables, since, key),
    settled: () => settling && Promise.race([settling, new Promise<void>((late) => setTimeout(late, PATIENCE_MS))]),
  };
};
