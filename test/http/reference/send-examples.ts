/** Every example of openapi.json, sent to a demo shop in an order in which each can be taken. */
import type { ShippedShop } from '../../demo/shipped-shop.ts';
import {
  catalogScene,
  deskScene,
  eventScene,
  offerScene,
  peopleScene,
  providerScene,
} from './example-merchant-scenes.ts';
import { orderScene, shopperScene } from './example-scenes.ts';
import { exampleSender, type Watch } from './example-sender.ts';

export const paymentSecret = 'a payment secret of thirty-two bytes or more';

type Sent = { readonly sent: ReadonlySet<string>; readonly refused: readonly string[] };

const allScenes = [
  shopperScene,
  deskScene,
  offerScene,
  catalogScene,
  orderScene,
  providerScene,
  eventScene,
  peopleScene,
];

export const sendExamples = async (
  shop: ShippedShop,
  providersUrl: string,
  watch?: Watch,
  scenes: readonly (typeof allScenes)[number][] = allScenes,
): Promise<Sent> => {
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
  const { send, sent, refused } = exampleSender(shop, callers, lasting, watch);
  const stage = { send, shop, paymentSecret, providersUrl };
  for (const scene of scenes) {
    await scene(stage).catch((error: unknown) => refused.push(String(error)));
  }
  return { sent, refused };
};
