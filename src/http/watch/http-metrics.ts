/** What /metrics says about requests and about the process that answers them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Counter, Metrics } from './metrics.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The operation's name, never the address asked for: that would be a label for every guess of a stranger. */
export const operationName = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.schema?.operationId ?? routeOptions.url ?? 'unrouted';

export type HttpMetrics = {
  readonly refused: Counter;
  readonly answered: (operation: string, method: string, status: number, ms: number) => void;
};

/** Hands out what counts, for those that are answered before a hook is called. */
export const installHttpMetrics = (app: FastifyInstance, metrics: Metrics): HttpMetrics => {
  const requests = metrics.counter('cartwright_http_requests_total', 'Requests answered.');
  const duration = metrics.histogram('cartwright_http_request_seconds', 'Time to answer.', seconds);
  const refusals = metrics.counter('cartwright_refusals_total', 'Answers that were not a success, by error_code.');
  const answered: HttpMetrics['answered'] = (operation, method, status, ms) => {
    requests({ operation, method, status: `${Math.floor(status / 100)}xx` });
    duration(ms / 1000, { operation });
  };
  app.addHook('onResponse', (request, reply, done) => {
    answered(operationName(request), request.method, reply.statusCode, reply.elapsedTime);
    if (request.errorCode !== undefined) refusals({ error_code: request.errorCode });
    done();
  });
  return { refused: refusals, answered };
};

export type EventLoopWatch = { readonly start: () => void; readonly stop: () => void };

/** To be started when the server listens: starting up blocks the loop, and nobody is kept waiting by that. */
export const registerProcessMetrics = (metrics: Metrics): EventLoopWatch => {
  const resolution = 20;
  const delay = monitorEventLoopDelay({ resolution });
  metrics.gauge(
    'cartwright_event_loop_delay_seconds',
    'Mean and greatest lateness of the event loop since the last look.',
    () => {
      // The histogram counts its own resolution in.
      const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolution) / 1000;
      const seen =
        delay.count === 0
          ? []
          : [
              { value: late(delay.mean), labels: { of: 'mean' } },
              { value: late(delay.max), labels: { of: 'greatest' } },
            ];
      delay.reset();
      return seen;
    },
  );
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('cartwright_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
  metrics.counted('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('cartwright_uptime_seconds', 'Time since the start.', () => process.uptime());
  return { start: () => void delay.enable(), stop: () => void delay.disable() };
};
