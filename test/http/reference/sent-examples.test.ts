/** Whoever sends the examples of openapi.json to the demo shop, with his own ids in them, is never refused. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { requestExamples } from '../../../src/contract/examples/request-examples.ts';
import { engines } from '../../databases.ts';
import { openShippedShop, type ShippedShop } from '../../demo/shipped-shop.ts';
import { openProviders } from '../../orders/provider-double.ts';
import {
  catalogScene,
  deskScene,
  eventScene,
  offerScene,
  peopleScene,
  providerScene,
} from './example-merchant-scenes.ts';
import { orderScene, shopperScene } from './example-scenes.ts';
import { exampleSender, operations, printedBody } from './example-sender.ts';

/** Not sent, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  authorizeCompany: 'leads a person to the page of consent',
  authorizeOrganization: 'leads a person to the page of consent',
  cancelImport: 'only while rows are read, which is over at once for a file of one',
  resumeImport: 'only after it was cancelled',
  hearProvider: 'only a provider can sign it: orders/providers.test.ts',
  sendRefund: 'only of a payment by a provider: orders/providers.test.ts',
  tailEvents: 'a stream that does not end: events/tail',
  getCouponCode: 'codes are made in the background',
  getExtensionDetails: 'only of a client that is an extension: sdk/kit.test.ts',
};

const paymentSecret = 'a payment secret of thirty-two bytes or more';

describe('the examples of openapi.json', () => {
  let shop: ShippedShop;
  let providers: Awaited<ReturnType<typeof openProviders>>;
  before(async () => {
    const [engine] = engines;
    assert.ok(engine);
    providers = await openProviders();
    shop = await openShippedShop(engine, { CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true' });
  });
  after(async () => {
    await shop.close();
    await providers.close();
  });

  test('are there for every operation that takes a body, and for no other', () => {
    const taking = [...operations.values()].filter((one) => printedBody(one) !== undefined);
    const without = taking
      .filter((one) => printedBody(one)?.example === undefined)
      .map(({ operationId }) => operationId);
    assert.deepEqual(without, []);
    const known = new Set(taking.map(({ operationId }) => operationId));
    assert.deepEqual(
      Object.keys(requestExamples).filter((name) => !known.has(name)),
      [],
    );
  });

  test('are taken by the demo shop, each in its turn', async () => {
    const { credentials: known, url } = shop;
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const application = `Bearer ${Buffer.from(`${known.application_id}:${known.application_token}`).toString('base64')}`;
    const client = basic(`${known.client_id}:${known.client_secret}`);
    const granted = await fetch(`${url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: client },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await granted.json()) as { readonly access_token: string };
    const signIn = await shop.call('POST', '/demo/sign-in', { user_id: 'demo-asha' });
    const entered = await fetch(`${url}/console/enter`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ token: known.operator.link_token }),
    });
    const callers = {
      application: { authorization: application, 'x-customer-token': String(signIn.body['customer_token']) },
      service: { authorization: `Bearer ${access_token}` },
      client: { authorization: client },
      operator: {
        cookie: entered.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; '),
        'sec-fetch-site': 'same-origin',
      },
      none: { authorization: application },
    };
    await shop.service('PATCH', '/service/platform/configuration/v1.0/company/{company}/application/{application}', {
      payment_secret: paymentSecret,
      requests_per_minute: 1_000_000,
    });
    const { organization_id, company_id, application_id } = known;
    const lasting = { organization_id, company_id, application_id, slug: 'harbour-crew-tee-navy', provider: 'stripe' };
    const { send, sent, refused } = exampleSender(shop, callers, lasting);
    const stage = { send, shop, paymentSecret, providersUrl: providers.url };
    for (const scene of [
      shopperScene,
      deskScene,
      offerScene,
      catalogScene,
      orderScene,
      providerScene,
      eventScene,
      peopleScene,
    ]) {
      await scene(stage).catch((error: unknown) => refused.push(String(error)));
    }
    assert.deepEqual(refused, []);
    const unsent = [...operations.keys()].filter((name) => !sent.has(name) && elsewhere[name] === undefined);
    assert.deepEqual(unsent, []);
  });
});
