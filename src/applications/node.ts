import type { Database } from '../db/database.ts';
import type { Peers } from '../http/workers/peers.ts';
import type { Replicas } from '../db/replicas/open-replicas.ts';
import type { Keyring } from '../db/sealing/keyring.ts';
import type { Clock, Stopwatch } from '../shared/clock.ts';
import type { RandomBytes } from '../shared/identifiers.ts';

/** What every use case of a running node works with. */
export type Node = {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly now: Clock;
  readonly stopwatch: Stopwatch;
  readonly random: RandomBytes;
  /** The other processes that serve for this node; left out where there is one. */
  readonly peers?: Peers | undefined;
  /** With whom limits are counted, where that is not `peers` alone: the workers of the other nodes too. */
  readonly counting?: Peers | undefined;
  /** Servers that may be some seconds behind `db`; left out where there are none. */
  readonly replicas?: Replicas | undefined;
};

/** With whom limits are counted. */
export const countingPeers = ({ counting, peers }: Pick<Node, 'counting' | 'peers'>): Peers | undefined =>
  counting ?? peers;

/** On whose behalf a change is made, as the audit will tell it. */
export type Author = {
  /** `operator:<id>`, `service:<client_id>` or `system`. */
  readonly actor: string;
  readonly requestId: string | null;
};

/** The command line and the first start. */
export const system: Author = { actor: 'system', requestId: null };
