/** Price lists are for those whom the application names, and for what its staff gave; asking by name opens none. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { address, openOrderServer } from '../orders/order-server.ts';
import { signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import type { Body, Call } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const lost = 'The price list it was added with does not hold now; this is the normal price';
const price = (effective: number, list?: string) => ({
  currency_code: 'INR',
  marked: 100,
  effective,
  ...(list === undefined ? {} : { price_list: list }),
});
const wanted = (list?: string, quantity = 1) => ({
  items: [{ item_id: 1, item_size: 'M', quantity, ...(list === undefined ? {} : { price_factory_type_id: list }) }],
});
const dealer = { groups: ['dealers'] };

forEachEngine(async (engine) => {
  let count = 0;
  const server = await openOrderServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [
    { quantity: 10_000, prices: [price(100), price(60, 'wholesale'), price(80, 'app'), price(90, 'open')] },
  ]);
  await server.set({
    cart: {
      price_lists: {
        wholesale: { customer_groups: ['dealers'] },
        // As an earlier version took it: what a caller says of himself opens no list.
        app: { platforms: ['ios'] } as object,
        open: { everyone: true },
        shut: {},
      },
    },
  });
  const staff = await signedIn(server.app, server.shop.node, server.shop, 'owner');

  const named = (): string => {
    count += 1;
    return `buyer-${count}`;
  };
  const seen = ({ items = [] }: CartDetail) =>
    items.map(({ quantity, message, price_per_unit: unit }) => [quantity, unit?.converted?.effective, message]);
  const read = async (shopper: Call) => seen((await shopper('GET', detail)).body as unknown as CartDetail);
  const codesOf = ({ result }: Body) =>
    Object.values(result).map((one) => ('error_code' in one ? one.error_code : null));
  const codeOf = (body: Body) => codesOf(body)[0];
  const asStaff = async (method: NonNullable<InjectOptions['method']>, tail: string, payload?: object) => {
    const { companyId, applicationId } = server.shop;
    const url = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/${tail}`;
    const answer = await staff({ method, url, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };

  describe('a price list', () => {
    test('is for the group or the everyone that the settings name, not for what a caller says of himself', async () => {
      const one = await server.customer(named(), dealer);
      assert.equal((await one('POST', detail, wanted('wholesale', 3))).body.success, true);
      assert.deepEqual(await read(one), [[3, 60, '']]);
      const phone = server.visitor();
      for (const source of ['ios', 'android', 'web', '']) {
        const { body } = await phone('POST', detail, wanted('app'), { 'x-ordering-source-type': source });
        assert.equal(codeOf(body), 'price_list_unknown', source);
      }
      const anybody = server.visitor();
      await anybody('POST', detail, wanted('open'));
      assert.deepEqual(await read(anybody), [[1, 90, '']]);
    });

    test('that is not for the caller is unknown to him, by every way of asking', async () => {
      const others = ['wholesale', 'shut', 'nowhere', 'constructor', '__proto__', 'toString'];
      const guest = server.visitor();
      const plain = await server.customer(named(), { groups: ['Dealers', 'dealer'] });
      for (const shopper of [guest, plain]) {
        for (const list of others) {
          const { body } = await shopper('POST', detail, wanted(list));
          assert.equal(codeOf(body), 'price_list_unknown', list);
        }
        await shopper('POST', detail, wanted());
        const change = { operation: 'update_item', items: [{ item_index: 0, price_factory_type_id: 'wholesale' }] };
        assert.equal(codeOf((await shopper('PUT', detail, change)).body), 'price_list_unknown');
        const bulk = { items: Array.from({ length: 3 }, () => wanted('wholesale').items[0]) };
        const { body } = await shopper('POST', detail, bulk);
        assert.deepEqual(codesOf(body), ['price_list_unknown', 'price_list_unknown', 'price_list_unknown']);
        const synced = await shopper('POST', '/v3.0/sync?i=true', wanted('wholesale'));
        assert.equal(codeOf(synced.body), 'price_list_unknown');
        const left = await read(shopper);
        assert.ok(
          left.every(([, unit]) => unit === 100),
          JSON.stringify(left),
        );
      }
    });

    test('whose holder loses it no longer counts, and the line says so, up to the order', async () => {
      const userId = named();
      const was = await server.customer(userId, dealer);
      await was('POST', detail, wanted('wholesale', 2));
      const now = await server.customer(userId);
      assert.deepEqual(await read(now), [[2, 100, lost]]);
      const more = await now('PUT', detail, { operation: 'update_item', items: [{ item_index: 0, quantity: 3 }] });
      assert.equal(more.body.success, true, 'the line can still be changed');
      assert.deepEqual(await read(was), [[3, 60, '']], 'and has its price again with its holder’s group');
      const wish = { payment_mode: 'COD', delivery_address: address, expected_total: 180 };
      const dear = await now('POST', '/v1.0/checkout', wish);
      assert.deepEqual([dear.status, dear.body.error_code], [409, 'total_changed']);
      const { body } = await now('POST', '/v1.0/checkout', { ...wish, expected_total: 300 });
      assert.equal((await server.order(String(body['order_id']))).total, 30_000);
    });

    test('does not come with a shared cart, nor with one that is merged', async () => {
      const one = await server.customer(named(), dealer);
      await one('POST', detail, wanted('wholesale', 2));
      const token = String((await one('POST', '/v1.0/share-cart', {})).body['token']);
      const viewed = await server.call('GET', `/v1.0/share-cart/${token}`);
      assert.ok(seen(viewed.body.cart).every(([, unit]) => unit === 100));
      for (const action of ['merge', 'replace']) {
        const taker = server.visitor();
        await taker('POST', `/v1.0/share-cart/${token}/${action}`);
        assert.deepEqual(await read(taker), [[2, 100, lost]], action);
        const signedInAs = await server.customer(named());
        const both = { ...taker.known(), ...signedInAs.known() };
        const merged = await server.call('GET', detail, undefined, both);
        assert.ok(seen(merged.body as unknown as CartDetail).every(([, unit]) => unit === 100));
      }
    });
  });

  describe('staff', () => {
    test('give any list for as many units as they put on the line, and to this customer alone', async () => {
      const userId = named();
      const given = await asStaff('POST', `detail?i=true&user_id=${userId}`, wanted('wholesale', 4));
      assert.equal(given.body.success, true, JSON.stringify(given.body));
      const holder = await server.customer(userId);
      assert.deepEqual(await read(holder), [[4, 60, '']]);
      const put = (quantity: number) =>
        holder('PUT', detail, { operation: 'update_item', items: [{ item_index: 0, quantity }] });
      await put(3);
      assert.deepEqual(await read(holder), [[3, 60, '']], 'fewer of them');
      await put(5);
      assert.deepEqual(await read(holder), [[5, 100, lost]], 'more than were given');
      const number = given.body.cart.cart_id ?? '';
      const again = { operation: 'update_item', items: [{ item_index: 0, quantity: 6 }] };
      await asStaff('PUT', `detail?id=${number}`, again);
      assert.deepEqual(await read(holder), [[6, 60, '']]);
      const token = String((await holder('POST', '/v1.0/share-cart', {})).body['token']);
      const taker = server.visitor();
      await taker('POST', `/v1.0/share-cart/${token}/merge`);
      assert.deepEqual(await read(taker), [[6, 100, lost]]);
      const { body } = await holder('POST', '/v1.0/checkout', { payment_mode: 'COD', delivery_address: address });
      assert.equal((await server.order(String(body['order_id']))).total, 36_000);
    });

    const sellInTwoSizes = async (itemId: number) => {
      const sizes = ['S', 'XL'].map((value) => ({ value, display: value }));
      const articles = sizes.map(({ value: size }) => ({
        uid: `${itemId}_${size}_1`,
        size,
        quantity: 100,
        prices: [price(100), price(size === 'S' ? 90 : 10, 'wholesale')],
      }));
      await server.shop.sell(itemId, articles, { sizes });
    };
    const given = (itemId: number) => ({
      items: [{ item_id: itemId, item_size: 'S', quantity: 1, price_factory_type_id: 'wholesale' }],
    });
    /** The last line of the cart in the other size. */
    const larger = async (shopper: Call, itemId: number) => {
      const { items = [] } = (await shopper('GET', detail)).body as unknown as CartDetail;
      const changed = { item_id: itemId, item_size: 'XL', quantity: 1, identifiers: items.at(-1)?.identifiers };
      return { operation: 'update_item', items: [changed] };
    };

    test('give it for what they saw, and not for another size that the customer chooses', async () => {
      await sellInTwoSizes(2);
      const userId = named();
      await asStaff('POST', `detail?i=true&user_id=${userId}`, given(2));
      const holder = await server.customer(userId);
      assert.deepEqual(await read(holder), [[1, 90, '']]);
      await holder('PUT', detail, await larger(holder, 2));
      assert.deepEqual(await read(holder), [[1, 100, lost]]);
    });

    test('nor for one that is chosen by the id of a guest’s cart alone', async () => {
      await sellInTwoSizes(3);
      const guest = server.visitor();
      await guest('GET', detail);
      const { body } = await guest('POST', detail, wanted());
      await asStaff('POST', `detail?i=true&id=${String(body.cart.cart_id)}`, given(3));
      assert.deepEqual(await read(guest), [
        [1, 100, ''],
        [1, 90, ''],
      ]);
      const byId = `${detail}&id=${String(body.cart.id)}`;
      const changed = await server.call('PUT', byId, await larger(guest, 3));
      assert.equal(changed.body.success, true, JSON.stringify(changed.body.result));
      assert.deepEqual(await read(guest), [
        [1, 100, ''],
        [1, 100, lost],
      ]);
    });
  });
});
