/** How much work a node takes on at once, so that what it takes on is answered in time. Pure. */

/** What was seen of a stretch of time. */
export type Stretch = {
  readonly lastedMs: number;
  /** Requests that were answered in it. */
  readonly answered: number;
  /** The fewest requests in progress at any instant of it. */
  readonly fewest: number;
  /** Whether anybody had to wait because as many were in progress as may be. */
  readonly wasFull: boolean;
};
export type Limits = {
  readonly maxInFlight: number;
  /** How long a request may be kept waiting before it is better refused. */
  readonly mostWaitMs: number;
};

/** As many at once are never too many: a burst, or a few slow ones. */
const ALWAYS_TAKEN = 100;

/**
 * How many requests may be in progress from now on. A queue that became short is no queue, however long it was in between.
 * One that never did is cut to what is answered within the time a request may wait, at the rate just seen (Little's law). It
 * stays so as long as others wait for a place: what is short because it was cut says nothing about what would come.
 */
export const mostInProgress = (
  { lastedMs, answered, fewest, wasFull }: Stretch,
  { maxInFlight, mostWaitMs }: Limits,
): number =>
  fewest <= ALWAYS_TAKEN && !wasFull
    ? maxInFlight
    : Math.min(maxInFlight, Math.max(ALWAYS_TAKEN, Math.round((answered * mostWaitMs) / lastedMs)));
