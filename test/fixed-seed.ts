/**
 * Loaded before every test file: property tests draw the same cases on every run, so that a red run is red for everybody.
 * `CARTWRIGHT_TEST_SEED=7 npm test` draws others: new cases are looked for on purpose, not by chance.
 */
import { configureGlobal } from 'fast-check';

const given = Number(process.env['CARTWRIGHT_TEST_SEED'] ?? Number.NaN);
configureGlobal({ seed: Number.isSafeInteger(given) ? given : 20_261_115 });
