/** Workers of one process: what one tells, the others hear when `pass` is called, or at once. */
import type { Peers } from '../../../src/http/workers/peers.ts';

type Told = { readonly topic: string; readonly message: unknown; readonly from: number };

export const peersInMemory = (count: number) => {
  const listeners = Array.from({ length: count }, () => new Map<string, (message: unknown, from: number) => void>());
  const told: Told[] = [];
  const peers = listeners.map(
    (own, at): Peers => ({
      number: at + 1,
      count,
      tell: (topic, message) => void told.push({ topic, message, from: at + 1 }),
      hear: (topic, listener) => void own.set(topic, listener),
      state: () => ({ serving: count, restarts: 0 }),
    }),
  );
  const pass = (): void => {
    for (const { topic, message, from } of told.splice(0)) {
      for (const [at, own] of listeners.entries()) if (at + 1 !== from) own.get(topic)?.(message, from);
    }
  };
  return { peers, pass };
};
