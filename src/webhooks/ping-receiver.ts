/** Use case: sends a test event at once and says what came back. Nothing of it is kept. */
import { type CompanyPlace, requireCompany } from '../applications/named-place.ts';
import type { Ping, Pinged } from '../contract/events/webhook-delivery-contract.ts';
import { Refusal } from '../shared/errors.ts';
import { uuid7 } from '../shared/identifiers.ts';
import { addressKey } from '../http/limits/address-key.ts';
import { type CallGate, callGate } from '../http/outgoing/call-gate.ts';
import { addressProblems } from '../http/outgoing/check-address.ts';
import { type Desk, subscriberAt } from './subscribers/save-subscriber.ts';
import type { Outcome } from './courier/delivery-rules.ts';
import { ATTEMPT_MS, sendEvent, type SentEvent } from './courier/send-delivery.ts';
import { newSecret } from '../http/outgoing/sign-delivery.ts';
import { readReceiver, type Receiver, withSecret } from './subscribers/subscriber-secrets.ts';

/** The name is the one that receivers built on the extension kit take without looking further. */
const pingEvent = (id: string, companyId: number, requestId: string | null, at: number): SentEvent => ({
  id,
  slug: 'company/ping/test/v1',
  body: JSON.stringify({
    company_id: companyId,
    contains: ['message'],
    event: {
      category: 'company',
      created_timestamp: at,
      id,
      name: 'ping',
      trace_id: requestId === null ? [] : [requestId],
      type: 'test',
      version: '1',
    },
    payload: { message: 'Webhooks of Cartwright reach you.' },
  }),
  sequenceKey: null,
  sequence: null,
});

const receiverOf = async (
  { node }: Desk,
  place: CompanyPlace,
  { id, webhook_url, auth_meta }: Ping,
): Promise<Omit<Receiver, 'version'>> => {
  await requireCompany(node, place);
  if (id !== undefined) {
    await subscriberAt(node, place, id);
    return readReceiver(node, id);
  }
  if (webhook_url === undefined) {
    throw new Refusal('body_invalid', { details: [{ field: 'webhook_url', message: 'Give id or webhook_url.' }] });
  }
  const secret = auth_meta?.secret ?? newSecret(node.random);
  return { url: webhook_url, secrets: { secrets: withSecret([], secret, node.now(), 0), headers: {} } };
};

/** Receivers that do not answer keep a few requests of their company waiting, and not all that a node has. */
export const pingGate = (): CallGate =>
  callGate({
    what: 'a test event',
    most: { ofAll: 16, ofOrganization: 24, ofOwner: 6, always: 1, ofOne: 4, ofCall: 1 },
    deadlineMs: 2 * ATTEMPT_MS,
    turnedAway: (afterSeconds) => new Refusal('overloaded', { headers: { 'retry-after': String(afterSeconds) } }),
  });

const sendPing = async (
  { node, reach }: Desk,
  event: SentEvent,
  { url, secrets }: Omit<Receiver, 'version'>,
): Promise<Outcome> => {
  const details = await addressProblems(url, reach);
  if (details.length > 0) throw new Refusal('webhook_subscriber_invalid', { details });
  return (await sendEvent(event, { url, secrets, reach, now: node.now })).outcome;
};

export const pingReceiver = async (
  { gate, ...desk }: Desk & { readonly gate: CallGate },
  place: CompanyPlace,
  asked: Ping,
  { requestId, ip }: { readonly requestId: string | null; readonly ip: string },
): Promise<Pinged> => {
  const { node } = desk;
  const receiver = await receiverOf(desk, place, asked);
  const at = node.now();
  const { companyId, organizationId: organization } = place;
  const event = pingEvent(uuid7(at, node.random), companyId, requestId, at);
  const asking = { owner: String(companyId), organization, by: [addressKey(ip)], call: event.id };
  const outcome = await gate(asking, () => sendPing(desk, event, receiver));
  if (outcome.kind === 'unreachable') {
    return { status: 'failure', message: `No answer came: ${outcome.reason}.` };
  }
  const isGood = outcome.status >= 200 && outcome.status < 300;
  return {
    status: isGood ? 'success' : 'failure',
    code: outcome.status,
    message: isGood ? 'The receiver took the event.' : 'The receiver did not take the event: only 2xx does.',
  };
};
