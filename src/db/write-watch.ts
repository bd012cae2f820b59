/**
 * Whether a database takes writes, as far as the last ones tell: after one that was refused because nothing can be written
 * it does not, until one is written, or until it is time that somebody tries again. A node that says so at /readyz gets no
 * requests, so waiting for a write alone would be waiting for ever.
 */
import { DatabaseError } from './database.ts';

const TRY_AGAIN_MS = 10_000;

export const writeWatch = (now: () => number = () => performance.now()) => {
  let refused: { readonly error: DatabaseError; readonly at: number } | undefined;
  return {
    /** The same, and remembered. */
    watched: async <T>(write: Promise<T>): Promise<T> => {
      try {
        const written = await write;
        refused = undefined;
        return written;
      } catch (error) {
        if (error instanceof DatabaseError && error.code === 'unwritable') refused = { error, at: now() };
        throw error;
      }
    },
    check: (): void => {
      if (refused !== undefined && now() - refused.at < TRY_AGAIN_MS) throw refused.error;
    },
  };
};
