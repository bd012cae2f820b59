/** Receivers that other people wrote: the library of Standard Webhooks, the extension kit, and the SDK's platform client. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { knownEvents } from '../../src/webhooks/subscribers/event-catalogue.ts';
import { engines } from '../databases.ts';
import { openReceiver, type Received } from './receiver.ts';
import { cartEvent, courierOf, deliverAll, type Json, networkSend, webhookServer } from './webhook-server.ts';

const require = createRequire(import.meta.url);
type KitConfig = Readonly<Record<string, unknown>>;
type Registry = {
  _fdkConfig: KitConfig;
  initialize: (config: KitConfig, fdkConfig: KitConfig) => Promise<void>;
  syncEvents: (client: KitConfig) => Promise<void>;
  enableSalesChannelWebhook: (client: KitConfig, applicationId: string) => Promise<void>;
  processWebhook: (request: { headers: unknown; body: unknown }) => Promise<void>;
};
const { WebhookRegistry } = require('@gofynd/fdk-extension-javascript/express/webhook') as {
  WebhookRegistry: new (retries: unknown) => Registry;
};
const { RetryManger } = require('@gofynd/fdk-extension-javascript/express/retry_manager') as {
  RetryManger: new () => unknown;
};
const PlatformWebhook = require('@gofynd/fdk-client-javascript/sdk/platform/Webhook/WebhookPlatformClient') as new (
  config: KitConfig,
) => Readonly<Record<string, (options?: KitConfig) => Promise<Json>>>;

const oldSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const API_SECRET = 'the secret of the extension';

const headersOf = ({ headers }: Received): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const [sqlite] = engines;
describe('receivers of others', async () => {
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const [server, receiver] = [await webhookServer(sqlite), await openReceiver()];
  // The library compares with the real clock.
  server.node.clock.at = Date.now();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const cluster = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  after(async () => {
    await server.close();
    await receiver.close();
  });
  const received = async (): Promise<Received> => {
    receiver.received.length = 0;
    await deliverAll(courierOf(server.node, networkSend(server.node)));
    const [one, ...others] = receiver.received;
    assert.ok(one !== undefined && others.length === 0);
    return one;
  };

  test('the library of Standard Webhooks takes every live secret, and no other', async () => {
    const { node, shop } = server;
    const id = await server.subscribe(receiver.url, { auth_meta: { type: 'hmac', secret: oldSecret } });
    const rotated = await server.call('POST', `v1.0/subscriber/${id}/secret`, {});
    const newSecret = String(rotated.body['secret']);
    await server.tell(cartEvent(shop, 1));
    const one = await received();
    for (const secret of [oldSecret, newSecret]) {
      const event = new Webhook(secret).verify(one.body, headersOf(one)) as { event: { id: string } };
      assert.equal(event.event.id, one.headers['webhook-id']);
    }
    const changed = one.body.replace('"success":true', '"success":false');
    assert.throws(() => new Webhook(newSecret).verify(changed, headersOf(one)));
    assert.throws(() =>
      new Webhook(`whsec_${Buffer.from('another').toString('base64')}`).verify(one.body, headersOf(one)),
    );
    node.clock.at += 25 * 3_600_000;
    await server.tell(cartEvent(shop, 2));
    const late = await received();
    const [timestamp, signature] = [late.headers['webhook-timestamp'], late.headers['webhook-signature']];
    assert.equal(String(signature).split(' ').length, 1, 'the overlap is over');
    assert.equal(timestamp, String(Math.floor(node.clock.at / 1000)));
    node.clock.at = Date.now();
    await server.call('PUT', 'v2.0/subscriber', { id, provider: 'rest', status: 'inactive' });
  });

  test('the extension kit registers itself and takes what it is sent', async () => {
    const { shop } = server;
    const registry = new WebhookRegistry(new RetryManger());
    const taken: unknown[] = [];
    const handler = async (name: string, body: Json, companyId: number, applicationId: string): Promise<void> => {
      taken.push([name, body['contains'], companyId, applicationId]);
    };
    const client = { config: { companyId: shop.companyId, oauthClient: { getAccessToken: async () => 'token' } } };
    await registry.initialize(
      {
        notification_email: 'kit@example.com',
        api_path: '/hook',
        subscribed_saleschannel: 'specific',
        event_map: {
          'application/cart/update': { version: '1', handler },
          'click/product_view/click': { version: '1', handler, filters: { query: '$.product_id' }, reducer: {} },
        },
      },
      { api_key: 'kit', api_secret: API_SECRET, base_url: `http://127.0.0.1:${receiver.port}`, cluster },
    );
    await registry.syncEvents(client);
    await registry.enableSalesChannelWebhook(client, shop.applicationId);
    await registry.syncEvents(client);
    const list = await server.call('GET', 'v1.0/extension/kit/subscriber');
    const [subscriber, ...others] = list.body['items'] as readonly Json[];
    const { application_id } = (subscriber?.['association'] ?? {}) as Json;
    assert.deepEqual([others.length, application_id], [0, [shop.applicationId]]);

    await server.tell(cartEvent(shop, 3));
    const { headers, body } = await received();
    await registry.processWebhook({ headers, body: JSON.parse(body) });
    assert.deepEqual(taken, [['application/cart/update/v1', ['cart'], shop.companyId, shop.applicationId]]);
    const forged = { headers: { ...headers, 'x-fp-signature': '0'.repeat(64) }, body: JSON.parse(body) as unknown };
    await assert.rejects(registry.processWebhook(forged), /Signature/);

    receiver.received.length = 0;
    await server.call('POST', 'v1.0/subscriber/ping', { webhook_url: receiver.url });
    const [ping] = receiver.received;
    await registry.processWebhook({ headers: {}, body: JSON.parse(ping?.body ?? '') });
    assert.equal(taken.length, 1, 'a ping is for nobody');
  });

  test('the SDK’s platform client reads every answer as its models want it', async () => {
    const { shop } = server;
    const options = { strictResponseCheck: true };
    const oauthClient = { getAccessToken: async () => 'token' };
    const webhook = new PlatformWebhook({
      domain: cluster,
      companyId: shop.companyId,
      options,
      oauthClient,
      extraHeaders: [],
    });
    const body = {
      name: 'sdk',
      webhook_url: receiver.url,
      provider: 'rest',
      association: { application_id: [], criteria: 'ALL' },
      status: 'active',
      email_id: 'sdk@example.com',
      auth_meta: { type: 'hmac', secret: API_SECRET },
      events: [{ slug: 'application/cart/create/v1' }],
    };
    const call = (name: string, given?: KitConfig): Promise<Json> => {
      const method = webhook[name];
      if (method === undefined) throw new Error(`the SDK has no ${name}`);
      return method.call(webhook, given);
    };
    const { id } = await call('registerSubscriberToEventV2', { body });
    const { events: _, provider: __, ...first } = body;
    await call('registerSubscriberToEvent', { body: { ...first, name: 'sdk one', event_id: [102] } });
    await call('updateSubscriberV2', { body: { id, provider: 'rest', status: 'inactive' } });
    await call('updateSubscriberConfig', { body: { id, event_id: [101, 102] } });
    const read = await call('getSubscriberById', { subscriberId: id });
    assert.equal((read['event_configs'] as readonly Json[]).length, 2);
    await call('getSubscribersByCompany', { pageNo: 1, pageSize: 20 });
    await call('getSubscribersByExtensionId', { extensionId: 'client', pageNo: 1, pageSize: 20 });
    const events = await call('fetchAllEventConfigurations', {});
    assert.equal((events['event_configs'] as readonly Json[]).length, knownEvents.length);
  });
});
