/** Milliseconds since 1970. Time is an argument: `main.ts` passes the real clock, a test passes its own. */
export type Clock = () => number;

/** The form of every time on the wire: ISO 8601, UTC, milliseconds. */
export const isoTime = (at: number): string => new Date(at).toISOString();
