/**
 * Guessing a secret costs time: after some wrong ones for a client from one address, that pair is refused for a while,
 * the right secret included; a network of IPv6 has as many as sixteen addresses. Other clients and other addresses notice nothing.
 * Counted by all nodes, in bounded memory.
 */
import type { Node } from '../../applications/node.ts';
import { ADDRESSES_OF_NETWORK, networkKey } from '../../http/limits/address-key.ts';
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
  const boundsOf = (clientId: string, address: string) => {
    const network = networkKey(address);
    return [
      { key: `${clientId} ${address}`, most: WRONG_SECRETS_A_MINUTE },
      ...(network === undefined
        ? []
        : [{ key: `${clientId} ${network}`, most: ADDRESSES_OF_NETWORK * WRONG_SECRETS_A_MINUTE }]),
    ];
  };
  return {
    waitMs: (clientId, address) => {
      const waits = boundsOf(clientId, address).map(({ key, most }) => {
        const { remaining, resetMs } = failures.look(key, most);
        return remaining === 0 ? resetMs : 0;
      });
      return Math.max(...waits);
    },
    failed: (clientId, address) => {
      for (const { key, most } of boundsOf(clientId, address)) failures.take(key, most);
    },
  };
};
