/** One attempt over the network: the event as compact JSON, signed, to the address that is checked a moment before. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type Agents, guardedRequest } from '../../http/outgoing/guarded-request.ts';
import type { Reach } from '../../http/outgoing/check-address.ts';
import { type Outcome, retryAfterOf } from './delivery-rules.ts';
import { signatureHeaders } from '../../http/outgoing/sign-delivery.ts';
import { liveSecrets, type SubscriberSecrets } from '../subscribers/subscriber-secrets.ts';

export const ATTEMPT_MS = 15_000;
/** Enough to see what went wrong; an answer's body is nobody's to keep. */
const ANSWER_BYTES = 1_024;
const KEPT_CONNECTIONS = 4;

export type SentEvent = {
  readonly id: string;
  readonly slug: string;
  /** Compact JSON: receivers check the signature over what they parsed and wrote again. */
  readonly body: string;
  readonly sequenceKey: string | null;
  readonly sequence: number | null;
  /** For receivers that go on with the trace. */
  readonly traceparent?: string | undefined;
};
export type Answered = {
  readonly outcome: Outcome;
  /** The beginning of what the receiver said. */
  readonly answer: string;
};

export const keptConnections = (): Agents & { readonly close: () => void } => {
  const kept = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS, timeout: ATTEMPT_MS };
  const [http, https] = [new HttpAgent(kept), new HttpsAgent(kept)];
  return {
    http,
    https,
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'too slow';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
};

const sequenceHeader = ({ sequenceKey, sequence }: SentEvent): Readonly<Record<string, string>> =>
  sequenceKey === null || sequence === null ? {} : { 'x-cartwright-sequence': `${sequenceKey}/${sequence}` };

export type Sending = {
  readonly url: string;
  readonly secrets: SubscriberSecrets;
  readonly reach: Reach;
  readonly agents?: Agents;
  readonly now: () => number;
};

/** What came of it; never rejects. */
export const sendEvent = async (event: SentEvent, { url, secrets, reach, agents, now }: Sending): Promise<Answered> => {
  try {
    const { id, slug, body } = event;
    const answer = await guardedRequest(url, {
      ...reach,
      ...(agents === undefined ? {} : { agents }),
      timeoutMs: ATTEMPT_MS,
      maxBytes: ANSWER_BYTES,
      body,
      headers: {
        ...secrets.headers,
        'content-type': 'application/json',
        'x-cartwright-event': slug,
        ...sequenceHeader(event),
        ...(event.traceparent === undefined ? {} : { traceparent: event.traceparent }),
        ...signatureHeaders({ id, body, secrets: liveSecrets(secrets, now()), now: now() }),
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
