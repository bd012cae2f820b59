/** Work that keeps tables small: runs now and then on every node, in bounded steps, and never holds anything up. */
export type Sweep = {
  readonly name: string;
  /** Removes some of what has expired and says how much. */
  readonly run: (now: number) => Promise<number>;
  /** It ends nothing by time, so it may run whatever the clock says. */
  readonly anyClock?: true;
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
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

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
    schedule();
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => void (working = round()), everyMs * (0.5 + chance())).unref();
  };
  schedule();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await working;
  };
};
