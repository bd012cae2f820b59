/** How the nodes of this installation are, and what waits for them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireFirstOrganization } from '../applications/named-place.ts';
import type { Node } from '../applications/node.ts';
import { InstallationHealth, type NodeState, type Queue } from '../contract/applications/node-contract.ts';
import { operationTable } from '../http/operation.ts';
import { isoTime } from '../shared/clock.ts';
import { listServing, type ServingNode } from './serving-node-store.ts';
import { ownState, type Told } from './serving-node.ts';

const words = {
  getInstallationHealth:
    'Say how the nodes of this installation are: version, workers, database, and what waits. For the organization that was set up first; for any other this is 404.',
};

export type NodeHealthOptions = {
  readonly node: Node;
  readonly version: string;
  readonly queues: () => Promise<readonly Queue[]>;
};

const LATE_MS = 180_000;

const reading = operationTable({ kind: 'permission', permission: 'installation/nodes/read' }, ['Operation'], words, {
  getInstallationHealth: { response: { 200: InstallationHealth } },
});

type Shown = { readonly here: string; readonly now: number };
const stateOf = ({ id, version, startedAt, seenAt, document }: ServingNode, { here, now }: Shown): NodeState => ({
  id,
  version,
  started_at: isoTime(startedAt),
  seen_at: isoTime(seenAt),
  is_late: now - seenAt > LATE_MS,
  is_here: id === here,
  ...(JSON.parse(document) as Told),
});

export const nodeHealthRoutes: FastifyPluginAsyncTypebox<NodeHealthOptions> = async (app, options) => {
  const { node, version, queues } = options;
  app.get(
    '/service/platform/configuration/v1.0/installation/health',
    reading.getInstallationHealth,
    async (request) => {
      await requireFirstOrganization(node, request);
      const ready = await node.db.ready().then(
        () => true,
        () => false,
      );
      const [known, waiting] = await Promise.all([listServing(node.db), queues()]);
      const own = ownState(node, version);
      const shown = { here: own.id, now: node.now() };
      const others = known.filter(({ id }) => id !== own.id);
      return { version, ready, nodes: [own, ...others].map((one) => stateOf(one, shown)), queues: [...waiting] };
    },
  );
};
