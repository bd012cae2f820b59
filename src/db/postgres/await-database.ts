/**
 * Waits for a database that does not answer yet, as when both are started at once, or takes no writes yet, as while a standby takes
 * over, and says so; in the end, what to do.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from '../database.ts';

export type Waiting = {
  readonly seconds: number;
  /** Where it should be. */
  readonly place: string;
  readonly print: (line: string) => void;
};

const EVERY_MS = 500;
const TELL_MS = 5000;

const advice = {
  busy: ['did not answer', 'start it, or correct DATABASE_URL'],
  unwritable: ['took no writes', 'name its primary in DATABASE_URL, or end default_transaction_read_only there'],
} as const;

/** A file that takes no writes is not waited for: somebody has to mend it. */
const passing = (error: unknown, place: string): keyof typeof advice | undefined => {
  const code = error instanceof DatabaseError ? error.code : undefined;
  return code === 'busy' || (code === 'unwritable' && place !== '') ? code : undefined;
};

const why = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);

export const awaitDatabase = async <T>(open: () => Promise<T>, { seconds, place, print }: Waiting): Promise<T> => {
  const started = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const code = passing(error, place);
      if (code === undefined) throw error;
      const [did, todo] = advice[code];
      const now = performance.now();
      const waited = Math.round((now - started) / 1000);
      // Also where the first try took longer than one wants to wait: only this line says what is wrong.
      if (now - toldAt >= TELL_MS) {
        toldAt = now;
        print(`Waiting for PostgreSQL at ${place}, ${waited} of ${seconds} s: ${why(error as Error)}`);
      }
      if (now - started >= seconds * 1000) {
        throw new Error(
          `PostgreSQL at ${place} ${did} for ${seconds} s: ${todo}. CARTWRIGHT_DATABASE_START_SECONDS says how long to wait.`,
          { cause: error },
        );
      }
      await pause(EVERY_MS);
    }
  }
};
