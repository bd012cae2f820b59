/** Which worker of a node this process is, and how it speaks with the others: through the process that started all of them. */
import type { Peers, WorkersState } from '../../http/workers/peers.ts';
import type { WorkerPlace } from '../../config.ts';

/** What goes to and fro between a worker and its supervisor. */
export type Passed = { readonly topic: string; readonly message: unknown; readonly from: number };

/** Topics of the supervisor itself; everything else it passes on. */
export const SERVING = 'serving';
export const STOP = 'stop';
export const STATE = 'state';

/** What of `process` is needed. */
type Channel = {
  readonly send?: ((message: Passed) => unknown) | undefined;
  readonly on: (event: 'message', listener: (passed: Passed) => void) => unknown;
};

export const peersOf = ({ number, count }: WorkerPlace, channel: Channel): Peers => {
  const listeners = new Map<string, (message: unknown, from: number) => void>();
  let state: WorkersState = { serving: 1, restarts: 0 };
  listeners.set(STATE, (message) => {
    state = message as WorkersState;
  });
  channel.on('message', ({ topic, message, from }) => listeners.get(topic)?.(message, from));
  return {
    number,
    count,
    tell: (topic, message) => void channel.send?.({ topic, message, from: number }),
    hear: (topic, listener) => {
      if (listeners.has(topic)) throw new Error(`two listen for ${topic}`);
      listeners.set(topic, listener);
    },
    state: () => state,
  };
};
