/** Settings of a node under test: a machine that runs tests may be slower than one that serves, and nothing is shed for that. */
export const patience = { CARTWRIGHT_WAIT_MS: '30000', CARTWRIGHT_QUEUE_MS: '30000' } as const;
/** As long for a test's own connection to the database. */
export const PATIENCE_MS = 30_000;
