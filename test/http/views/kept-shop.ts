/** The shop whose kept answers are held against made ones, what can change in it, and what is asked of it. */
import assert from 'node:assert/strict';
import { aProduct, anArticle } from '../../catalog/shop.ts';
import type { Engine } from '../../databases.ts';
import { openNodes } from './kept-nodes.ts';

export type Headers = Readonly<Record<string, string>>;
type Shown = { readonly status: number; readonly body: string; readonly headers: readonly (string | null)[] };
export const cart = '/service/application/cart';
export const catalog = '/service/application/catalog/v1.0/products';
export const paths = [
  `${cart}/v1.0/detail?i=true&b=true`,
  `${cart}/v1.0/detail?i=true&b=true&area_code=400001`,
  `${cart}/v1.0/detail`,
  `${cart}/v3.0/detail-light`,
  `${cart}/v1.0/basic`,
  `${cart}/v2.0/basic`,
  catalog,
  `${catalog}/product-1`,
];
const names = ['etag', 'last-modified', 'content-type', 'cache-control', 'vary', 'x-anonymous-id', 'set-cookie'];
/** Two answers of many thousand signs, where they part. */
export const difference = (a: Shown, b: Shown): string | undefined => {
  const heads = [`${a.status} ${a.headers.join()}`, `${b.status} ${b.headers.join()}`];
  if (heads[0] !== heads[1]) return heads.join(' instead of ');
  if (a.body === b.body) return undefined;
  const at = a.body.split('').findIndex((sign, index) => sign !== b.body[index]);
  return [a, b].map(({ body }) => body.slice(Math.max(0, at - 60), at + 60)).join(' instead of ');
};
export const ask = async (base: string, method: string, path: string, headers: Headers): Promise<Shown> => {
  const answer = await fetch(`${base}${path}`, { method, headers });
  // An answer that refuses names its request, and only that differs.
  const body = (await answer.text()).replace(/"request_id":"[^"]*"/, '');
  return { status: answer.status, body, headers: names.map((name) => answer.headers.get(name)) };
};

export const openKeptShop = async (engine: Engine) => {
  const nodes = await openNodes(engine);
  const { shop } = nodes;
  for (const item of [1, 2, 3, 4]) {
    const sizes = [{ quantity: 500 }, { quantity: 500, size: 'L' }, { quantity: 500, store_id: 2 }];
    await shop.shop.sell(item, sizes, { slug: `product-${item}` });
  }
  await shop.shop.promotion({
    promotion_type: 'free_gift_items',
    display_meta: { name: 'A gift' },
    buy_rules: { 'rule#1': { item_id: [1] } },
    discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [4] }, offer: { max_offer_quantity: 1 } }],
  });
  await shop.shop.coupon({ code: 'TEN', rule: [{ key: 1, value: 10 }] });
  const added = { items: [1, 2, 3].map((item_id) => ({ item_id, item_size: 'M', quantity: 2 })) };
  const guests = [shop.guest(), shop.guest()];
  for (const guest of guests) assert.equal((await guest('POST', `${cart}/v2.0/detail`, added)).status, 200);
  await shop.set({ currencies: ['USD'] });
  const shoppers = guests.map((guest) => ({ 'x-anonymous-id': guest.token() }));

  /** Asked twice, so that the second answer is a kept one. */
  const compare = async (method: string, path: string, headers: Headers, what: string): Promise<void> => {
    const { bases, authorization } = nodes;
    const given = { authorization, ...headers };
    const wanted = await ask(bases[2], method, path, given);
    for (const [at, base] of [bases[0], bases[1], bases[0], bases[1]].entries()) {
      const wrong = difference(await ask(base, method, path, given), wanted);
      assert.equal(wrong, undefined, `${what}: ${method} ${path}, time ${at + 1}: ${wrong}`);
    }
  };

  const changes: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
    stock: async (n) => nodes.shop.shop.feed('inventory', [{ uid: anArticle(1 + (n % 4)).uid, quantity: n % 7 }]),
    // More than any cart has of it, on both sides of a step by which the gift is chosen.
    plenty: async (n) => {
      const uids = [{}, { size: 'L' }, { store_id: 2 }].map((one) => anArticle(1 + (n % 4), one).uid);
      return nodes.shop.shop.feed('inventory', [{ uid: uids[n % 3], quantity: 123 + (n % 10) }]);
    },
    otherSize: async (n) =>
      nodes.shop.shop.feed('inventory', [{ uid: anArticle(1 + (n % 4), { size: 'L' }).uid, quantity: n % 3 }]),
    price: async (n) =>
      nodes.shop.shop.feed('articles', [
        anArticle(1 + (n % 4), {
          quantity: 500,
          prices: [{ marked: 90_900, effective: 500 + n, currency_code: 'INR' }],
        }),
      ]),
    product: async (n) => {
      const item = 1 + (n % 4);
      return nodes.shop.shop.feed('products', [aProduct(item, { slug: `product-${item}`, name: `Named ${n}` })]);
    },
    offer: async (n) =>
      nodes.shop.shop.promotion({
        promotion_type: 'percentage',
        display_meta: { name: `${n % 30}% off` },
        buy_rules: { 'rule#1': { item_id: [1 + (n % 3)] } },
        discount_rules: [
          {
            buy_condition: '( rule#1 )',
            discount_type: 'percentage',
            item_criteria: { item_id: [1 + (n % 3)] },
            offer: { discount_percentage: 1 + (n % 30) },
          },
        ],
      }),
    settings: async (n) =>
      nodes.shop.set({
        name: `Shop ${n}`,
        language: n % 3 === 0 ? 'de' : 'en',
        policy: { prices_include_tax: n % 2 === 0 },
      }),
    charges: async (n) =>
      nodes.shop.shop.configure({
        delivery_charges: { enabled: true, charges: [{ threshold: 100, charges: n % 90 }] },
      }),
    cart: async (n) => {
      const headers = { ...shoppers[n % shoppers.length], authorization: nodes.authorization };
      const body = JSON.stringify({ items: [{ item_id: 1 + (n % 3), item_size: 'M', quantity: 1 }] });
      const base = nodes.bases[n % 2] ?? '';
      const answer = await fetch(`${base}${cart}/v2.0/detail`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return answer.text();
    },
    coupon: async (n) => {
      const headers = { ...shoppers[n % shoppers.length], authorization: nodes.authorization };
      const answer = await fetch(`${nodes.bases[n % 2]}${cart}/v1.0/coupon`, {
        method: n % 3 === 0 ? 'DELETE' : 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: n % 3 === 0 ? null : JSON.stringify({ coupon_code: 'TEN' }),
      });
      return answer.text();
    },
    seller: async (n) => nodes.shop.shop.feed('sellers', [{ uid: 1, name: `Seller ${n}` }]),
    lane: async (n) =>
      nodes.shop.shop.feed('lanes', [
        { store_uid: 1, area: '4000*', journeys: { standard: { unit: 'days', min: 1, max: 2 + (n % 9) } } },
      ]),
    rate: async (n) =>
      nodes.shop.shop.feed('exchange-rates', [
        {
          from: 'INR',
          to: 'USD',
          rate: `0.01${n}`,
          valid_from: new Date(nodes.shop.shop.node.now() + 1000 * (n % 50) - 20_000).toISOString(),
        },
      ]),
    seconds: async (n) => (nodes.shop.shop.node.clock.at += 1000 * (1 + (n % 90))),
    nothing: async () => undefined,
  };
  return { nodes, shop, shoppers, compare, changes };
};
