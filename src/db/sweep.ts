/** Work that keeps tables small: runs now and then on every node, in bounded steps, and never holds anything up. */
export type Sweep = {
  readonly name: string;
  /** Removes some of what has expired and says how much. */
  readonly run: (now: number) => Promise<number>;
};

/**
 * Runs the sweeps one after the other, again and again with a random pause around `everyMs`, so that nodes do not work in
 * step. A sweep that fails is told and tried again the next time. Returns the stop, which waits for the one at work.
 */
export const startSweeps = (
  sweeps: readonly Sweep[],
  options: {
    readonly everyMs: number;
    readonly now: () => number;
    readonly chance: () => number;
    readonly onFailure: (name: string, error: unknown) => void;
  },
): (() => Promise<void>) => {
  const { everyMs, now, chance, onFailure } = options;
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const round = async (): Promise<void> => {
    for (const { name, run } of sweeps) {
      if (stopped) return;
      try {
        await run(now());
      } catch (error) {
        onFailure(name, error);
      }
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
