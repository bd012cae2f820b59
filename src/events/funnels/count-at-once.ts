/**
 * Counts events in the batch that stores them: then nothing of them is read again, and each row is written once. Whoever counts
 * an application moves its version, so of one process either this counts or the worker: while the worker does, events
 * are stored to be counted by it. What another process counts meanwhile breaks the batch, and they are left to the worker as well.
 */
import type { Database, Statement } from '../../db/database.ts';
import type { EventRow } from '../event-store.ts';
import { queueStatements } from '../sink-queue-statements.ts';
import { planCount } from './funnel-count.ts';
import type { CountedEvent } from './funnel-fact-rules.ts';
import { payloadOf } from './funnel-fact-rules.ts';

/** A few are left to the worker, who counts them with others: what counting reads and writes is the same for one as for many. A guess. */
const FEWEST = 16;
/** What has been read is looked at faster than its text is read. How much is a guess, on which only the turns depend. */
const READ_ALREADY = 8;

export type CountedBeside = {
  /** Before the events, which are stored as counted in this round. */
  readonly move: Statement;
  readonly round: number;
  readonly statements: readonly Statement[];
};
export type CountAtOnce = {
  /** Gives undefined where somebody counts already; till its work ends nobody else of this process counts. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T> | undefined;
  /** For events of one application. Undefined: the worker shall count them. */
  readonly plan: (applicationId: string, rows: readonly EventRow[]) => Promise<CountedBeside | undefined>;
  /** They are counted, and durable. */
  readonly counted: (events: number) => void;
};

const countedEvent = (row: EventRow): CountedEvent & { readonly signs: number } => ({
  id: row.id,
  slug: row.slug,
  happenedAt: row.happenedAt,
  userId: row.userId,
  anonymousId: row.anonymousId,
  isOurs: false,
  signs: row.payload === undefined ? row.body.length : row.body.length / READ_ALREADY,
  payload: () => row.payload ?? payloadOf(row.body),
});

export const planBeside = async (
  db: Database,
  now: number,
  applicationId: string,
  rows: readonly EventRow[],
): Promise<CountedBeside | undefined> => {
  if (rows.length < FEWEST) return undefined;
  const planned = await planCount({ db, applicationId, now }, rows.map(countedEvent), ({ signs }) => signs);
  if (planned === undefined) return undefined;
  return { ...planned, statements: [...planned.statements, ...(await queueStatements(db, rows, now))] };
};
