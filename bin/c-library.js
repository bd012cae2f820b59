// What answers are made in belongs to the C library, which keeps what is given back to it for each thread that asked, unless
// told otherwise: a node that had read 20,000 carts took 485 MB, and 338 with these (docs/decisions/0097). It reads them when a
// process begins, before Node can set them, so whoever starts a node has to.
import { readFileSync } from 'node:fs';

const variables = JSON.parse(readFileSync(new URL('./c-library.json', import.meta.url), 'utf8'));

/** What somebody set himself stays. */
export const environment = () => ({ ...variables, ...process.env });

/**
 * Begins this process anew with them, in its place and under its pid; it is back here once more after some 20 ms. Where that
 * cannot be, or somebody holds a channel to it that would be lost, it goes on as it is.
 */
export const beginAnew = () => {
  const isSet = Object.keys(variables).every((name) => name in process.env);
  if (isSet || process.platform !== 'linux' || process.channel || process.execve === undefined) return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment());
};
