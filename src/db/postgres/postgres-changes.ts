/**
 * What was written, by anybody. PostgreSQL says which transactions can be seen, and as long as those are the same ones, every row is
 * as it was. Of those that came since we know our own and those of the node's other workers, and what each wrote: then only who
 * read that doubts. One that we do not know may have written anything.
 */
import { type Write, writesOf, writtenRows } from '../changes/written-rows.ts';
import type { Result, Statement, TableChanges } from '../database.ts';
import { changesRows, yieldsRows } from '../sql-text.ts';
import { canSee, seenSince, type Snapshot, snapshotIn } from './snapshot-rules.ts';

const SEEN = `select cast(pg_current_snapshot() as text) || ' ' || cast(pg_postmaster_start_time() as text) as seen`;
/** At the end of a batch: which transaction it is, if it wrote anything. */
export const OWN_TRANSACTION = 'select cast(pg_current_xact_id_if_assigned() as text) as own';

type StateCount = TableChanges & Required<Pick<TableChanges, 'sending'>>;

/** Which transaction, and what it wrote. */
type Written = readonly [transaction: number, writes: readonly Write[]];

/** Transactions of ours that nobody has looked for yet. */
const MOST_KEPT = 2_000;
/** A transaction can be seen a little before its writer is told that it has ended; who has to know looks for himself then. */
const PATIENCE_MS = 5;

/** What rows it wrote can be told by its text; not of one that makes or drops tables. */
const isPlain = ({ sql }: Statement): boolean => changesRows(sql) || yieldsRows(sql);

/** Other keys would come out changed on the way to another process; so all rows of the table count. */
const asTold = ({ table, keys }: Write): Write => ({
  table,
  keys: keys?.every((key) => typeof key === 'string' || typeof key === 'number') === true ? keys : undefined,
});

export const countStates = (): StateCount => {
  const rows = writtenRows();
  const own = new Map<number, readonly Write[]>();
  let underWay = 0;
  /** Other workers. */
  let tell: ((written: Written) => void) | undefined;
  /** Who has to know of one that may be ours; told of every answer. */
  const waiting = new Set<() => void>();
  let count = 1;
  /** Somebody wrote nobody knows what. */
  let strangersAt = 1;
  let known: Snapshot | undefined;
  let saidLast: string | undefined;
  /** While strangers write all the time it is quicker to ask for the rows at once. */
  let isCalm = false;

  const areOurs = (transactions: readonly number[] | undefined): boolean =>
    transactions?.every((transaction) => own.has(transaction)) ?? false;

  const take = (now: Snapshot): void => {
    const ended = seenSince(known, now);
    isCalm = areOurs(ended);
    if (ended?.length === 0) return;
    count += 1;
    if (!isCalm) strangersAt = count;
    for (const transaction of ended ?? []) rows.mark(own.get(transaction) ?? [], count);
    known = now;
    // Those that are judged, and those that came too late for it.
    for (const transaction of own.keys()) if (canSee(now, transaction)) own.delete(transaction);
  };
  /** Until all that ended is known to be ours, nobody else can tell of it, or it has taken too long. */
  const settled = (now: Snapshot): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(late);
        waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if ((underWay === 0 && tell === undefined) || areOurs(seenSince(known, now))) end();
      };
      const late = setTimeout(end, PATIENCE_MS);
      waiting.add(look);
      look();
    });

  const keep = ([transaction, writes]: Written): void => {
    if (own.size >= MOST_KEPT) own.clear();
    own.set(transaction, writes);
  };
  const answer = (batch: readonly Statement[], answered: readonly Result[]): void => {
    const transaction = Number(answered.at(-1)?.rows[0]?.['own'] ?? Number.NaN);
    if (Number.isNaN(transaction) || !batch.every(isPlain)) return;
    const written: Written = [transaction, writesOf(batch, answered)];
    keep(written);
    tell?.(written);
  };
  const wake = (): void => {
    for (const look of waiting) look();
  };

  return {
    stamp: () => count,
    touched: (tables, since, key) => !isCalm || strangersAt > since || rows.touched(tables, since, key),
    settled: () => undefined,
    confirm: async (db) => {
      const said = String((await db.one(SEEN))?.['seen']);
      if (said === saidLast && isCalm) return;
      const now = snapshotIn(said);
      if (isCalm) await settled(now);
      take(now);
      saidLast = said;
    },
    sending: (batch) => {
      underWay += 1;
      return (answered) => {
        underWay -= 1;
        if (answered !== undefined) answer(batch, answered);
        wake();
      };
    },
    share: (told) => {
      tell = ([transaction, writes]) => told([transaction, writes.map(asTold)]);
      return (written) => {
        keep(written as Written);
        wake();
      };
    },
  };
};
