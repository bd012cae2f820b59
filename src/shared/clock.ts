/** Milliseconds since 1970. Time is an argument: `main.ts` passes the real clock, a test passes its own. */
export type Clock = () => number;

/**
 * Milliseconds since some moment of its own, only ever forward: whoever sets the machine's clock does not move it. What waits,
 * limits or ages within a process is measured with it; what is stored or shown is dated by a `Clock`. The two have different
 * forms, so that neither can be passed for the other.
 */
export type Stopwatch = { readonly ms: () => number };
export const processStopwatch: Stopwatch = { ms: () => performance.now() };

/** Years 1 to 9999: what lies beyond nobody means, and the form of our times has no room for it. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A time as somebody wrote it; NaN for what cannot be read and for what is no time that anybody means. */
export const readTime = (text: string): number => {
  const at = Date.parse(text);
  return at >= FIRST && at <= LAST ? at : Number.NaN;
};

/** The form of every time on the wire: ISO 8601, UTC, milliseconds. */
export const isoTime = (at: number): string => new Date(at).toISOString();
