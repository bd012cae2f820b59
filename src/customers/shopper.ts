/**
 * Who is shopping, inside a call of an application: a customer, an anonymous shopper, both (one who has just signed in
 * and still carries the anonymous cart), or nobody yet. Reads the request and the keys; stores nothing.
 *
 * What a caller puts into a header he means: a bad token there is refused. A cookie comes along by itself: a bad one is
 * taken back and the call goes on without it. docs/behaviour/callers.md has the whole table.
 */
import type { FastifyRequest } from 'fastify';
import type { Statement } from '../db/database.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { parseCookies } from '../http/requests/cookies.ts';
import type { Clock } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import type { RandomBytes } from '../shared/identifiers.ts';
import {
  type AnonymousSecrets,
  type AnonymousShopper,
  issueAnonymousToken,
  needsRenewal,
  newAnonymousShopper,
  readAnonymousToken,
} from './anonymous-token.ts';
import { type Customer, isUserId, type VerifyCustomerToken } from './customer-token.ts';

export type ShopperCookie = 'cw_customer' | 'cw_anonymous';
export type Shopper = {
  readonly customer?: Customer;
  readonly anonymous?: AnonymousShopper;
  /** Cookies that came with the call and are worth nothing. */
  readonly clearCookies: readonly ShopperCookie[];
};
export type ShopperKeys = {
  readonly clock: Clock;
  readonly verifyCustomerToken: VerifyCustomerToken;
  readonly anonymousSecrets: AnonymousSecrets;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The shopper in whose place somebody of the shop acts; set by the route that lets him. */
    actsFor?: Shopper;
    /** Then: what he changes of the shopper's is told to the audit, in the batch of the change. */
    actTold?: (action: string, what?: { readonly address: string }) => Statement;
  }
}

type ShopperRequest = Pick<FastifyRequest, 'headers' | 'userDataSigned'> & { readonly actsFor?: Shopper | undefined };
type Found<T> = { readonly found?: T; readonly clear?: ShopperCookie };

export const identifyShopper = async (
  request: ShopperRequest,
  caller: ApplicationCaller,
  keys: ShopperKeys,
): Promise<Shopper> => {
  if (request.actsFor !== undefined) return request.actsFor;
  const cookies = parseCookies(request.headers.cookie);
  const customer = await findCustomer(request, cookies.get('cw_customer'), caller, keys);
  const anonymous = findAnonymous(request, cookies.get('cw_anonymous'), caller, keys);
  return {
    ...(customer.found === undefined ? {} : { customer: customer.found }),
    ...(anonymous.found === undefined ? {} : { anonymous: anonymous.found }),
    clearCookies: [customer.clear, anonymous.clear].filter((name) => name !== undefined),
  };
};

const findCustomer = async (
  request: ShopperRequest,
  cookie: string | undefined,
  { applicationId, settings: { customer_token: settings } }: ApplicationCaller,
  { clock, verifyCustomerToken }: ShopperKeys,
): Promise<Found<Customer>> => {
  const token = textOf(request.headers['x-customer-token']);
  if (token !== undefined && settings === null) throw new Refusal('customer_token_invalid');
  const upstream = token === undefined ? upstreamCustomer(request) : undefined;
  if (upstream !== undefined) return { found: upstream };
  const given = token ?? cookie;
  if (given === undefined || settings === null) return {};
  const verdict = await verifyCustomerToken(given, applicationId, settings, clock());
  if ('customer' in verdict) return { found: verdict.customer };
  const logged = { why: verdict.reason };
  if (verdict.refused === 'unavailable') throw new Refusal('overloaded', { ...keySourceDown, logged });
  if (token !== undefined) throw new Refusal('customer_token_invalid', { logged });
  return { clear: 'cw_customer' };
};

/** A customer must not silently become a stranger, nor be signed out, because his key cannot be had at the moment. */
const keySourceDown = {
  message: "The customer's sign-in cannot be checked at the moment. Try again in a moment.",
  headers: { 'retry-after': '5' },
};

/** `x-user-data` counts only as the signed word of an upstream; from anybody else it is not even looked at. */
const upstreamCustomer = ({ headers, userDataSigned }: ShopperRequest): Customer | undefined => {
  const text = textOf(headers['x-user-data']);
  if (!userDataSigned || text === undefined) return undefined;
  const user = readObject(text);
  const id = user?.['_id'];
  return user !== undefined && isUserId(id) ? { userId: id, claims: user, expiresAt: null } : undefined;
};

const readObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

const findAnonymous = (
  { headers }: ShopperRequest,
  cookie: string | undefined,
  { applicationId }: ApplicationCaller,
  { clock, anonymousSecrets }: ShopperKeys,
): Found<AnonymousShopper> => {
  const token = textOf(headers['x-anonymous-id']);
  const given = token ?? cookie;
  if (given === undefined) return {};
  const found = readAnonymousToken(anonymousSecrets, applicationId, given, clock());
  if (found !== undefined) return { found };
  if (token !== undefined) throw new Refusal('anonymous_token_invalid');
  return { clear: 'cw_anonymous' };
};

/** Clients that have no token often send the header empty. */
const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || value.length === 0 ? undefined : String(value);

export type ShopperForWrite = { readonly anonymous: AnonymousShopper; readonly newToken?: string };

/** Whom a write without a customer belongs to: the shopper who calls, or a new one, with the token to hand out. */
export const anonymousForWrite = (
  { anonymous }: Shopper,
  { applicationId }: ApplicationCaller,
  { clock, anonymousSecrets }: ShopperKeys,
  random: RandomBytes,
): ShopperForWrite => {
  const now = clock();
  if (anonymous !== undefined && !needsRenewal(anonymous, now)) return { anonymous };
  const renewed = anonymous === undefined ? newAnonymousShopper(now, random) : { ...anonymous, issuedAt: now };
  return { anonymous: renewed, newToken: issueAnonymousToken(anonymousSecrets, applicationId, renewed) };
};
