/** Work that keeps tables small: runs now and then on every node, in bounded steps, and never holds anything up. */
import type { Database, Statement } from './database.ts';
import { keepWorking } from './keep-working.ts';

export type Sweep = {
  readonly name: string;
  /** Removes some of what has expired and says how much. */
  readonly run: (now: number) => Promise<number>;
  /** It ends nothing by time, so it may run whatever the clock says. */
  readonly anyClock?: true;
};

/** How much a step takes at the most, and how many there are until the next round. */
export type Bounds = { readonly size?: number; readonly steps?: number };

/** Step after step, so that no write waits for long, until one finds less than it could take; answers how much went. */
export const sweepInSteps = async (
  step: (limit: number) => Promise<number>,
  { size = 500, steps = 100 }: Bounds = {},
): Promise<number> => {
  let swept = 0;
  for (let taken = 0; taken < steps; taken += 1) {
    const gone = await step(size);
    swept += gone;
    if (gone < size) break;
  }
  return swept;
};

/** A batch of them in each step; what the last one removes is counted. */
export const sweepByStatements = (
  db: Database,
  batch: (limit: number) => readonly Statement[],
  bounds?: Bounds,
): Promise<number> => sweepInSteps(async (limit) => (await db.commit(batch(limit))).at(-1)?.changes ?? 0, bounds);

/** Rows of a table by its key whose time, in `expires_at`, has come: the oldest first. */
export const sweepExpired = (
  db: Database,
  { table, key }: { readonly table: string; readonly key: string },
  now: number,
  bounds?: Bounds,
): Promise<number> => {
  const oldest = `select ${key} from ${table} where expires_at <= ? order by expires_at limit ?`;
  const sql = `delete from ${table} where (${key}) in (${oldest})`;
  return sweepByStatements(db, (limit) => [{ sql, params: [now, limit] }], bounds);
};

/**
 * Runs the sweeps one after the other, again and again with a random pause around `everyMs`, so that nodes do not work in
 * step. A sweep that fails is told and tried again the next time; when the database does not answer, or the clock is not to
 * be trusted, none begins that would need it. Returns the stop, which waits for the one at work.
 */
export const startSweeps = (
  sweeps: readonly Sweep[],
  options: {
    readonly everyMs: number;
    readonly now: () => number;
    readonly chance: () => number;
    /** Whether sweeps may go by our clock; rejects when the database cannot be asked. */
    readonly goesByTime?: () => Promise<boolean>;
    readonly onFailure: (name: string, error: unknown) => void;
  },
): (() => Promise<void>) => {
  const { everyMs, now, chance, goesByTime = async () => true, onFailure } = options;
  let stopped = false;

  /** Told of once, and again when it has worked in between. */
  const failing = new Set<string>();
  const tried = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const done = await work();
      failing.delete(name);
      return done;
    } catch (error) {
      if (!failing.has(name)) onFailure(name, error);
      failing.add(name);
      return undefined;
    }
  };
  const round = async (): Promise<void> => {
    const byTime = await tried('expired things', goesByTime);
    for (const { name, run, anyClock } of byTime === undefined ? [] : sweeps) {
      if (stopped) return;
      if (byTime === true || anyClock === true) await tried(name, () => run(now()));
    }
  };
  /** A node that has just started has better to do. */
  let begun = false;
  const step = async (): Promise<number> => {
    if (begun) await round();
    begun = true;
    return 0;
  };
  const stop = keepWorking({
    step,
    everyMs,
    mostMs: everyMs,
    chance,
    onFailure: (error) => onFailure('sweeps', error),
  });
  return () => {
    stopped = true;
    return stop();
  };
};
