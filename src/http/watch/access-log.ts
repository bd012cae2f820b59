/**
 * The log: JSON lines on standard output, cleaned of secrets, and one line per request for a sample of them. Failures of
 * ours and slow answers always get their line.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { type Clock, isoTime } from '../../shared/clock.ts';
import { callerName } from '../access.ts';
import type { Caller } from '../caller.ts';
import { operationName } from './http-metrics.ts';
import { type LoggedRoute, loggedUrl, redact } from './redaction.ts';

export type LogOptions = {
  readonly clock: Clock;
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Which worker of the node writes; left out where there is one. */
  readonly worker?: number | undefined;
  /** Where lines go; standard output when left out. */
  readonly stream?: { readonly write: (line: string) => void };
};
export type AccessLogOptions = {
  /** Share of ordinary requests that get a line, from 0 to 1. */
  readonly sample: number;
  readonly slowMs: number;
  /** A number from 0 to 1, evenly spread. */
  readonly chance: () => number;
};

type Logger = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** `err` is left to the cleaning formatter, which runs first and already turned it into data. */
export const loggerOptions = ({ clock, level, worker, stream }: LogOptions): Logger => ({
  level,
  ...(stream === undefined ? {} : { stream }),
  base: worker === undefined ? null : { worker },
  timestamp: () => `,"time":"${isoTime(clock())}"`,
  formatters: { level: (label: string) => ({ level: label }), log: redact },
  serializers: { err: (error: unknown) => error as never },
});

const queryNames = (schema: unknown): ReadonlySet<string> =>
  new Set(Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {}));
export const viewRoute = ({ routeOptions, is404 }: FastifyRequest): LoggedRoute => ({
  pattern: is404 ? undefined : routeOptions.url,
  query: queryNames(routeOptions.schema?.querystring),
});

const accessLine = (request: FastifyRequest, status: number, ms: number): Record<string, unknown> => ({
  operation: operationName(request),
  method: request.method,
  url: loggedUrl(request.originalUrl, viewRoute(request)),
  status,
  ms: Math.round(ms * 10) / 10,
  ...(request.caller === undefined ? {} : { caller: callerName(request.caller) }),
  ...(request.errorCode === undefined ? {} : { error_code: request.errorCode }),
});

/** An answer that was kept and is given again. */
export type AnsweredView = {
  readonly request: IncomingMessage;
  readonly view: { readonly operation: string; readonly route: LoggedRoute; readonly caller: Caller };
  readonly status: number;
  readonly ms: number;
};

/** The line of such an answer, where it gets one. */
export const viewLog =
  (log: FastifyBaseLogger, { sample, slowMs, chance }: AccessLogOptions) =>
  ({ request: { method, url = '' }, view: { operation, route, caller }, status, ms }: AnsweredView): void => {
    if (ms < slowMs && chance() >= sample) return;
    const line = { operation, method, url: loggedUrl(url, route), status, ms: Math.round(ms * 10) / 10 };
    log.info({ ...line, caller: callerName(caller) }, 'request');
  };

export const installAccessLog = (app: FastifyInstance, { sample, slowMs, chance }: AccessLogOptions): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply;
    // What was refused as overloaded is told of all together: overload-log.ts.
    const failed = status >= 500 && request.errorCode !== 'overloaded';
    if (failed || ms >= slowMs || chance() < sample) {
      const line = accessLine(request, status, ms);
      if (status >= 500) request.log.warn(line, 'request');
      else request.log.info(line, 'request');
    }
    done();
  });
};
