/** Carts as staff find them: those in use, those left behind, and one that is given to its customer. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { EMPTY_BEGINS } from '../../../src/cart/staff/staff-cart-store.ts';
import { emptyDocument } from '../../../src/cart/store/cart-document.ts';
import type { AbandonedCart, CartListed } from '../../../src/contract/cart/cart-staff-contract.ts';
import { signedIn } from '../../applications/test-server.ts';
import { type Body, openCartServer, quantities } from '../cart-server.ts';
import { rupees } from '../response/carts.ts';
import { forEachEngine } from '../../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';
const hour = 3_600_000;
const shirt = (quantity = 1) => ({ items: [{ item_id: 1, item_size: 'M', quantity }] });
type Page = { readonly has_next: boolean; readonly total: number; readonly next: string | null };

test('an empty cart is known by how its text begins', () => {
  assert.equal(JSON.stringify(emptyDocument).startsWith(EMPTY_BEGINS), true);
});

forEachEngine(async (engine) => {
  const numbers: string[] = [];
  const server = await openCartServer(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1000, ...rupees(120, 100) }]);
  await shop.coupon({
    code: 'TEN',
    rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
    rule: [{ key: 1, min: 0, value: 10, max: 500 }],
  });
  const staff = await signedIn(server.app, shop.node, shop, 'owner');
  const begun = shop.node.now();
  for (const name of ['anna', 'annika', 'bela']) {
    const customer = await server.customer(name);
    const { body } = await customer('POST', detail, shirt(numbers.length + 1));
    numbers.push(body.cart.cart_id ?? '');
    if (name === 'bela') await customer('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
    if (name === 'bela') await customer('PUT', '/v1.0/payment', { payment_mode: 'CARD' });
    shop.node.clock.at += hour;
  }
  const visitor = server.visitor();
  const { body } = await visitor('POST', detail, shirt());
  numbers.push(body.cart.cart_id ?? '');
  const emptied = await server.customer('emptied');
  await emptied('POST', detail, shirt());
  await emptied('PUT', '/v1.0/cart_archive');

  const ask = async <T>(tail: string): Promise<T & { readonly page: Page }> => {
    const { companyId, applicationId } = server.shop;
    const url = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/${tail}`;
    const answer = await staff({ url });
    assert.equal(answer.statusCode, 200, answer.payload);
    return answer.json();
  };
  const listed = (query = '') => ask<{ readonly data: readonly CartListed[] }>(`cart-list?${query}`);
  const left = (query = '') => ask<{ readonly items: readonly AbandonedCart[] }>(`abandoned/carts?${query}`);
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => () => numbers[at]) as [
    () => string,
    () => string,
    () => string,
    () => string,
  ];

  describe('the list of carts', () => {
    test('has those with goods, the last changed first, with their value and customer', async () => {
      const { data, page } = await listed();
      assert.deepEqual(
        data.map(({ cart_id, user_id, cart_value, item_counts }) => [cart_id, user_id, cart_value, item_counts]),
        [
          [d(), '', 100, 1],
          [c(), 'bela', 270, 3],
          [b(), 'annika', 200, 2],
          [a(), 'anna', 100, 1],
        ],
      );
      assert.deepEqual([page.total, page.has_next], [4, false]);
    });

    test('says what is in each, by the names of its first products', async () => {
      const [newest] = (await listed()).data;
      assert.deepEqual([newest?.products, newest?.product_count], [[{ item_id: 1, name: 'Linen shirt 1' }], 1]);
    });

    test('is searched by number, by the begin of a customer’s id, by kind of owner and by time', async () => {
      const idsOf = async (query: string) => (await listed(query)).data.map(({ cart_id }) => cart_id);
      assert.deepEqual(await idsOf(`q=${b()}`), [b()]);
      assert.deepEqual(await idsOf('q=ann'), [b(), a()]);
      assert.deepEqual(await idsOf('user_id=anna'), [a()]);
      assert.deepEqual(await idsOf('filter_on=anonymous'), [d()]);
      const from = new Date(begun + hour / 2).toISOString();
      const to = new Date(begun + 2.5 * hour).toISOString();
      assert.deepEqual(await idsOf(`from_date=${from}&to_date=${to}`), [c(), b()]);
      assert.deepEqual(await idsOf(`q=${encodeURIComponent("x' or 1=1 --")}`), []);
    });

    test('is searched by a number of ten digits too', async () => {
      const { db } = server.shop.node;
      const renumber = (from: string, to: string) =>
        db.commit([{ sql: 'update cart set cart_id = ? where cart_id = ?', params: [Number(to), Number(from)] }]);
      const long = '2147483001';
      await renumber(b(), long);
      const found = (await listed(`q=${long}`)).data.map(({ cart_id }) => cart_id);
      const behind = (await left(`last_id=${long}`)).items.map(({ _id }) => _id);
      await renumber(long, b());
      assert.deepEqual([found, behind], [[long], [a()]]);
    });

    test('comes in pages; a time or page that cannot be read is refused', async () => {
      const second = await listed('page_no=2&page_size=3');
      assert.deepEqual(
        second.data.map(({ cart_id }) => cart_id),
        [a()],
      );
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}`;
      for (const query of ['from_date=soon', 'page_no=0', 'page_size=1000', 'filter_on=mine']) {
        assert.equal((await staff({ url: `${path}/cart-list?${query}` })).statusCode, 400, query);
      }
    });
  });

  describe('carts left behind', () => {
    test('are those unchanged for an hour, with what is in them and how they were to be paid', async () => {
      const { items } = await left();
      assert.deepEqual(
        items.map(({ _id }) => _id),
        [c(), b(), a()],
      );
      const [bela] = items;
      assert.deepEqual(
        [bela?.user_id, bela?.cart_value, bela?.discount, bela?.coupon, bela?.payment_mode, bela?.uid],
        ['bela', 270, 90, { code: 'TEN', discount: 30 }, 'CARD', Number(c())],
      );
      assert.deepEqual(bela?.articles, [{ item_id: 1, item_size: 'M', article_id: '1_M_1', quantity: 3 }]);
      assert.equal(bela?.last_modified, new Date(begun + 2 * hour).toISOString());
    });

    test('go on after the last one seen, and keep customers and others apart', async () => {
      const first = await left('page_size=2');
      assert.deepEqual([first.items.map(({ _id }) => _id), first.page.next], [[c(), b()], b()]);
      const rest = await left(`page_size=2&last_id=${first.page.next}`);
      assert.deepEqual([rest.items.map(({ _id }) => _id), rest.page.has_next], [[a()], false]);
      server.shop.node.clock.at += 2 * hour;
      assert.deepEqual(
        (await left('anonymous_cart=true')).items.map(({ _id }) => _id),
        [d()],
      );
      server.shop.node.clock.at -= 2 * hour;
    });
  });

  describe('a cart without a customer', () => {
    test('is given to its customer once, with what he has already', async () => {
      const visitor = server.visitor();
      const { body } = await visitor('POST', detail, shirt(2));
      const owner = await server.customer('owner');
      await owner('POST', detail, shirt(1));
      const { companyId, applicationId } = server.shop;
      const path = `/service/platform/cart/v1.0/company/${companyId}/application/${applicationId}/update-user`;
      const give = (id: string | undefined, user_id: string) =>
        staff({ method: 'PUT', url: `${path}?id=${id}&i=true`, payload: { user_id } });
      const given = await give(body.cart.cart_id, 'owner');
      assert.equal(given.statusCode, 200, given.payload);
      assert.deepEqual(given.json<{ user: unknown }>().user, { _id: 'owner', uid: 'owner' });
      assert.deepEqual(quantities((await owner('GET', detail)).body as never), { '1_M': 3 });
      assert.deepEqual(quantities((await visitor('GET', detail)).body as never), {});
      const taken = await give(a(), 'owner');
      assert.deepEqual([taken.statusCode, taken.json<Body>().error_code], [400, 'merge_source_invalid']);
    });
  });
});
