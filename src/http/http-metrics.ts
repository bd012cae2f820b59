/** What /metrics says about requests and about the process that answers them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The operation's name, never the address asked for: that would be a label for every guess of a stranger. */
export const operationName = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.schema?.operationId ?? routeOptions.url ?? 'unrouted';

export const installHttpMetrics = (app: FastifyInstance, metrics: Metrics): void => {
  const requests = metrics.counter('cartwright_http_requests_total', 'Requests answered.');
  const duration = metrics.histogram('cartwright_http_request_seconds', 'Time to answer.', seconds);
  const refusals = metrics.counter('cartwright_refusals_total', 'Answers that were not a success, by error_code.');
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationName(request);
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests({ operation, method: request.method, status });
    duration(reply.elapsedTime / 1000, { operation });
    if (request.errorCode !== undefined) refusals({ error_code: request.errorCode });
    done();
  });
};

export const registerProcessMetrics = (metrics: Metrics, loopDelayMs: () => number): void => {
  metrics.gauge(
    'cartwright_event_loop_delay_seconds',
    'Mean lateness of the event loop over the last second.',
    () => loopDelayMs() / 1000,
  );
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('cartwright_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
  metrics.counted('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('cartwright_uptime_seconds', 'Time since the start.', () => process.uptime());
};
