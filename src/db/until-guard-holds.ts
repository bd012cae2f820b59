import { guardFailed } from './database.ts';
import { Refusal } from '../shared/errors.ts';

const TRIES = 20;

/** Load, decide and commit again for as long as somebody else was faster; gives up as `overloaded`. */
export const untilGuardHolds = async <T>(guard: string, attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!guardFailed(error, guard)) throw error;
      if (tries === TRIES) throw new Refusal('overloaded', { cause: error, headers: { 'retry-after': '1' } });
    }
  }
};
