/** The demo shop with carts of five lines in it, each of another guest: what benches of the whole program ask about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Variables } from '../test/commands/run-cartwright.ts';
import { SHED } from './interleaved.ts';
import { RANGE } from './settings.ts';
import { shopRange, type Sold } from './shop-range.ts';

export const cart = '/service/application/cart';
export const catalog = '/service/application/catalog/v1.0/products';
type Item = Pick<Sold, 'item_id' | 'item_size'>;

/** Nothing that limits one caller, who stands for many. */
export const unlimited: Variables = {
  CARTWRIGHT_LOG_LEVEL: 'error',
  CARTWRIGHT_WEBHOOKS: 'off',
  CARTWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '10000000',
  CARTWRIGHT_CALLER_REQUESTS_PER_MINUTE: '10000000',
};

export const json = async <T>(url: string, init: RequestInit): Promise<T> => {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

const NDJSON = 'application/x-ndjson';
/** Through the feeds, as a merchant's system brings them. */
export const bring = async (shop: Pick<DemoCarts, 'base' | 'credentials'>, kind: string, rows: readonly unknown[]) => {
  if (rows.length === 0) return;
  const answer = await fetch(
    `${shop.base}/service/platform/catalog/v1.0/company/${shop.credentials.company_id}/${kind}?verdicts=refused`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${await serviceToken(shop)}`, 'content-type': NDJSON },
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    },
  );
  const last = (await answer.text()).trim().split('\n').at(-1) ?? '';
  const { accepted } = JSON.parse(last) as { readonly accepted?: number };
  if (accepted !== rows.length) throw new Error(`${kind}: ${answer.status}, ${last}`);
};

/** Primes, so that what lies in one cart lies far apart in the range. */
const [NEXT_CART, NEXT_LINE] = [7, 389];
const LINES = 5;
/** One of them is dear, so that the cart is worth the demo's gift. */
const DEAR = 5_000;
const chosenFor = (at: number, sold: readonly Sold[], dear: readonly Sold[]): readonly Item[] => {
  const others = Array.from(
    { length: LINES - 1 },
    (_, line) => sold[(at * NEXT_CART + line * NEXT_LINE) % sold.length],
  );
  return [dear[at % dear.length], ...others].flatMap((one) =>
    one === undefined ? [] : [{ item_id: one.item_id, item_size: one.item_size }],
  );
};

const AT_ONCE = 16;
/** Each from an address of his own, or quotas would stop us. */
export const fillCarts = async (
  base: string,
  authorization: string,
  sold: readonly Sold[],
  count: number,
): Promise<readonly string[]> => {
  const dear = sold.filter(({ price }) => price >= DEAR);
  const shoppers: string[] = [];
  /** A node on a busy machine turns some away for the moment; a cart that is missing would be missing among its copies. */
  const fill = async (at: number): Promise<void> => {
    const chosen = chosenFor(at, sold, dear).map((item) => ({ ...item, quantity: 1 }));
    const answer = await fetch(`${base}${cart}/v2.0/detail`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
      },
      body: JSON.stringify({ items: chosen }),
    });
    const text = await answer.text();
    if (answer.status === SHED) {
      await pause(200);
      return fill(at);
    }
    if (!answer.ok) throw new Error(`cart ${at}: ${answer.status} ${text}`);
    shoppers.push(answer.headers.get('x-anonymous-id') ?? '');
    return undefined;
  };
  for (let at = 0; at < count; at += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, step) => fill(at + step)));
  }
  return shoppers;
};

export type Credentials = Readonly<
  Record<
    'application_id' | 'application_token' | 'company_id' | 'organization_id' | 'client_id' | 'client_secret',
    string
  >
>;
export type DemoCarts = {
  readonly base: string;
  readonly port: number;
  readonly authorization: string;
  readonly shoppers: readonly string[];
  readonly items: readonly Item[];
  /** A product that has a page. */
  readonly slug: string;
  readonly credentials: Credentials;
};

/** One address stands for all senders of events, of whom each may send a tenth of this. */
const MOST_EVENTS = 100_000_000;
const liftEvents = async (shop: Pick<DemoCarts, 'base' | 'credentials'>): Promise<unknown> => {
  const { company_id: company, application_id: id } = shop.credentials;
  return json(`${shop.base}/service/platform/configuration/v1.0/company/${company}/application/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await serviceToken(shop)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: { events_per_minute: MOST_EVENTS } }),
  });
};

/** What a storefront authenticates by. */
export const authorizationOf = ({ application_id: id, application_token: token }: Credentials): string =>
  `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`;

export const fillDemoShop = async (base: string, folder: string, count: number): Promise<DemoCarts> => {
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
  const authorization = authorizationOf(credentials);
  const { products, articles, sold } = shopRange(RANGE);
  await liftEvents({ base, credentials });
  await bring({ base, credentials }, 'products', products);
  await bring({ base, credentials }, 'articles', articles);
  const items = sold.map(({ item_id, item_size }): Item => ({ item_id, item_size }));
  const shoppers = await fillCarts(base, authorization, sold, count);
  return {
    base,
    port: Number(new URL(base).port),
    authorization,
    shoppers,
    items,
    slug: sold[0]?.slug ?? '',
    credentials,
  };
};

/** The same shop, served by another node. */
export const shopAt = (shop: DemoCarts, base: string): DemoCarts => ({
  ...shop,
  base,
  port: Number(new URL(base).port),
});

/** Of the service client, to act as a merchant's system. */
export const serviceToken = async ({ base, credentials }: Pick<DemoCarts, 'base' | 'credentials'>): Promise<string> => {
  const { client_id: user, client_secret: secret } = credentials;
  const { access_token: token } = await json<{ readonly access_token: string }>(`${base}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return token;
};
