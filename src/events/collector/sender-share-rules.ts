/**
 * How much of an application's events one network address may send. The credential that events come with is public: without a share
 * of his own whoever sends without end would have all of them, and the shop would hear of nobody else. Pure.
 */

/** One of so many parts, and a small shop's visitor never less than this. */
const PARTS = 10;
const LEAST = 1_000;
/** A batch that is larger than its number of events makes likely counts as more of them: what is kept is bytes. */
const USUAL_BYTES = 2_048;

export const shareOfAddress = (eventsPerMinute: number): number => Math.max(LEAST, Math.floor(eventsPerMinute / PARTS));

export const weightOf = (events: number, bytes: number): number => Math.max(events, Math.ceil(bytes / USUAL_BYTES));
