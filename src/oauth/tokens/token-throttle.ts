/**
 * Guessing a secret costs time: after some wrong ones for a client from one address, that pair is refused for a while,
 * the right secret included. Other clients and other addresses notice nothing. Counted by all nodes, in bounded memory.
 */
import type { Node } from '../../applications/node.ts';
import { slidingWindow } from '../../http/limits/sliding-window.ts';

export type SecretThrottle = {
  /** Milliseconds until the pair may try again; 0 when it may now. */
  readonly waitMs: (clientId: string, address: string) => number;
  readonly failed: (clientId: string, address: string) => void;
};

export const WRONG_SECRETS_A_MINUTE = 10;
const window = { windowMs: 60_000, slices: 12, maximumKeys: 20_000 };

export const secretThrottle = ({ stopwatch, peers }: Pick<Node, 'stopwatch' | 'peers'>): SecretThrottle => {
  const failures = slidingWindow({ stopwatch, ...window, shared: { name: 'wrong secrets', peers } });

  return {
    waitMs: (clientId, address) => {
      const { remaining, resetMs } = failures.look(`${clientId} ${address}`, WRONG_SECRETS_A_MINUTE);
      return remaining === 0 ? resetMs : 0;
    },
    failed: (clientId, address) => void failures.take(`${clientId} ${address}`, WRONG_SECRETS_A_MINUTE),
  };
};
