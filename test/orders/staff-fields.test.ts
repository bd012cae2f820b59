/** What only staff may say: that goods go over the counter, who of them sells, what something costs. From whoever else it is refused. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { OpenApiDocument } from '../../src/http/reference/openapi.ts';
import type { Answer, ItemAnswer } from '../cart/cart-server.ts';
import { staffFor } from '../cart/staff-calls.ts';
import { forEachEngine } from '../databases.ts';
import { onDelivery, openOrderServer } from './order-server.ts';

type Json = Readonly<Record<string, unknown>>;
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;

type Schema = { readonly $ref?: string; readonly properties?: Json; readonly example?: unknown };
/** Names of all members of a schema, at any depth; what an example says is none. */
const namesIn = (schema: unknown, seen: ReadonlySet<unknown> = new Set()): ReadonlySet<string> => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return new Set();
  const within = new Set([...seen, schema]);
  const { $ref, properties = {}, example: _example, ...rest } = schema as Schema;
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? ''];
  const parts = [named, ...Object.values(properties), ...Object.values(rest)];
  return new Set([...Object.keys(properties), ...parts.flatMap((part) => [...namesIn(part, within)])]);
};

const bodies: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/service/application/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => {
        const names = namesIn(requestBody?.['content']);
        return [`${method.toUpperCase()} ${path.replace('/service/application/', '')}`, names] as const;
      }),
    ),
);
const taking = (...fields: readonly string[]): readonly string[] =>
  [...bodies].filter(([, names]) => fields.some((field) => names.has(field))).map(([operation]) => operation);

const shirt = { item_id: 1, item_size: 'M', quantity: 1 };
const whole = '?i=true&b=true';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await shop.configure({ delivery_charges: { enabled: true, charges: [{ threshold: -1, charges: 50 }] } });
  const staffAt = await staffFor(server);
  const itemCode = ({ body }: Answer): unknown => (Object.values(body.result)[0] as ItemAnswer).error_code;
  const linesOf = ({ body }: Answer) => {
    const { items = [], breakup_values: breakup } = body['items'] === undefined ? body.cart : (body as never);
    return [
      (items as readonly { quantity: number; fulfillment_mode: string }[]).map((one) => [
        one.quantity,
        one.fulfillment_mode,
      ]),
      (breakup as { raw: { delivery_charge: number } }).raw.delivery_charge,
    ];
  };

  describe('a sale over the counter', () => {
    test('is refused to shoppers by every operation that takes pos', async () => {
      const operations = taking('pos');
      assert.deepEqual(operations.toSorted(), [
        'POST cart/v1.0/detail',
        'POST cart/v2.0/bulk-detail',
        'POST cart/v2.0/detail',
        'POST cart/v3.0/sync',
      ]);
      for (const shopper of [server.visitor(), await server.customer('claims')]) {
        for (const operation of operations) {
          const [, path = ''] = operation.split(' cart');
          const refused = await shopper('POST', path, { items: [{ ...shirt, pos: true }] });
          assert.deepEqual([refused.status, itemCode(refused)], [200, 'pos_not_allowed'], operation);
          const plain = await shopper('POST', path, { items: [{ ...shirt, pos: false }] });
          assert.deepEqual([plain.status, itemCode(plain)], [200, null], operation);
        }
      }
    });

    test('is made by staff, and ordered without address and delivery charge', async () => {
      const sold = await staffAt('counter')('POST', `/v1.0/detail${whole}`, { items: [{ ...shirt, pos: true }] });
      assert.deepEqual(linesOf(sold), [[[1, 'over_the_counter']], 0]);
      const buyer = await server.customer('counter');
      const ordered = await buyer('POST', '/v1.0/checkout', { payment_mode: 'COD' });
      assert.equal(ordered.status, 200, JSON.stringify(ordered.body));
    });

    test('is one for the units that staff sold: with more of them all are brought, with that many it is one again', async () => {
      const staff = staffAt('more');
      await staff('POST', '/v1.0/detail', { items: [{ ...shirt, pos: true }] });
      const buyer = await server.customer('more');
      const units = (quantity: number) => ({ operation: 'update_item', items: [{ item_index: 0, quantity }] });
      const many = await buyer('PUT', `/v1.0/detail${whole}`, units(99));
      assert.deepEqual(linesOf(many), [[[99, 'home_delivery']], 50]);
      const refused = await buyer('POST', '/v1.0/checkout', { payment_mode: 'COD' });
      assert.equal(refused.body.error_code, 'address_missing');
      assert.deepEqual(linesOf(await buyer('PUT', `/v1.0/detail${whole}`, units(1))), [[[1, 'over_the_counter']], 0]);
      const raised = await staff('PUT', `/v1.0/detail${whole}`, units(3));
      assert.deepEqual(linesOf(raised), [[[3, 'over_the_counter']], 0]);
    });

    test('does not come along with a link', async () => {
      await staffAt('shares')('POST', '/v1.0/detail', { items: [{ ...shirt, pos: true }] });
      const { body } = await (await server.customer('shares'))('POST', '/v1.0/share-cart', {});
      const taker = server.visitor();
      const taken = await taker('POST', `/v1.0/share-cart/${String(body['token'])}/merge`);
      assert.deepEqual(linesOf(taken), [[[1, 'home_delivery']], 50]);
    });

    test('that a shopper claimed before only staff could is none', async () => {
      const buyer = server.visitor();
      const { body } = await buyer('POST', '/v1.0/detail', { items: [shirt] });
      const { db } = shop.node;
      const row = await db.one<{ document: string }>('select document from cart where id = ?', [String(body.cart.id)]);
      const claimed = row?.document.replace('"pos":false', '"pos":true') ?? '';
      assert.notEqual(claimed, row?.document);
      const sql = 'update cart set document = ? where id = ?';
      await db.commit([{ sql, params: [claimed, String(body.cart.id)] }]);
      assert.deepEqual(linesOf(await buyer('GET', `/v1.0/detail${whole}`)), [[[1, 'home_delivery']], 50]);
    });
  });

  describe('who of the staff sells', () => {
    const permission = [403, 'permission_missing'];

    test('is refused to shoppers by every operation that takes it, and nothing is recorded', async () => {
      assert.deepEqual(taking('staff', 'staff_user_id').toSorted(), [
        'POST cart/v1.0/checkout',
        'POST cart/v2.0/checkout',
        'PUT cart/v1.0/meta',
      ]);
      for (const shopper of [server.visitor(), await server.customer('poses')]) {
        await shopper('POST', '/v1.0/detail', { items: [shirt] });
        const staff = { _id: 'emp-1', first_name: 'Ravi' };
        for (const version of ['v1.0', 'v2.0']) {
          const refused = await shopper('POST', `/${version}/checkout`, { ...onDelivery, staff });
          assert.deepEqual([refused.status, refused.body.error_code], permission);
        }
        const meta = await shopper('PUT', '/v1.0/meta', { staff_user_id: 'emp-1', comment: 'x' });
        assert.deepEqual([meta.status, meta.body.error_code], permission);
        assert.equal((await shopper('PUT', '/v1.0/meta', { staff_user_id: '', comment: 'x' })).status, 200);
        const empty = { _id: '', first_name: null };
        const ordered = await shopper('POST', '/v1.0/checkout', { ...onDelivery, staff: empty });
        assert.equal(ordered.status, 200, JSON.stringify(ordered.body));
        const { document: order } = await server.order(String(ordered.body['order_id']));
        assert.deepEqual([order.staff, order.meta.staffUserId], [null, null]);
      }
      const { db } = shop.node;
      assert.equal(await db.one("select action from audit where action like 'order.%'"), undefined);
    });

    test('is said by staff: cart and order name whoever acts, the order also whom he names', async () => {
      const staff = staffAt('served');
      await staff('POST', '/v1.0/detail', { items: [shirt] });
      const seller = { _id: 'emp-1', first_name: 'Ravi' };
      const ordered = await staff('POST', '/v1.0/checkout', { ...onDelivery, staff: seller });
      assert.equal(ordered.status, 200, JSON.stringify(ordered.body));
      const { cart } = ordered.body as never as { cart: { user_type: string; store_emps: unknown } };
      assert.deepEqual([cart.user_type, cart.store_emps], ['staff', [seller]]);
      const { document: order } = await server.order(String(ordered.body['order_id']));
      assert.notEqual(order.meta.staffUserId, null);
    });
  });

  test('no body of a shopper’s call says what something costs', () => {
    const costs = new Set(
      [...bodies.values()].flatMap((names) =>
        [...names].filter((name) => /price|cost|discount|amount|total/.test(name)),
      ),
    );
    // The name of a list, which has its own rule; and what the shopper was shown, which is compared.
    assert.deepEqual([...costs].toSorted(), ['amount', 'expected_total', 'price_factory_type_id']);
  });
});
