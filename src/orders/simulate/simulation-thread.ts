/** A thread that simulates: told the offers once, then asked about one portion of carts after another. */
import { constants, setPriority } from 'node:os';
import { serveThread } from '../../db/answering-thread.ts';
import { atOnce } from '../../pricing/work.ts';
import { openSimulator } from './simulate-carts.ts';
import type { Portion, SimulatedSet } from './simulation-types.ts';

// On Linux a priority is a thread's own; elsewhere it would be that of the whole node.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

serveThread((set: SimulatedSet) => {
  const { tally } = openSimulator(set);
  return { answer: (portion: Portion) => atOnce(tally(portion)), close: () => undefined };
});
