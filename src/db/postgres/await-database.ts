/** Waits for a database that does not answer yet, as when both are started at once, and says so; in the end, what to do. */
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

const why = (error: DatabaseError): string => (error.cause instanceof Error ? error.cause.message : error.message);

export const awaitDatabase = async <T>(open: () => Promise<T>, { seconds, place, print }: Waiting): Promise<T> => {
  const started = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== 'busy') throw error;
      const now = performance.now();
      const waited = Math.round((now - started) / 1000);
      // Also where the first try took longer than one wants to wait: only this line says what is wrong.
      if (now - toldAt >= TELL_MS) {
        toldAt = now;
        print(`Waiting for PostgreSQL at ${place}, ${waited} of ${seconds} s: ${why(error)}`);
      }
      if (now - started >= seconds * 1000) {
        throw new Error(
          `PostgreSQL at ${place} did not answer for ${seconds} s: start it, or correct DATABASE_URL. CARTWRIGHT_DATABASE_START_SECONDS says how long to wait.`,
          { cause: error },
        );
      }
      await pause(EVERY_MS);
    }
  }
};
