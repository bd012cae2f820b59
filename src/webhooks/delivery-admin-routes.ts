/** How a subscriber is doing: his state, the log of deliveries and attempts, sending again, his secrets, the ping. */
import { listPage, readCursor } from '../applications/cursor.ts';
import { companyPlaceOf } from '../applications/named-place.ts';
import { writeOnce } from '../applications/write-once.ts';
import { CompanyPath } from '../contract/applications/application-admin-contract.ts';
import { SubscriberPath } from '../contract/events/webhook-contract.ts';
import {
  AttemptQuery,
  Attempts,
  Deliveries,
  DeliveryQuery,
  DeliveryStatus,
  Ping,
  Pinged,
  Replayed,
  ReplayQuery,
  ReplayRequest,
  Retried,
  RetryRequest,
  RotatedSecret,
  SecretRotation,
} from '../contract/events/webhook-delivery-contract.ts';
import { operationTable } from '../http/operation.ts';
import { entityTag } from '../http/requests/conditional.ts';
import { isoTime } from '../shared/clock.ts';
import {
  countState,
  listAttempts,
  listDeliveries,
  type LoggedAttempt,
  type LoggedDelivery,
  nextDue,
} from './courier/delivery-log-store.ts';
import {
  replayDeliveries,
  replayedBefore,
  type ReplayRemembered,
  type ReplayStep,
} from './courier/replay-deliveries.ts';
import { retriedBefore, retryDeliveries } from './courier/retry-deliveries.ts';
import { pingGate, pingReceiver } from './ping-receiver.ts';
import { type Desk, OVERLAP_MS, rotateSecret, subscriberAt } from './subscribers/save-subscriber.ts';
import { liveSecrets, readReceiver } from './subscribers/subscriber-secrets.ts';
import {
  companyPath,
  readWebhooks,
  subscriberPath,
  webhookTags as tags,
  writeSubscriber,
  writeWebhooks,
} from './webhook-access.ts';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';

const words = {
  getSubscriberStatus: 'See whether events reach a subscriber',
  listWebhookDeliveries: 'List what was delivered to a subscriber, waits, or was given up, newest first',
  listWebhookAttempts: 'List what a receiver answered, newest first',
  replayWebhookDeliveries:
    'Send events to a subscriber again. They keep their ids. What waits already is not begun anew. With has_more, ask again for the rest.',
  retryWebhookDeliveries:
    'Try deliveries now: one, all that were given up, or all that wait. What was given up begins anew, what waits for its next attempt is due at once, what is under way is left alone. A blocked subscriber is let in again. With has_more, ask again for the rest.',
  rotateWebhookSecret: 'Give a subscriber a new secret, beside the ones before it for a while',
  pingWebhook: 'Send a test event at once',
};

const HOUR = 3_600_000;

const deliveryView = ({ application_id, event_id, state, attempts, ...one }: LoggedDelivery) => ({
  event_id,
  application_id,
  state,
  attempts,
  began_on: isoTime(one.began_at),
  due_on: state === 'waiting' ? isoTime(one.due_at) : null,
  modified_on: isoTime(one.modified_at),
});
const attemptView = ({ application_id, event_id, attempted_at, outcome, status, took_ms, answer }: LoggedAttempt) => ({
  event_id,
  application_id,
  attempted_on: isoTime(attempted_at),
  outcome,
  status,
  took_ms,
  answer,
});

const reading = operationTable(readWebhooks, tags, words, {
  getSubscriberStatus: { params: SubscriberPath, response: { 200: DeliveryStatus } },
  listWebhookDeliveries: { params: SubscriberPath, querystring: DeliveryQuery, response: { 200: Deliveries } },
  listWebhookAttempts: { params: SubscriberPath, querystring: AttemptQuery, response: { 200: Attempts } },
});
const writing = operationTable(writeWebhooks, tags, words, {
  replayWebhookDeliveries: {
    params: SubscriberPath,
    querystring: ReplayQuery,
    body: ReplayRequest,
    response: { 200: Replayed },
  },
  retryWebhookDeliveries: { params: SubscriberPath, body: RetryRequest, response: { 200: Retried } },
  rotateWebhookSecret: { params: SubscriberPath, body: SecretRotation, response: { 200: RotatedSecret } },
  pingWebhook: { params: CompanyPath, body: Ping, response: { 200: Pinged } },
});

type Answered = Static<typeof Retried>;

export const deliveryAdminRoutes: FastifyPluginAsyncTypebox<{ readonly desk: Desk }> = async (app, { desk }) => {
  const { node } = desk;
  const gate = pingGate();

  app.get(`${subscriberPath}/status`, reading.getSubscriberStatus, async (request) => {
    const { id, state } = await subscriberAt(
      node,
      companyPlaceOf(request, request.params),
      request.params.subscriber_id,
    );
    const [last] = await listAttempts(node.db, id, undefined, 1);
    const due = await nextDue(node.db, id);
    return {
      id,
      delivery_state: state,
      waiting: await countState(node.db, id, 'waiting'),
      failed: await countState(node.db, id, 'failed'),
      done: await countState(node.db, id, 'done'),
      next_due_on: due === null ? null : isoTime(due),
      last_attempt:
        last === undefined
          ? null
          : { attempted_on: isoTime(last.attempted_at), outcome: last.outcome, status: last.status },
      live_secrets: liveSecrets((await readReceiver(node, id)).secrets, node.now()).length,
    };
  });

  app.get(`${subscriberPath}/deliveries`, reading.listWebhookDeliveries, async (request) => {
    const { id } = await subscriberAt(node, companyPlaceOf(request, request.params), request.params.subscriber_id);
    const { state } = request.query;
    return listPage(request.query, ['number', 'string', 'string'], {
      read: (before, limit) => listDeliveries(node.db, id, { state, before, limit }),
      placeOf: ({ modified_at, application_id, event_id }) => [modified_at, application_id, event_id],
      view: deliveryView,
    });
  });

  app.get(`${subscriberPath}/attempts`, reading.listWebhookAttempts, async (request) => {
    const { id } = await subscriberAt(node, companyPlaceOf(request, request.params), request.params.subscriber_id);
    return listPage(request.query, ['number', 'string', 'string', 'string'], {
      read: (before, limit) => listAttempts(node.db, id, before, limit),
      placeOf: ({ attempted_at, application_id, event_id, claim }) => [attempted_at, application_id, event_id, claim],
      view: attemptView,
    });
  });

  app.post(`${subscriberPath}/replay`, writing.replayWebhookDeliveries, async (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const after = readCursor<[string, number, string]>(request.query.page_id, ['string', 'number', 'string']);
    const { subscriber_id: id } = request.params;
    const { next, ...step } = await writeOnce<ReplayStep, ReplayRemembered>(node, request, reply, {
      run: (write) => replayDeliveries(node, place, id, { asked: request.body, after, write }),
      replay: (answered) => replayedBefore(node, id, answered),
    });
    const token = next === undefined ? null : Buffer.from(JSON.stringify(next)).toString('base64url');
    return { ...step, next: token };
  });

  app.post(`${subscriberPath}/retry`, writing.retryWebhookDeliveries, (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const asked = request.body;
    return writeOnce<Answered, number>(node, request, reply, {
      run: (write) => retryDeliveries(node, place, request.params.subscriber_id, { asked, write }),
      replay: (id) => retriedBefore(node.db, id, asked),
    });
  });

  app.post(`${subscriberPath}/secret`, writing.rotateWebhookSecret, (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const { secret, overlap_hours: hours } = request.body;
    const overlapMs = hours === undefined ? OVERLAP_MS : hours * HOUR;
    return writeSubscriber(node, request, reply, {
      run: async (write) => {
        const { subscriber_id: id } = request.params;
        const rotated = await rotateSecret(desk, place, { id, rotation: { secret, overlapMs } }, write);
        const { madeSecret, secrets, subscriber } = rotated;
        reply.header('etag', entityTag(subscriber.version));
        return {
          ...(madeSecret === undefined ? {} : { secret: madeSecret }),
          live_secrets: liveSecrets(secrets, node.now()).length,
        };
      },
      // A secret that was made is sealed: a repeat tells how many there are.
      replay: async (id) => ({ live_secrets: liveSecrets((await readReceiver(node, id)).secrets, node.now()).length }),
    });
  });

  app.post(`${companyPath('v1.0')}/ping`, writing.pingWebhook, (request) => {
    const { params, body, id: requestId, ip } = request;
    return pingReceiver({ ...desk, gate }, companyPlaceOf(request, params), body, { requestId, ip });
  });
};
