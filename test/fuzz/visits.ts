/**
 * Requests that are right, so that the fuzzer starts behind the first refusal: what a shopper, a customer, a merchant and a
 * program that asks an operator for his consent do on an ordinary day.
 */
import type { Pair } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import { type Go, goerOf } from './go.ts';
import type { Lane } from './lane.ts';
import { merchantVisits } from './merchant-visits.ts';
import type { Api } from './operations.ts';
import { browse, customerVisits, shopperVisits } from './shopper-visits.ts';

const panel = '/service/panel/authentication/v1.0/organization/{organization}/oauth';
const form = 'application/x-www-form-urlencoded';
const home = 'https://back.invalid/here';
/** PKCE of RFC 7636: a verifier and its challenge. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** A program asks, the operator agrees, and the program fetches its tokens. */
const consent = async (go: Go, shop: FuzzShop): Promise<void> => {
  const { client_id, client_secret } = shop.program;
  const asked = new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: home,
    scope: 'openid company/products/read',
    state: 'x',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  await go('operator', `GET ${panel}/authorize?${asked}`);
  const began = await go('operator', `GET /oidc/auth?${asked}`);
  const page = new URL(began.headers['location'] ?? '/oidc/consent/x', shop.base).pathname;
  const shown = await go('operator', `GET ${page}`);
  const form_token = /name="form_token" value="([^"]+)"/.exec(shown.body.toString())?.[1] ?? '';
  const agreed = await go('operator', `POST ${page}`, { form_token, decision: 'allow' }, { type: form });
  const back = new URL(agreed.headers['location'] ?? '/', shop.base).pathname;
  const ended = await shop.send({
    method: 'GET',
    target: back,
    headers: shop.credentialsOf('operator'),
    body: undefined,
  });
  const location = 'silence' in ended ? '' : (ended.headers['location'] ?? '');
  const code = URL.parse(location)?.searchParams.get('code') ?? '';
  const own = { client_id, client_secret };
  const exchange = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: home,
  };
  const { json } = await go('stranger', 'POST /oidc/token', { ...own, ...exchange }, { type: form });
  const refresh = { grant_type: 'refresh_token', refresh_token: json['refresh_token'] ?? 'x' };
  await go('stranger', `POST ${panel}/token`, { ...own, ...refresh }, { type: form });
  await go('stranger', `POST ${panel}/token`, { ...own, grant_type: 'client_credentials' });
  await go(
    'stranger',
    'POST /oidc/token/introspection',
    { ...own, token: json['access_token'] ?? 'x' },
    { type: form },
  );
  await go('stranger', 'GET /oidc/me', undefined, {
    headers: [['authorization', `Bearer ${String(json['access_token'])}`]],
  });
};

/** Each lane has a visitor with a cart of his own. What is there once in a shop, the first lane does for all. */
export const makeVisits = async (api: Api, shop: FuzzShop, lanes: readonly Lane[]): Promise<void> => {
  const together = goerOf(api, shop, lanes);
  const keyOf = (lane: Lane | undefined) => (): Pair => [
    'idempotency-key',
    `visit-${lane?.number ?? ''}-${lane?.random.next() ?? ''}`,
  ];
  const goods = await browse(together, lanes);
  const visited = lanes.map((lane) =>
    shopperVisits(goerOf(api, shop, [lane]), 'visitor', goods.slice(lane.number % 9), keyOf(lane)),
  );
  const [bought] = await Promise.all(visited);
  const key = keyOf(lanes[0]);
  const customer = async (): Promise<void> => {
    await shopperVisits(together, 'customer', goods, key);
    await customerVisits(together, goods);
  };
  const merchant = async (): Promise<void> => {
    if (bought !== undefined) await merchantVisits({ go: together, shop, slug: 'fuzz', key }, bought);
  };
  await Promise.all([customer(), merchant(), consent(together, shop)]);
};
