/**
 * Refuses early what would be answered too late: when too many requests are in progress, or when the event loop is so far
 * behind that all of them wait. A refusal costs microseconds; probes are exempt.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { overloaded } from './error-body.ts';

export type OverloadOptions = {
  readonly maxInFlight: number;
  readonly maxLoopDelayMs: number;
  /** How late the event loop ran of late, in milliseconds. */
  readonly loopDelayMs: () => number;
};
export type Load = { readonly inFlight: () => number };

export const installOverload = (app: FastifyInstance, options: OverloadOptions): Load => {
  const { maxInFlight, maxLoopDelayMs, loopDelayMs } = options;
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    inFlight += 1;
    // `close` comes for finished and for abandoned answers alike; onResponse only for finished ones.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (request.routeOptions.config.exempt === true) return done();
    done(inFlight > maxInFlight || loopDelayMs() > maxLoopDelayMs ? overloaded() : undefined);
  });
  return { inFlight: () => inFlight };
};

export type EventLoopWatch = {
  /** To be called when the server listens: starting up blocks the loop, and nobody is kept waiting by that. */
  readonly start: () => void;
  readonly delayMs: () => number;
  readonly stop: () => void;
};

/** The mean lateness over the last second or so; the histogram counts its own resolution in, which is taken out. */
export const watchEventLoop = (everyMs = 1000): EventLoopWatch => {
  const resolution = 10;
  const histogram = monitorEventLoopDelay({ resolution });
  let timer: NodeJS.Timeout | undefined;
  let delay = 0;
  const start = (): void => {
    histogram.enable();
    timer = setInterval(() => {
      delay = Number.isFinite(histogram.mean) ? Math.max(0, histogram.mean / 1e6 - resolution) : 0;
      histogram.reset();
    }, everyMs).unref();
  };
  const stop = (): void => {
    clearInterval(timer);
    histogram.disable();
  };
  return { start, delayMs: () => delay, stop };
};
