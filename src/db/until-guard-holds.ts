/** What a guard that did not hold leads to: load, decide and commit again for as long as somebody else was faster, or a refusal. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../shared/error-table.ts';
import { Refusal } from '../shared/errors.ts';
import type { RandomBytes } from '../shared/identifiers.ts';
import { guardFailed } from './database.ts';

type Patience = {
  readonly tries?: number;
  /** Waits a random while, longer each time: two nodes in step would otherwise let one of them lose every time. */
  readonly random?: RandomBytes;
};

const LONGEST_PAUSE_MS = 64;

/** `lost` is the guard that says so, or decides from the error; gives up as `overloaded`. */
export const untilGuardHolds = async <T>(
  lost: string | ((error: unknown) => boolean | Promise<boolean>),
  attempt: () => Promise<T>,
  { tries = 20, random }: Patience = {},
): Promise<T> => {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const again = typeof lost === 'string' ? guardFailed(error, lost) : await lost(error);
      if (!again) throw error;
      if (made === tries) throw new Refusal('overloaded', { cause: error, headers: { 'retry-after': '1' } });
      if (random !== undefined) await pause(((random(1)[0] ?? 0) / 255) * Math.min(2 ** made, LONGEST_PAUSE_MS));
    }
  }
};

/** A guard that did not hold, by what it means for the caller. */
export const heldBy = async <T>(guard: string, code: ErrorCode, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw guardFailed(error, guard) ? new Refusal(code, { cause: error }) : error;
  }
};
