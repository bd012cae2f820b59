/** Taking a merge back makes nothing twice and nothing without end: what staff gave, codes, lines, and what is kept of merges. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { fill, onDelivery, openOrderServer } from '../../orders/order-server.ts';
import { type Answer, type Call, quantities, type Shopper } from '../cart-server.ts';
import { staffFor } from '../staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';
const item = (item_id: number, quantity = 1) => ({ item_id, item_size: 'M', quantity });
const add = async (shopper: Call, ...items: readonly object[]): Promise<void> => {
  const { body } = await shopper('POST', detail, { items });
  assert.equal(body.success, true, JSON.stringify(body));
};
const held = async (shopper: Call): Promise<unknown> => quantities((await shopper('GET', detail)).body as never);
const undo = (shopper: Call, id: string | undefined): Promise<Answer> =>
  shopper('POST', `/v3.0/merges/${id}/undo?i=true&b=true`);

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  for (const id of [1, 2, 3]) {
    await server.shop.sell(id, [
      { uid: `a${id}`, quantity: 500, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] },
    ]);
  }
  const inr = { currency_code: 'INR', marked: 100 };
  await server.shop.sell(4, [
    {
      uid: 'a4',
      quantity: 500,
      prices: [
        { ...inr, effective: 100 },
        { ...inr, effective: 60, price_list: 'friends' },
      ],
    },
  ]);
  for (const code of ['FIRST', 'SECOND', 'THIRD']) {
    await server.shop.coupon({
      code,
      type_slug: 'absolute_amount_absolute',
      rule_definition: { type: 'absolute', value_type: 'absolute', applicable_on: 'amount', currency_code: 'INR' },
      rule: [{ key: 1, value: 10 }],
      restrictions: { uses: { maximum: { total: 100 } } },
    });
  }
  await server.set({ cart: { coupons_per_cart: 2, price_lists: { friends: { customer_groups: ['nobody'] } } } });
  let people = 0;

  describe(`a merge that is taken back on ${engine.name}`, () => {
    type Granted = { customer: Shopper; staff: Call; regular: string; now: string };
    /** A customer to whom staff gave a price in his cart, and who has another cart to buy at once. */
    const granted = async (): Promise<Granted> => {
      people += 1;
      const customer = await server.customer(`merging-${people}`);
      const staff = (await staffFor(server))(`merging-${people}`);
      await add(staff, { ...item(4), price_factory_type_id: 'friends' }, item(3));
      await fill(customer, 1, 1, 'M', '&buy_now=true');
      const idOf = async (query: string): Promise<string> =>
        String((await customer('GET', `${detail}${query}`)).body['id']);
      return { customer, staff, regular: await idOf(''), now: await idOf('&buy_now=true') };
    };
    const merged = async (shopper: Call, into: string, from: string, strategy: string): Promise<string> => {
      const asked = { id: into, cart_ids: [from], merge_strategy: strategy };
      const { body } = await shopper('POST', '/v3.0/merge', asked);
      return (body['result'] as unknown as { merge: { merge_ids: [string] } }).merge.merge_ids[0];
    };
    const lineOf = async (shopper: Call, id: string): Promise<object> => {
      const { items = [] } = (await shopper('GET', `${detail}&id=${id}`)).body as unknown as CartDetail;
      const at = items.findIndex(({ key }) => key === '4_M');
      return { ...item(4), item_index: at, identifiers: items[at]?.identifiers };
    };
    /** Units at the price that staff gave, in all his carts. */
    const cheap = async (shopper: Call): Promise<number> => {
      const carts = await Promise.all(['', '&buy_now=true'].map((query) => shopper('GET', `${detail}${query}`)));
      const items = carts.flatMap(({ body }) => (body as unknown as CartDetail).items ?? []);
      const given = items.filter(({ price_per_unit: unit }) => unit?.converted?.effective === 60);
      return given.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
    };
    const change =
      (operation: string, what: object) =>
      async (shopper: Call, id: string): Promise<void> => {
        const items = [{ ...(await lineOf(shopper, id)), ...what }];
        const { status, body } = await shopper('PUT', `/v1.0/detail?id=${id}`, { operation, items });
        assert.deepEqual([status, body.success], [200, true], JSON.stringify(body));
      };
    const order = async (shopper: Call): Promise<void> => {
      const { status, body } = await shopper('POST', '/v1.0/checkout?buy_now=true', onDelivery);
      assert.equal(status, 200, JSON.stringify(body));
    };
    for (const [what, strategy, by, meanwhile, status, units] of [
      ['nothing', 'sum', 'customer', async () => {}, 200, 1],
      ['an order', 'keep_guest', 'customer', order, 409, 0],
      ['an order of all', 'sum', 'customer', order, 409, 0],
      ['a change', 'sum', 'customer', change('update_item', { _custom_json: { a: 1 } }), 200, 1],
      ['staff taking it out', 'sum', 'staff', change('remove_item', { quantity: 0 }), 200, 0],
    ] as const) {
      test(`gives what staff gave to one cart alone, after ${what}`, async () => {
        const { customer, staff, regular, now } = await granted();
        const id = await merged(customer, now, regular, strategy);
        await meanwhile(by === 'staff' ? staff : customer, now);
        const { status: got, body } = await undo(customer, id);
        assert.deepEqual([got, await cheap(customer)], [status, units], JSON.stringify(body));
        if (status === 409) return assert.equal(body.error_code, 'merge_settled');
        // The carts meet again: a line that both have is lost to neither, and nothing is given twice.
        await merged(customer, now, regular, 'sum');
        assert.ok((await cheap(customer)) <= units);
      });
    }

    test('takes codes back as the list they were, or leaves them: none is there twice, and the cart is ordered', async () => {
      people += 1;
      const customer = await server.customer(`merging-${people}`);
      const apply = async (coupon_code: string, query = ''): Promise<void> => {
        assert.equal((await customer('POST', `/v1.0/coupon?b=true${query}`, { coupon_code })).status, 200);
      };
      const codes = async (): Promise<unknown> => {
        const { coupons, coupon } = (await customer('GET', detail)).body as unknown as CartDetail;
        return (coupons ?? [coupon]).map((one) => one?.coupon_code);
      };
      for (const isChanged of [false, true]) {
        await fill(customer, 1);
        await apply('FIRST');
        await apply('SECOND');
        const { id: now } = (await fill(customer, 2, 1, 'M', '&buy_now=true')).cart;
        await apply('THIRD', `&id=${now}`);
        const id = await merged(
          customer,
          String((await customer('GET', detail)).body['id']),
          String(now),
          'keep_guest',
        );
        assert.deepEqual(await codes(), ['THIRD']);
        if (isChanged) {
          await customer('DELETE', '/v1.0/coupon?b=true');
          await apply('FIRST');
        }
        assert.equal((await undo(customer, id)).status, 200);
        assert.deepEqual(await codes(), isChanged ? ['FIRST'] : ['SECOND', 'FIRST']);
        assert.equal((await customer('POST', '/v1.0/checkout', onDelivery)).status, 200);
        await customer('PUT', '/v1.0/cart_archive?buy_now=true');
      }
    });

    test('of another’s cart says nothing of his next sign-in, and leaves the cart in which he said something', async () => {
      people += 1;
      const [guest, other] = [server.visitor(), await server.customer(`merging-${people}`)];
      await add(guest, item(2));
      await add(other, item(1));
      const [theirs, own] = await Promise.all([guest, other].map(async (one) => (await one('GET', detail)).body['id']));
      const first = await merged(other, String(own), String(theirs), 'sum');
      await add(guest, item(4));
      await guest('PUT', '/v1.0/meta', { comment: 'At the door' });
      await change('remove_item', { quantity: 0 })(guest, String((await guest('GET', detail)).body['id']));
      assert.deepEqual(await held(guest), {});
      assert.equal((await undo(other, first)).body.error_code, 'merge_settled');
      assert.equal((await guest('GET', detail)).body['comment'], 'At the door');
      await guest('PUT', '/v1.0/cart_archive');
      assert.equal((await undo(other, first)).status, 200);
      assert.deepEqual(await held(guest), { '2_M': 1 });
      const known = { ...guest.known(), ...(await server.customer(`signing-${people}`)).known() };
      const { body } = await server.call('GET', detail, undefined, known);
      assert.deepEqual(quantities(body as never), { '2_M': 1 });
    });

    test('brings no more lines than the cart may have', async () => {
      people += 1;
      const customer = await server.customer(`merging-${people}`);
      const alone = (count: number): readonly object[] =>
        Array.from({ length: count }, () => ({ ...item(1), force_new_line_item: true }));
      await add(customer, ...alone(2));
      await fill(customer, 3, 1, 'M', '&buy_now=true');
      const ids = await Promise.all(
        ['', '&buy_now=true'].map(async (query) => String((await customer('GET', `${detail}${query}`)).body['id'])),
      );
      const id = await merged(customer, ids[0] ?? '', ids[1] ?? '', 'keep_guest');
      await add(customer, ...alone(2));
      await server.shop.configure({ max_cart_items: 3 });
      const { status, body } = await undo(customer, id);
      await server.shop.configure({ max_cart_items: 0 });
      assert.deepEqual([status, body.error_code], [400, 'cart_full']);
      assert.equal((await undo(customer, id)).status, 200);
    });

    test('is kept with nine others at most, and takes room of the shopper who asks for it', async () => {
      people += 1;
      const customer = await server.customer(`merging-${people}`);
      const heavy = { d: 'x'.repeat(5800) };
      const lines = Array.from({ length: 8 }, () => ({ ...item(1), force_new_line_item: true, _custom_json: heavy }));
      const { body } = await customer('POST', `${detail}&buy_now=true`, { items: lines });
      assert.equal(body.success, true, JSON.stringify(body));
      await add(customer, item(2));
      const [into, from] = [String((await customer('GET', detail)).body['id']), String(body.cart.id)];
      await server.set({ quotas: { bytes_per_shopper: 1 } });
      const refused = await customer('POST', '/v3.0/merge', { id: into, cart_ids: [from] });
      await server.set({ quotas: { bytes_per_shopper: 10_000_000 } });
      assert.deepEqual([refused.status, refused.body.error_code], [429, 'quota_reached']);
      const ids: string[] = [];
      for (let made = 0; made < 11; made += 1) {
        const id = await merged(customer, into, from, 'sum');
        assert.equal((await undo(customer, id)).status, 200);
        ids.push(id);
        server.shop.node.clock.at += 1;
      }
      assert.deepEqual(
        ((await customer('GET', '/v3.0/merges')).body['items'] as readonly { readonly id: string }[]).map(
          ({ id }) => id,
        ),
        ids.slice(1).toReversed(),
      );
      assert.equal((await undo(customer, ids[0])).body.error_code, 'merge_not_found');
    });
  });
});
