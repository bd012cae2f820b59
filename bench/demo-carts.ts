/** The demo shop with carts of five lines in it, each of another guest: what benches of the whole program ask about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../test/commands/run-cartwright.ts';

export const cart = '/service/application/cart';
export const catalog = '/service/application/catalog/v1.0/products';
type Headers = Readonly<Record<string, string>>;
type Item = { readonly item_id: number; readonly item_size: string };
type Sold = Item & { readonly slug: string };

/** Nothing that limits one caller, who stands for many. */
export const unlimited: Variables = {
  CARTWRIGHT_LOG_LEVEL: 'error',
  CARTWRIGHT_WEBHOOKS: 'off',
  CARTWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '10000000',
};

const json = async <T>(url: string, init: RequestInit): Promise<T> => {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
};

/** Things of the demo shop that can be bought, one size of each. */
const sellable = async (base: string, headers: Headers): Promise<readonly Sold[]> => {
  type Listed = { readonly items: readonly { readonly slug: string }[] };
  type Shown = {
    readonly uid: number;
    readonly sizes: readonly { readonly value: string; readonly quantity: number }[];
  };
  const { items } = await json<Listed>(`${base}${catalog}?page_size=60`, { headers });
  const found: Sold[] = [];
  for (const { slug } of items) {
    const { uid, sizes } = await json<Shown>(`${base}${catalog}/${slug}`, { headers });
    const size = sizes.find(({ quantity }) => quantity > 10);
    if (size !== undefined) found.push({ item_id: uid, item_size: size.value, slug });
  }
  return found;
};

/** Each from an address of his own, or quotas would stop us. */
const fillCarts = async (
  base: string,
  authorization: string,
  items: readonly Item[],
  count: number,
): Promise<readonly string[]> => {
  const shoppers: string[] = [];
  const fill = async (at: number): Promise<void> => {
    const chosen = [0, 1, 2, 3, 4].map((step) => ({ ...items[(at * 7 + step * 3) % items.length], quantity: 1 }));
    const answer = await fetch(`${base}${cart}/v2.0/detail`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
      },
      body: JSON.stringify({ items: chosen }),
    });
    await answer.text();
    shoppers.push(answer.headers.get('x-anonymous-id') ?? '');
  };
  for (let at = 0; at < count; at += 8) {
    await Promise.all(Array.from({ length: Math.min(8, count - at) }, (_, step) => fill(at + step)));
  }
  return shoppers;
};

type Credentials = Readonly<
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

export const fillDemoShop = async (base: string, folder: string, count: number): Promise<DemoCarts> => {
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
  const { application_id: id, application_token: token } = credentials;
  const authorization = `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`;
  const sold = await sellable(base, { authorization });
  const items = sold.map(({ item_id, item_size }): Item => ({ item_id, item_size }));
  const shoppers = await fillCarts(base, authorization, items, count);
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
