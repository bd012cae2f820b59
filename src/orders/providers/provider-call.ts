/** One call to a provider: guarded, within a time, and again when the provider is busy. */
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { type GuardedRequest, guardedRequest } from '../../http/outgoing/guarded-request.ts';
import { Refusal } from '../../shared/errors.ts';
import type { RandomBytes } from '../../shared/identifiers.ts';

export type ProviderReach = Pick<GuardedRequest, 'policy' | 'resolve'> & { readonly random: RandomBytes };
export type ProviderCall = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST; read by GET without one. */
  readonly body?: string;
};
type Json = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 262_144;
const TRIES = 3;

/** No answer, or one that says "later". What was asked has a key of its own, so it may be asked again. */
class NotNow extends Error {
  override readonly name = 'NotNow';
}

const unavailable = (cause: unknown): Refusal => new Refusal('payment_provider_unavailable', { cause });

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

const once = async ({ policy, resolve }: ProviderReach, { url, headers, body }: ProviderCall): Promise<Json> => {
  const sent = { policy, resolve, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, headers };
  const answer = await guardedRequest(url, body === undefined ? sent : { ...sent, body }).catch((error: unknown) => {
    throw new NotNow('no answer', { cause: error });
  });
  if (answer.status >= 500 || answer.status === 429 || answer.status === 409) {
    throw new NotNow(`answered ${answer.status}`);
  }
  if (answer.status < 200 || answer.status > 299) {
    const { error } = parsed(answer.body);
    const told = objectIn(error);
    const sentence = textIn(told['message']) || textIn(told['description']) || `status ${answer.status}`;
    throw new Refusal('payment_provider_refused', {
      message: `The payment provider refuses: ${sentence.slice(0, 300)}`,
    });
  }
  return parsed(answer.body);
};

export const callProvider = async (reach: ProviderReach, call: ProviderCall): Promise<Json> => {
  try {
    return await untilGuardHolds(
      (error) => error instanceof NotNow,
      () => once(reach, call),
      {
        tries: TRIES,
        random: reach.random,
      },
    );
  } catch (error) {
    throw error instanceof Refusal && error.code === 'overloaded' ? unavailable(error) : error;
  }
};
