/** This node, as it tells of itself: to the others every minute, and to who asks. */
import { hostname } from 'node:os';
import type { Node } from '../applications/node.ts';
import type { NodeState } from '../contract/applications/node-contract.ts';
import type { Sweep } from '../db/sweep.ts';
import { forgetSilent, type ServingNode, tellServing } from './serving-node-store.ts';

/** Who left in order, and who was killed, is missed for so long. */
const FORGOTTEN_MS = 3_600_000;

export type Told = Pick<NodeState, 'workers' | 'database'>;
const toldReplicas = (replicas: Node['replicas']): Pick<Told['database'], 'replicas'> =>
  replicas === undefined
    ? {}
    : {
        replicas: replicas
          .states()
          .map(({ place, isUsed, behindMs }) => ({ place, is_used: isUsed, behind_ms: behindMs })),
      };
/** Whichever of its processes is asked: the one that lives as long as the node does names it. */
const ownId = ({ peers }: Pick<Node, 'peers'>): string =>
  `${hostname()}/${peers === undefined ? process.pid : process.ppid}`;

export const ownState = (
  { db, peers, now, replicas }: Node,
  version: string,
): ServingNode & { readonly told: Told } => {
  const { serving, restarts } = peers?.state() ?? { serving: 1, restarts: 0 };
  const { waiting, commitMs, skewMs } = db.health();
  const told: Told = {
    workers: { count: peers?.count ?? 1, serving, restarts },
    database: { engine: db.engine, waiting, commit_ms: commitMs, clock_skew_ms: skewMs, ...toldReplicas(replicas) },
  };
  const seenAt = now();
  const startedAt = seenAt - Math.round(process.uptime() * 1000);
  return { id: ownId({ peers }), version, startedAt, seenAt, document: JSON.stringify(told), told };
};

/** Runs every minute on every node, so it is where a node says that it is still there. */
export const servingSweep = (node: Node, version: string): Sweep => ({
  name: 'nodes',
  run: async (now) => {
    await node.db.commit([tellServing(ownState(node, version)), forgetSilent(now - FORGOTTEN_MS)]);
    return 0;
  },
});
