/** What a batch of events counts as. One that is larger than its number of events makes likely counts as more of them: what is kept is bytes. Pure. */

const USUAL_BYTES = 2_048;

export const weightOf = (events: number, bytes: number): number => Math.max(events, Math.ceil(bytes / USUAL_BYTES));
