/** One attempt over the network: the event as compact JSON, signed, to the address that was checked a moment before. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressPolicy, Resolve } from '../http/address-guard.ts';
import { guardedRequest } from '../http/guarded-request.ts';
import type { Send } from './courier.ts';
import { retryAfterOf } from './delivery-rules.ts';
import { signatureHeaders } from './sign-delivery.ts';
import type { Subscriber } from './subscriber.ts';

export const ATTEMPT_MS = 15_000;
/** Enough to see what went wrong; an answer's body is nobody's to keep. */
const ANSWER_BYTES = 1_024;
const KEPT_CONNECTIONS = 4;

export type NetworkSend = {
  readonly now: () => number;
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  /** Live secrets, newest first. */
  readonly secretsOf: (subscriber: Subscriber) => Promise<readonly [string, ...string[]]>;
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'too slow';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};

export const networkSend = ({ now, policy, resolve, secretsOf }: NetworkSend) => {
  const kept = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: ATTEMPT_MS };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  const send: Send = async ({ event }, subscriber) => {
    try {
      const { body } = event;
      const signed = signatureHeaders({ id: event.id, body, secrets: await secretsOf(subscriber), now: now() });
      const answer = await guardedRequest(subscriber.document.url, {
        policy,
        resolve,
        agents,
        timeoutMs: ATTEMPT_MS,
        maxBytes: ANSWER_BYTES,
        body,
        headers: {
          ...subscriber.document.customHeaders,
          'content-type': 'application/json',
          'x-cartwright-event': event.slug,
          ...(event.sequence_key === null || event.sequence === null
            ? {}
            : { 'x-cartwright-sequence': `${event.sequence_key}/${event.sequence}` }),
          ...signed,
        },
      });
      const retryAfterMs = retryAfterOf(answer.headers['retry-after'], now());
      return {
        outcome: { kind: 'answered', status: answer.status, retryAfterMs },
        answer: answer.body.toString().replaceAll('\0', '').toWellFormed(),
      };
    } catch (error) {
      return { outcome: { kind: 'unreachable', reason: reasonOf(error).slice(0, 200) }, answer: '' };
    }
  };
  return {
    send,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
