/** A thread that simulates: told the offers once, then asked about one portion of carts after another. */
import { serveThread } from '../../db/answering-thread.ts';
import { openSimulator } from './simulate-carts.ts';
import type { Portion, SimulatedSet } from './simulation-types.ts';

serveThread((set: SimulatedSet) => {
  const { tally } = openSimulator(set);
  return { answer: (portion: Portion) => tally(portion), close: () => undefined };
});
