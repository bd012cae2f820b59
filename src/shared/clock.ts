/** Milliseconds since 1970. Time is an argument: `main.ts` passes the real clock, a test passes its own. */
export type Clock = () => number;

/**
 * Milliseconds since some moment of its own, only ever forward: whoever sets the machine's clock does not move it. What waits,
 * limits or ages within a process is measured with it; what is stored or shown is dated by a `Clock`. The two have different
 * forms, so that neither can be passed for the other.
 */
export type Stopwatch = { readonly ms: () => number };
export const processStopwatch: Stopwatch = { ms: () => performance.now() };

/** The form of every time on the wire: ISO 8601, UTC, milliseconds. */
export const isoTime = (at: number): string => new Date(at).toISOString();
