/**
 * A kept answer is the answer that would be made: whatever changes, on whichever node, two nodes that keep answers give the
 * same bytes as one that keeps none. Each has its own connection to the database, as in two processes.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { array, assert as holds, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { aProduct, anArticle } from '../../catalog/shop.ts';
import { forEachEngine } from '../../databases.ts';
import { openNodes } from './kept-nodes.ts';
import { runs } from '../../laws/runs.ts';

type Headers = Readonly<Record<string, string>>;
type Shown = { readonly status: number; readonly body: string; readonly headers: readonly (string | null)[] };
const cart = '/service/application/cart';
const catalog = '/service/application/catalog/v1.0/products';
const paths = [
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
const difference = (a: Shown, b: Shown): string | undefined => {
  const heads = [`${a.status} ${a.headers.join()}`, `${b.status} ${b.headers.join()}`];
  if (heads[0] !== heads[1]) return heads.join(' instead of ');
  if (a.body === b.body) return undefined;
  const at = a.body.split('').findIndex((sign, index) => sign !== b.body[index]);
  return [a, b].map(({ body }) => body.slice(Math.max(0, at - 60), at + 60)).join(' instead of ');
};
const ask = async (base: string, method: string, path: string, headers: Headers): Promise<Shown> => {
  const answer = await fetch(`${base}${path}`, { method, headers });
  // An answer that refuses names its request, and only that differs.
  const body = (await answer.text()).replace(/"request_id":"[^"]*"/, '');
  return { status: answer.status, body, headers: names.map((name) => answer.headers.get(name)) };
};

forEachEngine(async (engine) => {
  const nodes = await openNodes(engine);
  after(() => nodes.close());
  const { shop } = nodes;
  for (const item of [1, 2, 3, 4]) {
    const sizes = [{ quantity: 500 }, { quantity: 500, size: 'L' }];
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
    settings: async (n) => nodes.shop.set({ name: `Shop ${n}`, policy: { prices_include_tax: n % 2 === 0 } }),
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

  describe('kept answers', () => {
    test('are what would be answered now, whatever changes', async () => {
      const step = record({
        change: constantFrom(...Object.keys(changes)),
        n: nat(10_000),
        path: constantFrom(...paths),
        method: constantFrom('GET', 'GET', 'GET', 'HEAD'),
        shopper: nat(1),
        currency: constantFrom({}, { 'x-currency-code': 'USD' }),
      });
      await holds(
        asyncProperty(array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
          for (const { change, n, path, method, shopper, currency } of steps) {
            await changes[change]?.(n);
            const asked = method === 'HEAD' ? `${cart}/v1.0/detail` : path;
            await compare(method, asked, { ...shoppers[shopper], ...currency }, `after ${change} ${n}`);
            await compare('GET', paths[1] ?? '', { ...shoppers[0], ...currency }, `after ${change} ${n}`);
          }
        }),
        { numRuns: runs(6) },
      );
      assert.ok((await nodes.kept()) > 50, 'answers were kept');
    });

    test('hold nothing of a version that is gone: a node that has just started says the same', async () => {
      const { bases, authorization } = nodes;
      for (const change of ['seller', 'product', 'price', 'offer', 'lane', 'charges', 'settings']) {
        await changes[change]?.(101);
        for (const shopper of shoppers) await ask(bases[0], 'GET', paths[1] ?? '', { authorization, ...shopper });
        await changes[change]?.(202);
      }
      // A promise in minutes, asked for within a minute and then at the very end of it.
      const standard = { unit: 'minutes', min: 20, max: 40 };
      await nodes.shop.shop.feed('lanes', [{ store_uid: 1, area: '4000*', journeys: { standard } }]);
      const { clock } = nodes.shop.shop.node;
      clock.at = Math.ceil(clock.at / 60_000 + 1) * 60_000 - 30_000;
      await ask(bases[0], 'GET', paths[1] ?? '', { authorization, ...shoppers[0] });
      clock.at += 30_000;
      const fresh = await nodes.fresh();
      try {
        for (const path of paths) {
          for (const currency of [{}, { 'x-currency-code': 'USD' }]) {
            const given = { authorization, ...shoppers[0], ...currency };
            const wanted = await ask(fresh.base, 'GET', path, given);
            for (const base of bases) {
              assert.equal(difference(await ask(base, 'GET', path, given), wanted), undefined, path);
            }
          }
        }
      } finally {
        await fresh.close();
      }
    });

    test('change only with what they show: nothing by reading, and by stock those that show it', async () => {
      const [base] = nodes.bases;
      // Within a minute: at its very end an answer is one of that moment.
      nodes.shop.shop.node.clock.at += 1000;
      const others = [shop.guest(), shop.guest()];
      for (const [at, guest] of others.entries()) {
        const items = [{ item_id: 2 + at, item_size: 'M', quantity: 1 }];
        assert.equal((await guest('POST', `${cart}/v2.0/detail`, { items })).status, 200);
      }
      const read = async (at: number): Promise<void> => {
        const shopper = { authorization: nodes.authorization, 'x-anonymous-id': others[at]?.token() ?? '' };
        for (const path of paths.slice(0, 6)) {
          assert.equal((await ask(base, 'GET', path, shopper)).status, 200);
        }
      };
      for (const at of [0, 1, 0, 1]) await read(at);
      const [before, given] = [await nodes.changed(), await nodes.kept()];
      for (const at of [0, 1, 0, 1]) await read(at);
      assert.equal(await nodes.kept(), given + 24);
      assert.equal(await nodes.changed(), before, 'nobody wrote');
      await changes['cart']?.(0);
      await nodes.shop.shop.feed('inventory', [{ uid: anArticle(3).uid, quantity: 77 }]);
      await read(0);
      assert.equal(await nodes.changed(), before, 'neither his cart nor his goods');
      await read(1);
      const overtaken = await nodes.changed();
      assert.ok(overtaken > before, 'what shows the article');
      for (const at of [0, 1]) await read(at);
      assert.equal(await nodes.changed(), overtaken, 'once');
      const ofOtherSize = async (quantity: number): Promise<void> => {
        await nodes.shop.shop.feed('inventory', [{ uid: anArticle(3, { size: 'L' }).uid, quantity }]);
        for (const at of [0, 1]) await read(at);
      };
      await ofOtherSize(76);
      const settled = await nodes.changed();
      for (const quantity of [75, 74]) await ofOtherSize(quantity);
      assert.equal(await nodes.changed(), settled, 'how much there is of another size is not shown');
      await ofOtherSize(0);
      assert.ok((await nodes.changed()) > settled, 'that there is none left is');
    });

    test('are made anew by one of those who ask at once', async () => {
      const [base] = nodes.bases;
      const headers = { authorization: nodes.authorization };
      await ask(base, 'GET', catalog, headers);
      await nodes.shop.shop.feed('inventory', [{ uid: anArticle(1).uid, quantity: 41 }]);
      const before = await nodes.changed();
      const given = await Promise.all(Array.from({ length: 12 }, () => ask(base, 'GET', catalog, headers)));
      const wanted = await ask(nodes.bases[2], 'GET', catalog, headers);
      assert.deepEqual([...new Set(given.map(({ body }) => body))], [wanted.body]);
      assert.equal(await nodes.changed(), before + 1);
    });

    test('go to nobody else, and end with what they were proven by', async () => {
      const path = paths[0] ?? '';
      await compare('GET', path, shoppers[0] ?? {}, 'first');
      await compare('GET', path, shoppers[1] ?? {}, 'another shopper');
      const { bases, authorization } = nodes;
      const strangers = [
        await ask(bases[0], 'GET', path, { authorization }),
        await ask(bases[0], 'GET', path, { authorization }),
      ];
      assert.notDeepEqual(strangers[0], strangers[1], 'each of two strangers becomes a shopper of his own');
      await compare('GET', path, { ...shoppers[0], authorization: 'Bearer d3Jvbmc6dG9rZW4=' }, 'another token');
      const added = { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] };
      const customer = await nodes.shop.customer('u1');
      assert.equal((await customer('POST', `${cart}/v2.0/detail`, added)).status, 200);
      const token = { 'x-customer-token': await nodes.shop.tokenOf('u1') };
      await compare('GET', path, token, 'a customer');
      await nodes.shop.set({ customer_token_secret: 'another shared secret of thirty-two bytes' });
      await compare('GET', path, token, 'a customer whose secret was replaced');
    });

    test('go packed to whoever takes them so, and are the same', async () => {
      const { bases, authorization } = nodes;
      const read = async (accepted: string) => {
        const headers = { authorization, ...shoppers[0], 'accept-encoding': accepted };
        const answer = await fetch(`${bases[0]}${paths[0]}`, { headers });
        const names = ['content-encoding', 'etag', 'content-type'].map((name) => answer.headers.get(name));
        return { names, body: await answer.text(), length: Number(answer.headers.get('content-length')) };
      };
      const plain = await read('identity');
      let packed = await read('gzip, br');
      for (let tries = 0; packed.names[0] === null && tries < 2_000; tries += 1) packed = await read('gzip, br');
      assert.deepEqual([packed.names, packed.body], [['gzip', ...plain.names.slice(1)], plain.body]);
      assert.ok(packed.length < plain.length / 3, `${packed.length} of ${plain.length} bytes`);
      for (const accepted of ['identity', 'br', 'gzip;q=0', 'br, gzip; q=0.0']) {
        assert.deepEqual(await read(accepted), plain, accepted);
      }
    });

    test('say 304 to who has them', async () => {
      const { bases, authorization } = nodes;
      const headers = { authorization, ...shoppers[0] };
      const first = await fetch(`${bases[0]}${paths[0]}`, { headers });
      await first.text();
      const tag = first.headers.get('etag') ?? '';
      for (const base of bases) {
        await (await fetch(`${base}${paths[0]}`, { headers })).text();
        const again = await fetch(`${base}${paths[0]}`, { headers: { ...headers, 'if-none-match': tag } });
        assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag]);
      }
    });

    test('are kept also when all that was said of them is 304', async () => {
      const { bases, authorization, shop } = nodes;
      shop.shop.node.clock.at += 61_000;
      const headers = { authorization, ...shoppers[0], 'if-none-match': '*' };
      const before = await nodes.kept();
      const heads = [];
      for (const base of [bases[2], bases[0], bases[0]]) {
        const said = await ask(base, 'GET', paths[0] ?? '', headers);
        assert.deepEqual([said.status, said.body], [304, '']);
        heads.push(said.headers);
      }
      assert.deepEqual(heads, [heads[0], heads[0], heads[0]]);
      assert.equal(await nodes.kept(), before + 1);
    });
  });
});
