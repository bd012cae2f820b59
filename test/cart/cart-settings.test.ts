import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { cartSweep } from '../../src/cart/store/retention.ts';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { type ItemAnswer, openCartServer } from './cart-server.ts';

const DAY = 86_400_000;
const price = { currency_code: 'INR', marked: 100, effective: 100 };
const shirt = { items: [{ item_id: 1, item_size: 'M' }] };
const detail = '/v1.0/detail?i=true';

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 50, prices: [price] }]);

  const retention = { anonymous_days: 2, customer_days: 4, archived_days: 3, share_days: 5, history_days: 6 };
  const now = (): number => server.shop.node.clock.at;
  const endOf = async (table: string, order = 'expires_at'): Promise<number> => {
    const row = await server.shop.node.db.one<{ expires_at: number }>(
      `select expires_at from ${table} order by ${order} desc limit 1`,
    );
    return ((row?.expires_at ?? 0) - now()) / DAY;
  };

  describe('retention of an application', () => {
    test('is a month or a year when nothing is said', async () => {
      await server.visitor()('POST', detail, shirt);
      assert.equal(await endOf('cart'), 30);
      assert.equal(await endOf('cart_history'), 365);
    });

    test('counts from the next write of a cart, its history, its copies and its shares', async () => {
      await server.set({ cart: { retention } });
      server.shop.node.clock.at += 1;
      const newest = 'created_at';
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      assert.equal(await endOf('cart', newest), 2);
      assert.equal(await endOf('cart_history', newest), 6);
      await visitor('POST', '/v1.0/share-cart', {});
      assert.equal(await endOf('cart_share', newest), 5);
      const customer = await server.customer('asha');
      server.shop.node.clock.at += 1;
      const { body } = await customer('POST', detail, shirt);
      assert.equal(await endOf('cart', newest), 4);
      await customer('PUT', `/v1.0/cart_archive?id=${String(body.cart.id)}`);
      assert.equal(await endOf('cart_archive', 'archived_at'), 3);
    });

    test('decides what a sweep takes away', async () => {
      const { db } = server.shop.node;
      const left = async (table: string): Promise<number> =>
        (await db.one<{ n: number }>(`select count(*) as n from ${table} where expires_at > ?`, [now()]))?.n ?? -1;
      const all = async (table: string): Promise<number> =>
        (await db.one<{ n: number }>(`select count(*) as n from ${table}`))?.n ?? -1;
      server.shop.node.clock.at += 5 * DAY;
      const expected = await Promise.all(['cart', 'cart_history', 'cart_archive', 'cart_share'].map(left));
      await cartSweep(db).run(now());
      const kept = await Promise.all(['cart', 'cart_history', 'cart_archive', 'cart_share'].map(all));
      assert.deepEqual(kept, expected);
      assert.deepEqual([kept[2], kept[3]], [0, 0], 'copies and shares of three and five days are gone');
      assert.ok((kept[1] ?? 0) > 1, 'a history of six days is still there');
    });

    test('goes with what is restored', async () => {
      const customer = await server.customer('bela');
      const { body } = await customer('POST', detail, shirt);
      await customer('PUT', `/v1.0/cart_archive?id=${String(body.cart.id)}`);
      const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/carts`;
      const number = String(body.cart.cart_id);
      const copies = await staff({ method: 'GET', url: `${path}/${number}/archived` });
      const [copy] = copies.json<{ readonly items: readonly { readonly id: string }[] }>().items;
      server.shop.node.clock.at += 3_600_000;
      const restored = await staff({ method: 'POST', url: `${path}/${number}/archived/${copy?.id ?? ''}/restore` });
      assert.equal(restored.statusCode, 200, restored.payload);
      assert.equal(await endOf('cart', 'modified_at'), 4);
      assert.equal(await endOf('cart_history', 'created_at'), 6);
    });

    test('is from a day to ten years', async () => {
      const bad = { ...retention, share_days: 0 };
      const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const { companyId, applicationId } = server.shop;
      const url = `/service/platform/configuration/v1.0/company/${companyId}/application/${applicationId}`;
      for (const days of [0, 3_651, 1.5]) {
        const answer = await staff({
          method: 'PATCH',
          url,
          payload: { cart: { retention: { ...bad, share_days: days } } },
        });
        assert.equal(answer.statusCode, 400, answer.payload);
      }
    });
  });

  describe('assignment of articles', () => {
    test('takes the strategies and levels there are, and no other word', async () => {
      const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const { companyId, applicationId } = server.shop;
      const url = `/service/platform/configuration/v1.0/company/${companyId}/application/${applicationId}`;
      const set = async (assignment: object): Promise<number> =>
        (await staff({ method: 'PATCH', url, payload: { cart: { article_assignment: assignment } } })).statusCode;
      for (const word of ['constructor', 'toString', 'app-config', '']) {
        assert.equal(await set({ strategy: word, level: 'store' }), 400, word);
        assert.equal(await set({ strategy: 'optimal', level: word }), 400, word);
      }
      assert.equal(await set({ strategy: 'low-price', level: 'single-company' }), 200);
      assert.equal(await set({ strategy: 'optimal', level: 'multi-companies' }), 200);
    });

    test('goes on with a word that was stored before it was refused', async () => {
      const { db } = server.shop.node;
      const stored = `update application set settings = replace(settings, '"strategy":"optimal"', '"strategy":"constructor"')`;
      await db.commit([{ sql: `${stored}, version = version + 1` }]);
      const { status, body } = await server.visitor()('POST', detail, shirt);
      assert.deepEqual([status, body.success], [200, true]);
      await server.set({ cart: { article_assignment: { strategy: 'optimal', level: 'multi-companies' } } });
    });
  });

  describe('ways of fulfilment', () => {
    const modeOf = async (item: object): Promise<unknown> => {
      const { body } = await server.visitor()('POST', `${detail}&area_code=400001`, {
        items: [{ item_id: 1, item_size: 'M', ...item }],
      });
      const [outcome] = Object.values<ItemAnswer>(body.result as Readonly<Record<string, ItemAnswer>>);
      const line = body.cart?.items?.[0];
      return outcome?.success === true
        ? [line?.fulfillment_mode, (line?.fulfillment_mode_info ?? []).map(({ slug }) => slug)]
        : outcome?.error_code;
    };

    test('are brought home and picked up when nothing is said', async () => {
      const both = ['home_delivery', 'store_pickup'];
      assert.deepEqual(await modeOf({}), ['home_delivery', both]);
      assert.deepEqual(await modeOf({ order_type: 'PickAtStore' }), ['store_pickup', both]);
      assert.deepEqual(await modeOf({ fulfillment_mode: 'store_pickup' }), ['store_pickup', both]);
      assert.equal(await modeOf({ fulfillment_mode: 'drone' }), 'fulfillment_mode_unknown');
    });

    test('have the slugs that the application gives them, and no others', async () => {
      await server.set({
        cart: {
          fulfillment_modes: [
            { slug: 'courier', order_type: 'HomeDelivery' },
            { slug: 'drone', order_type: 'HomeDelivery' },
            { slug: 'counter', order_type: 'PickAtStore' },
          ],
        },
      });
      const all = ['courier', 'drone', 'counter'];
      assert.deepEqual(await modeOf({}), ['courier', all]);
      assert.deepEqual(await modeOf({ order_type: 'PickAtStore' }), ['counter', all]);
      assert.deepEqual(await modeOf({ fulfillment_mode: 'drone' }), ['drone', all]);
      assert.equal(await modeOf({ fulfillment_mode: 'home_delivery' }), 'fulfillment_mode_unknown');
    });

    test('are shown by the light answer too', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      const { body } = await visitor('GET', '/v3.0/detail-light');
      const [line] = body['items'] as readonly { readonly fulfillment_mode: string }[];
      assert.equal(line?.fulfillment_mode, 'courier');
    });
  });

  describe('settings by names of a shop’s own', () => {
    const hidden = ['\n', 'a\rb', '\u2028', 'a\u2029b'];
    const owner = () => signedIn(server.app, server.shop.node, server.shop, 'owner');
    const application = () =>
      `/service/platform/configuration/v1.0/company/${server.shop.companyId}/application/${server.shop.applicationId}`;

    test('are read under every name: one in several lines hides nothing that carts then fail on', async () => {
      const ask = await owner();
      const visitor = server.visitor();
      await visitor('POST', detail, shirt);
      for (const name of hidden) {
        for (const cart of [
          { convenience_fees: { [name]: null } },
          { price_lists: { [name]: { customer_groups: 7 } } },
        ]) {
          const change = await ask({ method: 'PATCH', url: application(), payload: { cart } });
          assert.equal(change.statusCode, 400, JSON.stringify(cart));
        }
        const rounding = { cart: { cash_rounding: { [name]: null } } };
        assert.equal((await ask({ method: 'PATCH', url: application(), payload: rounding })).statusCode, 400);
      }
      assert.equal((await visitor('GET', '/v1.0/detail')).status, 200);
      const listed = { items: [{ ...shirt.items[0], price_factory_type_id: '\n' }] };
      assert.equal((await visitor('POST', detail, listed)).status, 200);
    });
  });
});
