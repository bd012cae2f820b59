/** How much work a node takes on at once, so that what it takes on is answered in time. Pure. */

/** What was seen of a stretch of time. */
export type Stretch = {
  readonly lastedMs: number;
  /** Requests that were answered in it, or went to wait for somebody outside. */
  readonly answered: number;
  /** The fewest requests in progress at any instant of it. */
  readonly fewest: number;
  /** Whether anybody had to wait because as many were in progress as may be. */
  readonly wasFull: boolean;
  /** More have come than go for so long that the line before the door was cut, and the loop did nothing but work. */
  readonly isOverrun: boolean;
};
export type Limits = {
  readonly maxInFlight: number;
  /** How long a request may be kept waiting before it is better refused. */
  readonly mostWaitMs: number;
};

/** As many at once are never too many: a burst, or a few slow ones. */
export const ALWAYS_TAKEN = 100;
/** Of a loop that never rests: more than keep the connections to a database busy. */
const TAKEN_OVERRUN = 32;
/** The share of the wait in which they shall be answered then. More at once would only make all of them late. */
const OVERRUN = 0.3;
/** A page asks for so many things at once; who has more in progress, or waiting, asks for much. */
export const FEW = 8;
/** The share of a stretch in which a loop works that can be said to do nothing else. */
export const BUSY = 0.9;

/**
 * How many requests may be in progress from now on. A queue that became short is no queue, however long it was in between.
 * One that never did is cut to what is answered within the time a request may wait, at the rate just seen (Little's law). It
 * stays so as long as others wait for a place: what is short because it was cut says nothing about what would come.
 *
 * Where the loop is overrun fewer are taken, since each of them only waits for the others. A loop that rests while many are in
 * progress waits for somebody else, who may be slow with a hundred of them: there fewer would be served, and none sooner.
 */
export const mostInProgress = (
  { lastedMs, answered, fewest, wasFull, isOverrun }: Stretch,
  { maxInFlight, mostWaitMs }: Limits,
): number => {
  const [least, withinMs] = isOverrun ? [TAKEN_OVERRUN, mostWaitMs * OVERRUN] : [ALWAYS_TAKEN, mostWaitMs];
  return fewest <= least && !wasFull
    ? maxInFlight
    : Math.min(maxInFlight, Math.max(least, Math.round((answered * withinMs) / lastedMs)));
};
