/** Runs work until it is done, may not run again, or has used up its tries or its time; waits a random while between. */
export type FailedAttempt = {
  readonly failed: unknown;
  /** Whether nothing was written and another try may help; `at once` without a pause, and not counted as a try. */
  readonly again: boolean | 'at once';
};
export type Attempt<T> = { readonly done: T } | FailedAttempt;
export type Patience = { readonly tries: number; readonly waitMs: number };

const LONGEST_PAUSE_MS = 250;

/** `work` is told how much of the time is left. */
export const untilDone = async <T>(patience: Patience, work: (leftMs: number) => Promise<Attempt<T>>): Promise<T> => {
  const started = performance.now();
  for (let attempt = 1; ; ) {
    const outcome = await work(Math.max(1, patience.waitMs - (performance.now() - started)));
    if ('done' in outcome) return outcome.done;
    // A little early, because a wait for the whole of it ends a little early too, and must not be followed by another.
    const timeIsUp = performance.now() - started >= patience.waitMs * 0.95;
    const lastTry = outcome.again === true && attempt >= patience.tries;
    if (outcome.again === false || lastTry || timeIsUp) throw outcome.failed;
    if (outcome.again === 'at once') continue;
    const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt);
    await new Promise((go) => setTimeout(go, pause));
    attempt += 1;
  }
};
