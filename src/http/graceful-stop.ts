/**
 * How a node leaves: it says so at /readyz, goes on serving while load balancers notice, finishes what is in progress, then
 * closes its parts in order. A second signal, or the deadline, ends it at once.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** What of `process` is needed, so that a test can bring its own. */
type SignalSource = { readonly on: (event: string, listener: () => void) => unknown };

export type StopOptions = {
  readonly drainMs: number;
  /** For everything after the drain. */
  readonly deadlineMs: number;
  readonly closeServer: () => Promise<void>;
  /** After the server, one after the other: workers first, the database last. */
  readonly closers: readonly (() => Promise<void>)[];
  /** Everything is closed; the process has nothing left to do. */
  readonly ended: (code: number) => void;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
  readonly log: (message: string, error?: unknown) => void;
};
export type GracefulStop = {
  readonly isDraining: () => boolean;
  /** Stops; a second call exits at once. Resolves when everything is closed. */
  readonly stop: (reason: string) => Promise<void>;
  /** Lets SIGTERM, SIGINT and the end of a parent process call `stop`. */
  readonly listen: (source: SignalSource) => void;
};

export const gracefulStop = (options: StopOptions): GracefulStop => {
  const { drainMs, deadlineMs, closeServer, closers, ended, exit, log } = options;
  let draining = false;

  const closeAll = async (): Promise<number> => {
    let code = 0;
    for (const close of [closeServer, ...closers]) {
      try {
        await close();
      } catch (error) {
        // The rest is closed all the same: a database that is not closed costs the next start a recovery.
        log('a part did not close', error);
        code = 1;
      }
    }
    return code;
  };

  const stop = async (reason: string): Promise<void> => {
    if (draining) {
      log(`${reason} again: stopping at once`);
      exit(1);
      return;
    }
    draining = true;
    log(`stopping: ${reason}`);
    await wait(drainMs);
    const late = new AbortController();
    const deadline = wait(deadlineMs, 'late' as const, { signal: late.signal });
    deadline.catch(() => undefined);
    const code = await Promise.race([closeAll(), deadline]);
    late.abort();
    if (code !== 'late') return ended(code);
    log(`not closed within ${deadlineMs} ms: stopping at once`);
    exit(1);
  };

  const listen = (source: SignalSource): void => {
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) source.on(event, () => void stop(event));
  };
  return { isDraining: () => draining, stop, listen };
};
