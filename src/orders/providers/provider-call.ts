/** Calls of a provider: guarded, again when the provider is busy, and all of one request within one time. */
import { createHash } from 'node:crypto';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { type Asking, type CallGate, callGate } from '../../http/outgoing/call-gate.ts';
import { type GuardedRequest, guardedRequest } from '../../http/outgoing/guarded-request.ts';
import { whileOutside } from '../../http/outgoing/while-outside.ts';
import { Refusal } from '../../shared/errors.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';

export type ProviderReach = Pick<GuardedRequest, 'policy' | 'resolve' | 'stopping'> & {
  readonly random: RandomBytes;
  /** For all calls of a request. */
  readonly timeMs?: number;
  /** Left out by who calls one after the other by himself. */
  readonly gate?: CallGate;
};
type ProviderCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST; read by GET without one. */
  readonly body?: string;
};
type Json = Readonly<Record<string, unknown>>;
export type AskProvider = (call: ProviderCall) => Promise<Json>;

/** Half of what the door gives a request: whoever calls is answered also where the provider is mute. */
const TIME_MS = 15_000;
const MOST_BYTES = 262_144;
const TRIES = 3;

/** No answer, or one that says "later". What was asked has a key of its own, so it may be asked again. */
class NotNow extends Error {
  override readonly name: string = 'NotNow';
}
/** Nothing came in all the time there was, or until the node stopped. */
class Mute extends NotNow {
  override readonly name = 'Mute';
}

const unavailable = (cause: unknown, afterSeconds = 1): Refusal =>
  new Refusal('payment_provider_unavailable', { cause, headers: { 'retry-after': String(afterSeconds) } });

export const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const amountIn = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : Number.NaN);

const parsed = (body: Buffer): Json => {
  try {
    return objectIn(JSON.parse(body.toString('utf8')));
  } catch (error) {
    throw new NotNow('the answer is not JSON', { cause: error });
  }
};

const refused = (message: string, cause?: unknown): Refusal =>
  new Refusal('payment_provider_refused', { message, cause });

/** Whether the provider refused a call at once. What it refuses after no answer came says nothing of the call before. */
export const isRefusedAtOnce = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payment_provider_refused' && error.cause === undefined;

const once = async (
  { policy, resolve, stopping }: ProviderReach,
  { url, headers, body }: ProviderCall,
  until: number,
): Promise<Json> => {
  const leftMs = until - performance.now();
  // A timer may go off within the last one.
  if (leftMs < 1) throw new Mute('no time left');
  const sent = { policy, resolve, stopping, timeoutMs: Math.ceil(leftMs), maxBytes: MOST_BYTES, headers };
  const answer = await guardedRequest(url, body === undefined ? sent : { ...sent, body }).catch((error: unknown) => {
    throw performance.now() >= until - 1 || stopping?.aborted === true
      ? new Mute('no answer', { cause: error })
      : new NotNow('no answer', { cause: error });
  });
  if (answer.status >= 500 || answer.status === 429 || answer.status === 409) {
    throw new NotNow(`answered ${answer.status}`);
  }
  if (answer.status < 200 || answer.status > 299) {
    const { error } = parsed(answer.body);
    const told = objectIn(error);
    const sentence = textIn(told['message']) || textIn(told['description']) || `status ${answer.status}`;
    throw refused(`The payment provider refuses: ${sentence.slice(0, 300)}`);
  }
  return parsed(answer.body);
};

/** Again while it is busy; not after it was mute. */
const patiently = async (reach: ProviderReach, call: ProviderCall, until: number): Promise<Json> => {
  let unanswered: unknown;
  return untilGuardHolds(
    (error) => error instanceof NotNow && !(error instanceof Mute),
    async () => {
      try {
        return await once(reach, call, until);
      } catch (error) {
        if (isRefusedAtOnce(error) && unanswered !== undefined) throw refused((error as Refusal).message, unanswered);
        unanswered = error;
        throw error;
      }
    },
    { tries: TRIES, random: reach.random },
  );
};

/** Who joined a call of somebody else waits no longer than he would for his own. */
const inTime = <T>(work: Promise<T>, until: number): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Mute('no time left')),
    Math.ceil(Math.max(0, until - performance.now())),
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};

const nameOf = (call: ProviderCall): string => createHash('sha256').update(JSON.stringify(call)).digest('base64url');

/** Of which organization a request is, and who makes it, so that none of them has all the places; left out where there is no gate. */
export type ProviderAsker = Pick<Asking, 'organization' | 'by'>;

/** The provider of an application, for one request: the time of its calls begins here. */
export const providerCalls = (
  reach: ProviderReach,
  applicationId: string,
  { organization, by }: ProviderAsker = { organization: applicationId, by: [] },
): AskProvider => {
  const until = performance.now() + (reach.timeMs ?? TIME_MS);
  const { gate = (_asking, make) => make() }: Pick<ProviderReach, 'gate'> = reach;
  return async (call) => {
    try {
      return await whileOutside(() =>
        inTime(
          gate({ owner: applicationId, organization, by, call: nameOf(call) }, () => patiently(reach, call, until)),
          until,
        ),
      );
    } catch (error) {
      const isUnheard = error instanceof NotNow || (error instanceof Refusal && error.code === 'overloaded');
      throw isUnheard ? unavailable(error) : error;
    }
  };
};

const SECOND = 1000;
/**
 * What all requests of a node come to: a shop whose provider is mute has as many of them waiting, and then none for a while. A begun
 * payment may be asked about without end, so one shopper has half of a shop's at most, and the shop's staff and its provider's
 * webhook find theirs whatever shoppers have.
 */
export const providerGate = (): CallGate =>
  callGate({
    what: 'a payment provider',
    most: { ofAll: 60, ofOrganization: 90, ofOwner: 24, always: 4, ofOne: 12, ofCall: 4 },
    deadlineMs: TIME_MS + 5 * SECOND,
    rest: { afterMute: 3, ms: 30 * SECOND, isMute: (error) => error instanceof Mute },
    turnedAway: (afterSeconds) => unavailable(new Error('no place'), afterSeconds),
  });
