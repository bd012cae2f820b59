/**
 * Requests per minute, by network address before the caller is known (so that guessing credentials is limited too) and
 * by caller after, of whose requests one address has a share. Counted by all nodes that hear of each other. Every answer says where
 * its caller stands, in the IETF's RateLimit fields.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Stopwatch } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { callerName } from '../access.ts';
import type { Caller } from '../caller.ts';
import type { Peers } from '../workers/peers.ts';
import { ADDRESSES_OF_NETWORK } from './address-key.ts';
import { type AddressLimits, shareOfAddress } from './address-share-rules.ts';
import { type Limiter, slidingWindow, type Verdict } from './sliding-window.ts';
import { type Sender, takeByAddress } from './take-by-address.ts';

export type RateLimitOptions = {
  readonly stopwatch: Stopwatch;
  readonly peers?: Peers | undefined;
  readonly addressPerMinute: number;
  /** For service clients and operators; an application's own setting holds for applications. */
  readonly callerPerMinute: number;
  readonly onLimited: (by: 'address' | 'caller') => void;
};

const perMinute = { windowMs: 60_000, slices: 12, maximumKeys: 50_000 };

const seconds = (ms: number): string => String(Math.ceil(ms / 1000));

type Taken = Verdict & { readonly by: 'address' | 'caller'; readonly limit: number };
/** Where the caller stands: names and values in turn. */
const told = ({ by, limit, remaining, resetMs }: Taken): readonly [string, string, string, string] => [
  'ratelimit-policy',
  `"${by}";q=${limit};w=60`,
  'ratelimit',
  `"${by}";r=${remaining};t=${seconds(resetMs)}`,
];

export type RequestLimits = {
  /** Counts a request of this address. */
  readonly address: (ip: string) => Taken;
  /** Counts a request of this caller; undefined: he has no limit. */
  readonly caller: (ip: string, caller: Caller) => Taken | undefined;
  /** Counts one of both, and says where the caller stands; undefined when either has none left. */
  readonly allowed: (ip: string, caller: Caller) => readonly string[] | undefined;
};

export const requestLimits = (options: Omit<RateLimitOptions, 'onLimited'>): RequestLimits => {
  const { stopwatch, peers, addressPerMinute, callerPerMinute } = options;
  const addresses = slidingWindow({ stopwatch, ...perMinute, shared: { name: 'addresses', peers } });
  const callers = slidingWindow({ stopwatch, ...perMinute, shared: { name: 'callers', peers } });
  const shares = slidingWindow({ stopwatch, ...perMinute, shared: { name: 'shares of callers', peers } });
  const limitOf = (caller: Caller): number | null =>
    caller.kind === 'application' ? caller.settings.requests_per_minute : callerPerMinute;
  const byAddress = (window: Limiter, sender: Sender, limits: AddressLimits): Taken => ({
    ...takeByAddress(window, sender, limits),
    by: 'address',
  });
  const ofAnybody = { own: addressPerMinute, network: addressPerMinute * ADDRESSES_OF_NETWORK };
  const address = (ip: string): Taken => byAddress(addresses, { ip }, ofAnybody);
  /** Only where the application has a limit that one address could use up, and its credential is for anybody. */
  const ofAddress = (caller: Caller, ip: string, most: number): Taken | undefined => {
    const share = shareOfAddress(most);
    if (caller.kind !== 'application' || caller.settings.request_signature === 'require' || share.own >= most)
      return undefined;
    return byAddress(shares, { ip, of: callerName(caller) }, share);
  };
  const ofCaller = (ip: string, caller: Caller): Taken | undefined => {
    const limit = limitOf(caller);
    if (limit === null) return undefined;
    const own = ofAddress(caller, ip, limit);
    if (own?.allowed === false) return own;
    return { ...callers.take(callerName(caller), limit), by: 'caller', limit };
  };
  return {
    address,
    caller: ofCaller,
    allowed: (ip, caller) => {
      const one = address(ip);
      if (!one.allowed) return undefined;
      const other = ofCaller(ip, caller);
      if (other === undefined) return told(one);
      return other.allowed ? told(other) : undefined;
    },
  };
};

/** Says where the caller stands; answers the refusal when he is over. */
const judge = (reply: FastifyReply, taken: Taken): Refusal | undefined => {
  const [policy, limit, name, left] = told(taken);
  reply.header(policy, limit).header(name, left);
  return taken.allowed
    ? undefined
    : new Refusal('rate_limited', { headers: { 'retry-after': seconds(taken.resetMs) } });
};

type OnLimited = RateLimitOptions['onLimited'];

export const installAddressLimit = (app: FastifyInstance, limits: RequestLimits, onLimited: OnLimited): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.exempt === true) return done();
    const refusal = judge(reply, limits.address(request.ip));
    if (refusal !== undefined) onLimited('address');
    done(refusal);
  });
};

export const installCallerLimit = (app: FastifyInstance, limits: RequestLimits, onLimited: OnLimited): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const taken = request.caller && limits.caller(request.ip, request.caller);
    const refusal = taken && judge(reply, taken);
    if (refusal !== undefined) onLimited(taken?.by ?? 'caller');
    done(refusal);
  });
};
