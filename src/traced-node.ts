/** Traces and numbers for a collector, where one is configured; else nothing of it is even loaded. */
import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { version } from './api-about.ts';
import type { Node } from './applications/node.ts';
import type { Config } from './config.ts';
import type { Metrics } from './http/watch/metrics.ts';
import type { Tracing } from './http/watch/otlp/tracing.ts';

type TracedNode = {
  /** Its database tells what it is asked. */
  readonly node: Node;
  readonly tracing: Tracing | undefined;
  readonly sendFor: (app: FastifyInstance) => void;
};

export const tracedNode = async (node: Node, config: Config, metrics: Metrics): Promise<TracedNode> => {
  const { otlpUrl: url, otlpHeaders: headers = {}, traceShare: share } = config;
  if (url === undefined) return { node, tracing: undefined, sendFor: () => {} };
  const { openTracing } = await import('./http/watch/otlp/tracing.ts');
  let log: Pick<FastifyInstance['log'], 'warn' | 'info'> | undefined;
  const tracing = openTracing({
    url,
    headers,
    share,
    now: node.now,
    render: metrics.render,
    resource: {
      'service.name': 'cartwright',
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'cartwright.worker': node.peers?.number,
    },
    dropped: metrics.counter('cartwright_otlp_dropped_total', 'What the collector did not take, by what it was.'),
    onFailure: (error) => log?.warn({ err: error }, 'traces and numbers could not be sent'),
    onRecovery: (failures) => log?.info({ failures }, 'traces and numbers are sent again'),
  });
  return {
    node: { ...node, db: tracing.traced(node.db) },
    tracing,
    sendFor: (app) => {
      ({ log } = app);
      app.addHook('onListen', async () => tracing.start());
      app.addHook('onClose', () => tracing.stop());
    },
  };
};
