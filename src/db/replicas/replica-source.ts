/**
 * A replica to read from. Where it fails, or is too far behind, the primary is asked instead, in the same call: what a call
 * reads may become newer on the way, never older. So whoever was sent to the primary comes back only when the replica has
 * everything that was seen there.
 */
import type { Stopwatch } from '../../shared/clock.ts';
import { type Database, DatabaseError, type Row, UnstorableText } from '../database.ts';
import { type Mark, upToDateAt, writtenIn } from './replica-rules.ts';

export type ReplicaState = {
  readonly place: string;
  /** Whether it is read from. */
  readonly isUsed: boolean;
  /** Null: it does not answer, is no standby, or is further behind than is known. */
  readonly behindMs: number | null;
};
export type ReplicaSource = {
  readonly db: Database;
  readonly isUsed: () => boolean;
  readonly state: () => ReplicaState;
  /** Looks how far it has come, unless it is being looked at; what it finds is kept, and nothing is thrown. */
  readonly look: (marks: readonly Mark[]) => Promise<void>;
  readonly close: () => Promise<void>;
};
export type ReplicaOptions = {
  readonly place: string;
  readonly primary: Database;
  readonly open: () => Promise<Database>;
  readonly stopwatch: Stopwatch;
  readonly mostBehindMs: number;
};

/** Nothing of a server that is not, or no longer, a standby: it follows nobody. */
const REPLAYED = 'select case when pg_is_in_recovery() then cast(pg_last_wal_replay_lsn() as text) end as replayed';
const CANCELED = '57014';
const LOCKED = '55P03';

/** It ran as long as a statement may. Another server would be made to do the same again. */
const codeIn = (error: unknown): unknown =>
  ((error instanceof DatabaseError ? error.cause : error) as { readonly code?: unknown } | undefined)?.code;
/** Of several that are asked together one waits for a lock, which says nothing of the server: they are asked alone. */
const isOfOne = (error: unknown): boolean => !(error instanceof DatabaseError) && codeIn(error) === LOCKED;
const isOurFault = (error: unknown): boolean =>
  error instanceof UnstorableText || codeIn(error) === CANCELED || isOfOne(error);

const writesNothing = (): Promise<never> => Promise.reject(new Error('What reads from a replica writes nothing.'));

export const replicaSource = (options: ReplicaOptions): ReplicaSource => {
  const { place, primary, open, stopwatch, mostBehindMs } = options;
  let replica: Database | undefined;
  let isLooking = false;
  let isClosed = false;
  let isOut = true;
  let freshAt = Number.NEGATIVE_INFINITY;
  let last = { at: Number.POSITIVE_INFINITY, replayed: 0n };
  /** Reads of calls that were sent to the primary: those under way, and when the last one ended. */
  const elsewhere = { now: 0, last: Number.NEGATIVE_INFINITY };

  const isUsed = (): boolean => !isOut && stopwatch.ms() - freshAt <= mostBehindMs;
  const used = (): Database | undefined => {
    isOut = !isUsed();
    return isOut ? undefined : replica;
  };
  const ofPrimary = async <T>(ask: (db: Database) => Promise<T>): Promise<T> => {
    elsewhere.now += 1;
    try {
      return await ask(primary);
    } finally {
      elsewhere.now -= 1;
      elsewhere.last = stopwatch.ms();
    }
  };
  const read = async <T>(ask: (db: Database) => Promise<T>): Promise<T> => {
    const db = used();
    if (db === undefined) return ofPrimary(ask);
    try {
      return await ask(db);
    } catch (error) {
      if (isOurFault(error)) throw error;
      isOut = true;
      return ofPrimary(ask);
    }
  };
  /** The first rows, and those behind them, which come from the same server. */
  type Begun<T> = { readonly first: IteratorResult<T, void>; readonly rows: AsyncIterator<T, void> };
  const begin = async <T>(rows: AsyncIterator<T, void>): Promise<Begun<T>> => ({ first: await rows.next(), rows });

  const look = async (marks: readonly Mark[]): Promise<void> => {
    try {
      replica ??= await open();
      if (isClosed) return await replica.close();
      const said = (await replica.one<{ replayed: string | null }>(REPLAYED))?.replayed ?? null;
      // It had more than the primary had later: it follows another, or one that was.
      const isAstray = marks.some(({ at, written }) => at > last.at && written < last.replayed);
      last = { at: stopwatch.ms(), replayed: said === null ? 0n : writtenIn(said) };
      const at = said === null || isAstray ? undefined : upToDateAt(marks, last.replayed);
      freshAt = at ?? Number.NEGATIVE_INFINITY;
      if (elsewhere.now === 0 && freshAt > elsewhere.last) isOut = false;
    } catch {
      isOut = true;
      freshAt = Number.NEGATIVE_INFINITY;
    }
  };

  return {
    isUsed,
    db: {
      ...primary,
      all: (sql, params) => read((db) => db.all(sql, params)),
      one: (sql, params) => read((db) => db.one(sql, params)),
      together: (reads) => read((db) => db.together(reads)),
      scan: async function* <T extends Row>(sql: string, params?: Parameters<Database['scan']>[1]) {
        const { first, rows } = await read((db) => begin(db.scan<T>(sql, params)[Symbol.asyncIterator]()));
        try {
          for (let one = first; one.done !== true; one = await rows.next()) yield one.value;
        } finally {
          await rows.return?.();
        }
      },
      commit: writesNothing,
      changes: undefined,
    },
    state: () => {
      const behind = stopwatch.ms() - freshAt;
      return { place, isUsed: isUsed(), behindMs: Number.isFinite(behind) ? Math.round(behind) : null };
    },
    look: async (marks) => {
      if (isLooking) return;
      isLooking = true;
      await look(marks);
      isLooking = false;
    },
    close: async () => {
      isClosed = true;
      await replica?.close();
    },
  };
};
