/** How much and how long. The bundler writes numbers of another file where they are used, which saves bytes. */

/** So many events are sent at once, fewer after a while. */
export const BATCH_EVENTS = 20;
export const BATCH_WAIT_MS = 5_000;
/** Browsers give all requests that outlive their page 64 KiB together. It is room for fewer than the 100 events of a batch. */
export const BATCH_BYTES = 50_000;
export const EVENT_BYTES = 32_768;
export const QUEUED_EVENTS = 1_000;
export const HEADER_CHARACTERS = 4_096;

/** While a request has no answer, no other tab has its turn. */
export const ANSWER_WAIT_MS = 30_000;
export const FIRST_RETRY_MS = 1_000;
export const LONGEST_RETRY_MS = 300_000;
export const SESSION_IDLE_MS = 1_800_000;
