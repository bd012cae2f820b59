/** A server with the routes of webhooks, two shops, a service client, and a courier whose network and clock a test holds. */
import { randomUUID } from 'node:crypto';
import type { Node } from '../../src/applications/node.ts';
import { derivedEventId, type OutgoingEvent, outboxStatements } from '../../src/events/outbox.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import type { Reach } from '../../src/http/outgoing/check-address.ts';
import { type Courier, type CourierOptions, createCourier, type Send } from '../../src/webhooks/courier/courier.ts';
import { bodyFor } from '../../src/webhooks/courier/event-body.ts';
import { sendEvent } from '../../src/webhooks/courier/send-delivery.ts';
import { readReceiver } from '../../src/webhooks/subscribers/subscriber-secrets.ts';
import { readListening, readSubscriberById } from '../../src/webhooks/subscribers/subscriber-store.ts';
import { webhookRoutes } from '../../src/webhooks/webhook-routes.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop, servedShops, type ServedShops, type Shop } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';
import { outgoingEvent } from '../events/outgoing-event.ts';
import { type Asked, quietServer, saidCaller, serviceRequest } from '../http/quiet-server.ts';

export type Json = Record<string, unknown>;
type Answer = { readonly status: number; readonly body: Json; readonly headers: Json };
export const reach: Reach = { policy: privateAddresses, resolve: systemResolver };

export type WebhookServer = ServedShops & {
  /** Paths begin with the version: `v2.0/subscriber`. */
  readonly call: (method: string, path: string, body?: unknown, asked?: Asked) => Promise<Answer>;
  /** A subscriber to carts that change, at this address; his id. */
  readonly subscribe: (url: string, change?: Json) => Promise<number>;
  readonly tell: (...events: readonly OutgoingEvent[]) => Promise<void>;
};

export const cartEvent = (shop: Shop, number: number, change: Partial<OutgoingEvent> = {}): OutgoingEvent =>
  outgoingEvent(shop, {
    id: derivedEventId('test', shop.applicationId, String(number)),
    name: 'cart',
    type: 'update',
    at: 1_000 + number,
    sequenceKey: `cart/${number % 7}`,
    sequence: number,
    payload: { cart: { cart_id: String(number), success: true, items: [{ quantity: number }] } },
    ...change,
  });

export const subscriberBody = (url: string, change: Json = {}): Json => ({
  name: `receiver ${randomUUID()}`,
  webhook_url: url,
  provider: 'rest',
  association: { application_id: [], criteria: 'ALL' },
  status: 'active',
  email_id: 'ops@example.com',
  auth_meta: { type: 'hmac', secret: 'a secret of sixteen characters or more' },
  events: [{ slug: 'application/cart/update/v1' }],
  ...change,
});

export const webhookServer = async (engine: Engine, reached: Reach = reach): Promise<WebhookServer> => {
  const node = await newNode(engine);
  const [shop, otherShop] = [await newShop(node), await newShop(node)];
  const app = quietServer(node, {
    // SDKs come with a bearer token, the tests' own calls with what they are to be taken for.
    identify: async ({ headers }) =>
      saidCaller(headers.authorization === undefined ? headers : { ...headers, 'x-organization': shop.organizationId }),
  });
  await app.register(webhookRoutes, { desk: { node, reach: reached } });
  await app.ready();
  const call: WebhookServer['call'] = async (method, path, body, asked) => {
    const [version = '', ...rest] = path.split('/');
    const url = `/service/platform/webhook/${version}/company/${shop.companyId}/${rest.join('/')}`;
    const { statusCode, payload, headers } = await app.inject(serviceRequest(shop, { method, url, body }, asked));
    return { status: statusCode, body: payload === '' ? {} : (JSON.parse(payload) as Json), headers };
  };
  return {
    ...servedShops({ node, shop, otherShop, app }),
    call,
    subscribe: async (url, change) => {
      const { status, body } = await call('POST', 'v2.0/subscriber', subscriberBody(url, change));
      if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
      return Number(body['id']);
    },
    tell: async (...events) => {
      await node.db.commit(outboxStatements(events, node.now()));
    },
  };
};

/** Over the real network. */
export const networkSend =
  (node: Node, reached: Reach = reach): Send =>
  async ({ event }, subscriber) => {
    const { id, slug, sequence_key: sequenceKey, sequence } = event;
    const sent = { id, slug, sequenceKey, sequence, body: bodyFor(subscriber, event) };
    const { url, secrets } = await readReceiver(node, subscriber.id);
    return sendEvent(sent, { url, secrets, reach: reached, now: node.now });
  };

export const courierOf = (node: Node, send: Send, change: Partial<CourierOptions> = {}): Courier =>
  createCourier({
    db: node.db,
    now: node.now,
    stopwatch: node.stopwatch,
    chance: () => 0.5,
    send,
    subscribersOf: (companyIds) => readListening(node.db, companyIds),
    subscriber: (id) => readSubscriberById(node.db, id),
    lanes: { each: 4, all: 64 },
    leaseMs: 30_000,
    ...change,
  });

/** Hands out everything and delivers what is due until nothing is. */
export const deliverAll = async (courier: Courier): Promise<void> => {
  while ((await courier.spread()) > 0);
  while ((await courier.begin()) > 0) await courier.idle();
};
