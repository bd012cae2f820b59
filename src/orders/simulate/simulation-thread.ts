/** A thread that simulates: told the offers once, then asked about one portion of carts after another. */
import { constants, setPriority } from 'node:os';
import { deserialize } from 'node:v8';
import { serveThread } from '../../db/answering-thread.ts';
import { atOnce } from '../../pricing/work.ts';
import { openSimulator } from './simulate-carts.ts';
import type { Portion, SentSet, SimulatedSet } from './simulation-types.ts';

// On Linux a priority is a thread's own; elsewhere it would be that of the whole node.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const offersIn = (sent: readonly Uint8Array[]): SimulatedSet['base'] =>
  sent.map((offer) => deserialize(offer) as SimulatedSet['base'][number]);

serveThread(({ base, added, rest }: SentSet) => {
  const others = deserialize(rest) as Omit<SimulatedSet, 'base' | 'added'>;
  const { tally } = openSimulator({ ...others, base: offersIn(base), added: offersIn(added) });
  return { answer: (portion: Portion) => atOnce(tally(portion)), close: () => undefined };
});
