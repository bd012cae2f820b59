/** What clients send to the cart operations is read by the server as they meant it, and only nonsense is refused. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { maximumItems } from '../../src/contract/cart/cart-item-bodies.ts';
import { createServer } from '../../src/http/server.ts';
import { sampleOptions } from '../http/sample-server.ts';
import { operationList } from './cart-operations.ts';

const prefix = '/service/application/cart/';
const app = createServer(sampleOptions());
for (const [operationId, { method, path, query, params, body }] of operationList) {
  app.route({
    method,
    url: `${prefix}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { access: { kind: 'public' } },
    bodyLimit: 1_048_576,
    schema: {
      operationId,
      summary: operationId,
      ...(query === undefined ? {} : { querystring: query }),
      ...(params === undefined ? {} : { params }),
      ...(body === undefined ? {} : { body }),
    },
    handler: async (request) => ({ query: request.query, params: request.params, body: request.body }),
  });
}
after(() => app.close());

type Read = { readonly query: unknown; readonly params: unknown; readonly body: unknown };
type Refused = { readonly error_code: string; readonly details?: readonly { readonly field: string }[] };
const send = (method: 'GET' | 'POST' | 'PUT', path: string, rest: InjectOptions = {}) =>
  app.inject({ ...rest, method, url: `${prefix}${path}` });
const read = async (...call: Parameters<typeof send>): Promise<Read> => {
  const answer = await send(...call);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Read>();
};
const refusedFields = async (...call: Parameters<typeof send>): Promise<readonly string[]> => {
  const answer = await send(...call);
  assert.equal(answer.statusCode, 400, answer.body);
  return (answer.json<Refused>().details ?? []).map(({ field }) => field);
};
const emptyForm = { headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' } };
const emptyText = { headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': '0' } };

const cartId = '62d4ff76d6aec8db897de407';
const line = { item_id: 75000001, item_size: 'XL', article_id: '75000001_XL', quantity: 3, item_index: 0 };

describe('bodies of real clients', () => {
  const bodies: readonly (readonly [string, 'POST' | 'PUT', string, object])[] = [
    [
      'addItems of the JavaScript SDK',
      'POST',
      'v1.0/detail?area_code=400059&b=true&buy_now=false&i=true&order_type=HomeDelivery',
      {
        items: [
          {
            item_id: 75000001,
            item_size: 'XL',
            quantity: 1,
            seller_id: 61,
            store_id: 11491,
            article_assignment: { level: 'multi-companies', strategy: 'optimal' },
            product_group_tags: ['tag1'],
            parent_item_identifiers: [{ identifier: null, parent_item_size: null, parent_item_id: null }],
            extra_meta: {},
            _custom_json: {},
            pos: false,
          },
        ],
        new_cart: false,
      },
    ],
    [
      'addItems with every field of the interface',
      'POST',
      'v1.0/detail',
      {
        items: [
          {
            quantity: 2,
            item_size: 'M',
            seller_id: 1,
            price_factory_type_id: 'wholesale',
            parent_item_identifiers: [{ identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' }],
            product_group_tags: ['look'],
            article_id: '618c1a6874b93908c98f6d18',
            article_assignment: { level: 'store', strategy: 'low-price' },
            store_id: 11,
            display: 'Window',
            order_type: 'pickAtStore',
            item_id: 750001,
            extra_meta: { a: 1 },
            _custom_json: { b: [2] },
            meta: { c: null },
            pos: true,
            seller_identifier: 'HB-LS-M',
            journey: null,
            fulfillment_mode: 'store_pickup',
            promo_id: '62da8b75e951ea5e67b1454b',
          },
        ],
        new_cart: true,
      },
    ],
    [
      'updateCart of the JavaScript SDK',
      'PUT',
      `v1.0/detail?area_code=400059&b=true&buy_now=false&cart_type=universal&i=true&id=${cartId}&order_type=HomeDelivery`,
      { operation: 'update_item', items: [{ ...line, identifiers: { identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' } }] },
    ],
    [
      'updateCart that removes, as the themes send it',
      'PUT',
      'v1.0/detail?b=true&i=true',
      {
        operation: 'remove_item',
        items: [
          {
            ...line,
            quantity: 0,
            identifiers: { identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' },
            parent_item_identifiers: { identifier: null, parent_item_size: null, parent_item_id: null },
          },
        ],
      },
    ],
    [
      'updateCart that chooses a gift',
      'PUT',
      'v1.0/detail',
      {
        operation: 'update_item',
        free_gift_items: [{ promotion_id: '62da8b75e951ea5e67b1454b', item_id: '750019', item_size: 'OS' }],
        free_gift_items_operation: 'update_item',
      },
    ],
    [
      'deleteCart of the 1.10 line',
      'PUT',
      `v1.0/cart_archive?cart_type=universal&id=${cartId}`,
      { cart_id_list: [cartId] },
    ],
    [
      'updateCartMeta of the 1.10 line',
      'PUT',
      `v1.0/meta?buy_now=false&id=${cartId}`,
      {
        gstin: '',
        pan_no: null,
        checkout_mode: 'self',
        comment: 'Ring twice',
        staff_user_id: null,
        pick_up_customer_details: { name: 'A', phone: '900' },
        delivery_slots: {},
        gift_details: { '618c1a6874b93908c98f6d18': { is_gift_applied: true, gift_message: 'Enjoy' } },
        custom_cart_meta: { gate: 'north' },
      },
    ],
    [
      'updateCartMeta of the 3.x line',
      'PUT',
      'v1.0/meta',
      {
        alternate_pickup_person: {
          enabled: true,
          name: 'B',
          email: 'b@shop.test',
          phone: '901',
          country_phone_code: '91',
        },
        ship_to_gst_details: { gstin: null, trade_name: null },
      },
    ],
    [
      'getCartShareLink of the JavaScript SDK',
      'POST',
      'v1.0/share-cart',
      { id: cartId, meta: { selected_staff: '', ordering_store: '11' } },
    ],
    [
      'addItemsv2 of the 1.10 line',
      'POST',
      `v2.0/detail?buy_now=false&cart_type=universal&id=${cartId}&order_type=HomeDelivery`,
      { items: [{ item_id: 75000001, item_size: 'XL', quantity: 1 }], new_cart: false },
    ],
    ['a merge', 'POST', 'v3.0/merge?i=true', { cart_ids: [cartId], cart_id: cartId, cart_id_list: [cartId] }],
    [
      'a synchronised cart, its lines as detail-light gave them',
      'POST',
      'v3.0/sync',
      {
        id: cartId,
        base_version: 7,
        removed: ['gIq0E94RSMueSdDRAk_Txg'],
        items: [
          {
            identifiers: { identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' },
            item_id: 750001,
            item_size: 'XL',
            quantity: 2,
            article_id: '618c1a6874b93908c98f6d18',
            parent_item_identifiers: { identifier: null, parent_item_id: null, parent_item_size: null },
            journey: 'standard',
            fulfillment_mode: 'home_delivery',
          },
          { item_id: 750002, quantity: 1, parent_item_identifiers: [{ identifier: 'SfOmcAtTR4ut4pI_eVU6FQ' }] },
        ],
        coupon_code: null,
        comment: '',
        gift_details: null,
      },
    ],
  ];
  for (const [name, method, path, body] of bodies) {
    test(`${name} is read as it was sent`, async () => {
      assert.deepEqual((await read(method, path, { payload: body })).body, body);
    });
  }

  test('a call without a body is read under every content type the SDKs send', async () => {
    for (const empty of [emptyForm, emptyText, {}]) {
      assert.deepEqual((await read('PUT', `v1.0/cart_archive?id=${cartId}`, empty)).body, {});
      const shared = await read('POST', 'v1.0/share-cart/ZweG1XyX/MERGE', empty);
      assert.deepEqual(shared.params, { token: 'ZweG1XyX', action: 'MERGE' });
    }
  });

  test('what nobody documented is dropped', async () => {
    const { body } = await read('POST', 'v1.0/detail', {
      payload: { items: [{ item_id: 1, surprise: true, meta: { kept: 1 } }], surprise: {} },
    });
    assert.deepEqual(body, { items: [{ item_id: 1, meta: { kept: 1 } }] });
  });
});

describe('queries of real clients', () => {
  test('getCart is read from JavaScript and from Python', async () => {
    const javascript = await read(
      'GET',
      'v1.0/detail?area_code=400059&b=true&buy_now=false&c=true&i=true&order_type=HomeDelivery',
    );
    assert.deepEqual(javascript.query, {
      area_code: '400059',
      b: true,
      buy_now: false,
      c: true,
      i: true,
      order_type: 'HomeDelivery',
    });
    assert.deepEqual((await read('GET', 'v1.0/detail?i=True&b=True')).query, { i: true, b: true });
  });

  test('an estimate is a number, zero too, and nonsense in it refuses nothing', async () => {
    const { query } = await read('GET', 'v1.0/detail?t1=5&t2=2.5&t3=0&eta_mins=soon&assign_card_id=12');
    assert.deepEqual(query, { t1: 5, t2: 2.5, t3: 0, eta_mins: 'soon', assign_card_id: 12 });
  });

  test('a switch or a number that is none is refused by name', async () => {
    assert.deepEqual(await refusedFields('GET', 'v1.0/detail?i=maybe&assign_card_id=x'), ['i', 'assign_card_id']);
  });
});

describe('what has a refusal of its own is not refused by a schema', () => {
  const add = (payload: object) => read('POST', 'v1.0/detail', { payload });
  const items = (count: number) => Array.from({ length: count }, () => ({ item_id: 1, quantity: 1 }));

  test('no items, none in the list, and more than a call may hold', async () => {
    assert.deepEqual((await add({})).body, {});
    assert.deepEqual((await add({ items: [] })).body, { items: [] });
    const { body } = await add({ items: items(maximumItems.detail + 1) });
    assert.equal((body as { items: readonly unknown[] }).items.length, 101);
    await read('POST', 'v2.0/bulk-detail', { payload: { items: items(maximumItems.bulk + 1) } });
  });

  test('quantities that cannot be sold', async () => {
    for (const quantity of [0, -1, 1_000_001, 2 ** 40]) await add({ items: [{ item_id: 1, quantity }] });
  });

  test('an unknown operation, or none', async () => {
    await read('PUT', 'v1.0/detail', { payload: { operation: 'explode', items: items(1) } });
    await read('PUT', 'v1.0/detail', { payload: { items: items(1) } });
  });

  test('an unknown cart, kind of cart, order type or action', async () => {
    await read('GET', 'v1.0/detail?id=nobody&cart_type=nothing&order_type=drone');
    await read('POST', 'v1.0/share-cart/ZweG1XyX/explode', emptyForm);
  });

  test('a bad tax number, a long comment, an unknown checkout mode', async () => {
    const payload = { gstin: 'x', pan_no: 'y', comment: 'z'.repeat(501), checkout_mode: 'robot' };
    assert.deepEqual((await read('PUT', 'v1.0/meta', { payload })).body, payload);
  });
});

describe('what cannot be read', () => {
  test('is refused whole, with every place that is wrong', async () => {
    const payload = {
      items: [{ item_id: '1', quantity: 1.5 }, 'x', { pos: 'yes', parent_item_identifiers: {}, journey: 5 }],
    };
    assert.deepEqual((await refusedFields('POST', 'v1.0/detail', { payload })).toSorted(), [
      'items[0].item_id',
      'items[0].quantity',
      'items[1]',
      'items[2].journey',
      'items[2].parent_item_identifiers',
      'items[2].pos',
    ]);
  });

  test('a list far beyond the limit is not looked into', async () => {
    const payload = { items: Array.from({ length: 10_001 }, () => 0) };
    assert.deepEqual(await refusedFields('POST', 'v3.0/sync', { payload }), ['items']);
  });
});
