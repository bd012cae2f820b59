/**
 * Requests per minute, by network address before the caller is known (so that guessing credentials is limited too) and
 * by caller after. Counted per process. Every answer says where its caller stands, in the IETF's RateLimit fields.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Stopwatch } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { callerName } from '../access.ts';
import type { Caller } from '../caller.ts';
import { slidingWindow, type Verdict } from './sliding-window.ts';

export type RateLimitOptions = {
  readonly stopwatch: Stopwatch;
  readonly addressPerMinute: number;
  /** For service clients and operators; an application's own setting holds for applications. */
  readonly callerPerMinute: number;
  readonly onLimited: (by: 'address' | 'caller') => void;
};

const perMinute = { windowMs: 60_000, slices: 12, maximumKeys: 50_000 };

/** One household or server has a /64 of IPv6, so that is what counts as one address. */
export const addressKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const prefix = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
};

const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

/** Says where the caller stands; answers the refusal when he is over. */
const judge = (
  reply: FastifyReply,
  by: 'address' | 'caller',
  limit: number,
  { allowed, remaining, resetMs }: Verdict,
): Refusal | undefined => {
  const reset = seconds(resetMs);
  reply.header('ratelimit-policy', `"${by}";q=${limit};w=60`).header('ratelimit', `"${by}";r=${remaining};t=${reset}`);
  return allowed ? undefined : new Refusal('rate_limited', { headers: { 'retry-after': reset } });
};

export const installAddressLimit = (app: FastifyInstance, options: RateLimitOptions): void => {
  const { stopwatch, addressPerMinute: limit, onLimited } = options;
  const limiter = slidingWindow({ stopwatch, ...perMinute });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.exempt === true) return done();
    const refusal = judge(reply, 'address', limit, limiter.take(addressKey(request.ip), limit));
    if (refusal !== undefined) onLimited('address');
    done(refusal);
  });
};

export const installCallerLimit = (app: FastifyInstance, options: RateLimitOptions): void => {
  const { stopwatch, callerPerMinute, onLimited } = options;
  const limiter = slidingWindow({ stopwatch, ...perMinute });
  const limitOf = (caller: Caller): number =>
    caller.kind === 'application' ? caller.settings.requests_per_minute : callerPerMinute;
  app.addHook('onRequest', (request, reply, done) => {
    const { caller } = request;
    if (caller === undefined) return done();
    const limit = limitOf(caller);
    const refusal = judge(reply, 'caller', limit, limiter.take(callerName(caller), limit));
    if (refusal !== undefined) onLimited('caller');
    done(refusal);
  });
};
