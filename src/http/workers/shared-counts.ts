/**
 * Counts that all workers of a node share, so that a limit is the node's; and those of other nodes, where they hear of each other. Each tells the others a few times a second what it
 * counted, and until then takes it that each of them counted as much as itself: together they allow what one process would.
 */
import type { Peers } from './peers.ts';

export type SharedCounts = {
  readonly counted: (key: string, by: number) => void;
  /** What the others may have counted of this key that was not heard of yet. */
  readonly unheard: (key: string) => number;
};

const TELL_MS = 100;

type Told = readonly (readonly [key: string, count: number])[];

const none: SharedCounts = { counted: () => {}, unheard: () => 0 };

/** `hear` adds what another worker counted. */
export const sharedCounts = (
  peers: Peers | undefined,
  name: string,
  hear: (key: string, count: number) => void,
): SharedCounts => {
  if (peers === undefined || (peers.count < 2 && peers.hasOtherNodes === undefined)) return none;
  const topic = `counts of ${name}`;
  const untold = new Map<string, number>();
  const tell = (): void => {
    const told: Told = [...untold];
    untold.clear();
    peers.tell(topic, told);
  };
  peers.hear(topic, (message) => {
    for (const [key, count] of message as Told) hear(key, count);
  });
  return {
    counted: (key, by) => {
      if (untold.size === 0) setTimeout(tell, TELL_MS).unref();
      untold.set(key, (untold.get(key) ?? 0) + by);
    },
    unheard: (key) => (untold.get(key) ?? 0) * (peers.count - 1),
  };
};
