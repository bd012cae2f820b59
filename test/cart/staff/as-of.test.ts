/** Carts as they were and as they would be: every version comes back exactly, other circumstances count, and nothing is stored. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { cartAtVersion } from '../../../src/cart/staff/cart-as-of.ts';
import type { StoredCart } from '../../../src/cart/store/cart-document.ts';
import { codesOf } from '../../../src/cart/store/coupon-codes.ts';
import { readCartByNumber } from '../../../src/cart/store/cart-store.ts';
import { signedIn } from '../../applications/test-server.ts';
import { forEachEngine } from '../../databases.ts';
import { runs } from '../../laws/runs.ts';
import { openCartServer, quantities, type Shopper } from '../cart-server.ts';

type Answer = CartDetail & { readonly error_code?: string; readonly as_of?: { readonly version: number } };
const DAY = 86_400_000;

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { shop } = server;
  const { db } = shop.node;
  for (const item of [1, 2, 3]) {
    await shop.sell(item, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  }
  await shop.coupon({ code: 'TEN', rule: [{ key: 1, value: 10, min: 0, max: 500 }] });
  const percent = (discount_percentage: number, more: object) =>
    shop.promotion({
      promotion_type: 'percentage',
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'percentage',
          item_criteria: { item_id: [1] },
          offer: { discount_percentage },
        },
      ],
      ...more,
    });
  const now = shop.node.now();
  await percent(50, {
    _schedule: {
      start: new Date(now + DAY).toISOString(),
      end: new Date(now + 2 * DAY).toISOString(),
      published: true,
    },
  });
  const staff = await signedIn(server.app, shop.node, shop, 'owner');
  const viewer = await signedIn(server.app, shop.node, shop, 'viewer');
  const path = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/carts`;
  const ask = async (tail: string, method: 'GET' | 'POST' = 'GET', person = staff) => {
    const { statusCode, payload } = await person({ method, url: `${path}/${tail}` });
    return { status: statusCode, body: JSON.parse(payload) as Answer };
  };
  const stored = async (number: string): Promise<StoredCart> => {
    const found = await readCartByNumber(db, shop.applicationId, Number(number));
    assert.ok(found);
    return found.cart;
  };
  const filled = async (shopper: Shopper, items: readonly number[]): Promise<string> => {
    const { body } = await shopper('POST', '/v1.0/detail', {
      items: items.map((item_id) => ({ item_id, item_size: 'M', quantity: 1 })),
    });
    return body.cart.cart_id ?? '';
  };

  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), item: fc.integer({ min: 1, max: 3 }), own: fc.boolean() }),
    fc.record({ kind: fc.constant('set' as const), at: fc.nat(3), quantity: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ kind: fc.constant('code' as const) }),
    fc.record({ kind: fc.constant('merge' as const), item: fc.integer({ min: 1, max: 3 }) }),
  );

  describe(`a cart as of another time on ${engine.name}`, () => {
    test('held at every version exactly what it held, whatever was done since', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
          const shopper = server.visitor();
          const number = await filled(shopper, [1, 2]);
          const seen = [await stored(number)];
          for (const one of steps) {
            const { lines } = (await stored(number)).document;
            if (one.kind === 'add') {
              const items = [{ item_id: one.item, item_size: 'M', quantity: 1, force_new_line_item: one.own }];
              await shopper('POST', '/v1.0/detail', { items });
            } else if (one.kind === 'set') {
              const line = lines[one.at % Math.max(lines.length, 1)];
              const change = {
                identifiers: { identifier: line?.identifier },
                item_id: line?.asked.itemId,
                item_size: 'M',
              };
              const items = [{ ...change, quantity: one.quantity }];
              await shopper('PUT', '/v1.0/detail', { operation: 'update_item', items });
            } else if (one.kind === 'code') await shopper('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
            else {
              const source = server.visitor();
              await filled(source, [one.item]);
              const { body } = await source('GET', '/v1.0/detail');
              const cart = (await shopper('GET', '/v1.0/detail')).body as unknown as CartDetail;
              await shopper('POST', `/v3.0/merge?id=${cart.id}`, { cart_ids: [(body as unknown as CartDetail).id] });
            }
            const after = await stored(number);
            if (after.version > (seen.at(-1)?.version ?? 0)) seen.push(after);
          }
          const current = await stored(number);
          for (const { version, document } of seen) {
            const was = await cartAtVersion(db, current, version);
            assert.deepEqual([was.document.lines, codesOf(was.document)], [document.lines, codesOf(document)]);
          }
        }),
        { numRuns: runs(5) },
      );
    });

    test('is priced at the time, place, for the customer, in the groups and with the payment asked for, and stores nothing', async () => {
      await percent(20, { restrictions: { user_groups: ['friends'] } });
      await percent(30, { restrictions: { user_id: ['one-of-ours'] } });
      const shopper = server.visitor();
      const number = await filled(shopper, [1]);
      const before = await stored(number);
      const total = async (query: string): Promise<number | undefined> => {
        const { status, body } = await ask(`${number}/as-of?b=true&${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        return body.breakup_values?.raw?.total;
      };
      assert.equal(await total(''), 100);
      assert.equal(await total(`at=${new Date(now + DAY + 1000).toISOString()}`), 50);
      assert.equal(await total(`at=${new Date(now + 3 * DAY).toISOString()}`), 100);
      assert.equal(await total('user_groups=friends,others'), 80);
      assert.equal(await total('user_groups=others'), 100);
      assert.equal(await total('customer_id=one-of-ours'), 70);
      assert.equal(await total('customer_id=somebody-else'), 100);
      assert.equal(await total('coupon_code=TEN'), 90);
      const { body } = await ask(`${number}/as-of?i=true&payment_mode=COD`);
      assert.equal(body.payment_selection_lock?.default_options, 'COD');
      assert.deepEqual(await stored(number), before);
      const { body: own } = await shopper('GET', '/v1.0/detail?b=true');
      assert.equal((own as unknown as CartDetail).breakup_values?.raw?.total, 100);
    });

    test('is read by version or time, compared and brought back, by who may', async () => {
      const shopper = server.visitor();
      const number = await filled(shopper, [1]);
      shop.node.clock.at += 60_000;
      const between = new Date(shop.node.now() - 30_000).toISOString();
      await shopper('POST', '/v1.0/detail', { items: [{ item_id: 2, item_size: 'M', quantity: 2 }] });
      await shopper('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
      const paid = async (query: string) =>
        (await ask(`${number}/as-of?b=true&${query}`)).body.breakup_values?.raw?.total;
      assert.deepEqual([await paid(''), await paid('no_coupon=true')], [270, 300]);
      const first = await ask(`${number}/as-of?i=true&version=1`);
      assert.deepEqual([quantities(first.body), first.body.as_of?.version], [{ '1_M': 1 }, 1]);
      assert.deepEqual((await ask(`${number}/as-of?held_at=${between}`)).body.as_of?.version, 1);
      assert.deepEqual(quantities((await ask(`${number}/as-of?i=true`)).body), { '1_M': 1, '2_M': 2 });
      const { body: compared } = await ask(`${number}/versions/compare?from=1`);
      const { lines, ...rest } = compared as unknown as {
        lines: readonly { key: string; before?: number; after: number }[];
      };
      assert.deepEqual(
        lines.map(({ key, before, after: now }) => [key, before, now]),
        [['2_M', undefined, 2]],
      );
      assert.deepEqual(rest, { from: 1, to: 3, coupons_before: [], coupons_after: ['TEN'] });
      for (const wrong of ['as-of?version=9', 'as-of?held_at=2020-01-01T00:00:00Z', 'versions/compare?from=9']) {
        assert.equal((await ask(`${number}/${wrong}`)).body.error_code, 'cart_version_not_found', wrong);
      }
      assert.equal((await ask(`${number}/versions/1/restore`, 'POST', viewer)).status, 403);
      assert.equal((await ask(`${number}/versions/1/restore`, 'POST')).status, 200);
      const { body: back } = await shopper('GET', '/v1.0/detail?i=true');
      assert.deepEqual(quantities(back as unknown as CartDetail), { '1_M': 1 });
      assert.equal((await stored(number)).version, 4);
      assert.equal((await ask(`${number}/versions/3/restore`, 'POST')).status, 200);
      assert.deepEqual(quantities((await ask(`${number}/as-of?i=true`)).body), { '1_M': 1, '2_M': 2 });
    });
  });
});
