/** The replicas of the database: looked at all the time, and picked in turn among those that are near enough. */
import type { Stopwatch } from '../../shared/clock.ts';
import type { Database } from '../database.ts';
import { startable } from '../keep-working.ts';
import { postgresPlace } from '../postgres/postgres-address.ts';
import { openPostgres, type PostgresOptions } from '../postgres/postgres.ts';
import { type Mark, withMark, writtenIn } from './replica-rules.ts';
import { type ReplicaSource, replicaSource, type ReplicaState } from './replica-source.ts';

export type Replicas = {
  readonly sources: readonly Pick<ReplicaSource, 'db'>[];
  /** Undefined: none is near enough, so the primary is asked. */
  readonly pick: () => Pick<ReplicaSource, 'db'> | undefined;
  readonly states: () => readonly ReplicaState[];
  /** From now on it is looked at them again and again. */
  readonly start: () => void;
  /** Looks at all of them at once, and ends when each has answered or failed. */
  readonly look: () => Promise<void>;
  readonly close: () => Promise<void>;
};
export type ReplicasOptions = {
  readonly primary: Database;
  readonly urls: readonly string[];
  readonly mostBehindMs: number;
  readonly stopwatch: Stopwatch;
  readonly postgres?: PostgresOptions;
};

const WRITTEN = 'select cast(pg_current_wal_lsn() as text) as written';
const MOST_PAUSE_MS = 1000;
/** Looks while the longest allowed delay passes: one that fails is no reason to leave a replica. */
const LOOKS = 4;

export const openReplicas = (options: ReplicasOptions): Replicas => {
  const { primary, urls, mostBehindMs, stopwatch, postgres } = options;
  const sources = urls.map((url) =>
    replicaSource({
      place: postgresPlace(url) ?? '',
      primary,
      // The primary is there for what fails here: nobody waits for a second try.
      open: () => openPostgres(url, { ...postgres, tries: 1 }),
      stopwatch,
      mostBehindMs,
    }),
  );
  let marks: readonly Mark[] = [];
  const mark = async (): Promise<void> => {
    const at = stopwatch.ms();
    const { written } = (await primary.one<{ written: string }>(WRITTEN)) ?? {};
    if (written !== undefined) marks = withMark(marks, { at, written: writtenIn(written) });
  };
  const lookAll = (): readonly Promise<void>[] => sources.map((source) => source.look(marks));
  const everyMs = Math.min(MOST_PAUSE_MS, mostBehindMs / LOOKS);
  const { start, stop } = startable({
    step: async () => {
      await mark();
      void lookAll(); // one that is silent holds up no other
      return 0;
    },
    everyMs,
    mostMs: everyMs,
    chance: Math.random,
    onFailure: () => {}, // who writes finds out, too
  });
  let turn = 0;
  return {
    sources,
    start,
    pick: () => {
      turn += 1;
      const near = sources.filter(({ isUsed }) => isUsed());
      return near[turn % near.length];
    },
    states: () => sources.map(({ state }) => state()),
    look: async () => {
      await mark();
      await Promise.all(lookAll());
    },
    close: async () => {
      await stop();
      await Promise.all(sources.map(({ close }) => close()));
    },
  };
};
