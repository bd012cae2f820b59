/** Asks a rule by a signed call: a POST of the question, with the headers of webhooks, to an address that is guarded as theirs are. */
import type { Reach } from '../../http/outgoing/check-address.ts';
import { type Agents, guardedRequest } from '../../http/outgoing/guarded-request.ts';
import { signatureHeaders } from '../../http/outgoing/sign-delivery.ts';
import type { Ran } from './module-types.ts';

const MOST_ANSWER_BYTES = 65_536;

export type RuleCall = {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly timeMs: number;
  readonly now: number;
};

const isLate = (error: unknown): boolean =>
  error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);

export const callRule = async ({ policy, resolve }: Reach, agents: Agents, call: RuleCall): Promise<Ran> => {
  const { id, url, secret, body, timeMs, now } = call;
  try {
    const answer = await guardedRequest(url, {
      policy,
      resolve,
      timeoutMs: timeMs,
      maxBytes: MOST_ANSWER_BYTES,
      headers: { 'content-type': 'application/json', ...signatureHeaders({ id, body, secrets: [secret], now }) },
      body,
      agents,
    });
    if (answer.status !== 200) return { kind: 'failed', reason: `it answered ${answer.status}` };
    if (answer.isCut) return { kind: 'failed', reason: `it answered more than ${MOST_ANSWER_BYTES} bytes` };
    return { kind: 'said', text: answer.body.toString() };
  } catch (error) {
    if (isLate(error)) return { kind: 'late' };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
};
