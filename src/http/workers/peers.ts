/** The other workers of a node, as one of them sees them. A node that is one process has none. */
export type Peers = {
  /** Which worker this is, from 1. The first one does what a node does once. */
  readonly number: number;
  /** How many there are when all of them run. */
  readonly count: number;
  /** What is told goes to workers of other nodes too. */
  readonly hasOtherNodes?: true;
  /** Brings it to all others, soon. It may be lost with the worker that it was for. */
  readonly tell: (topic: string, message: unknown) => void;
  readonly hear: (topic: string, listener: (message: unknown, from: number) => void) => void;
  readonly state: () => WorkersState;
};

export type WorkersState = {
  /** How many serve now. */
  readonly serving: number;
  /** How often one was started again. */
  readonly restarts: number;
};

/** Whether this process does what a node does once: sweeping, delivering, counting. */
export const doesOnce = (peers: Peers | undefined): boolean => peers === undefined || peers.number === 1;

/** What one of them may take of what the node has. */
export const workerShare = (whole: number, peers: Peers | undefined): number => Math.ceil(whole / (peers?.count ?? 1));
