/** Runs work until it is done, may not run again, or has used up its tries or its time; waits a random while between. */
export type Attempt<T> = { readonly done: T } | { readonly failed: unknown; readonly again: boolean };
export type Patience = { readonly tries: number; readonly waitMs: number };

const LONGEST_PAUSE_MS = 250;

export const untilDone = async <T>(patience: Patience, work: () => Promise<Attempt<T>>): Promise<T> => {
  const started = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await work();
    if ('done' in outcome) return outcome.done;
    // A little early, because a wait for the whole of it ends a little early too, and must not be followed by another.
    const timeIsUp = performance.now() - started >= patience.waitMs * 0.95;
    if (!outcome.again || attempt >= patience.tries || timeIsUp) throw outcome.failed;
    const pause = Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt);
    await new Promise((go) => setTimeout(go, pause));
  }
};
