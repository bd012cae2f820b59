/** When a refund that could not be sent is tried again. Pure. */
const FIRST_PAUSE_MS = 60_000;
/** Seventeen hours in all: providers know the key of a try for a day, and after that a repeat would pay back twice. */
const MOST_TRIES = 10;

/** Null: no more by itself. */
export const nextTryAt = (tries: number, now: number): number | null =>
  tries + 1 >= MOST_TRIES ? null : now + FIRST_PAUSE_MS * 2 ** tries;
