/** More ways to pay less, or to see what is another's, that were tried on a running shop, each of which worked once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Call, Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery, openOrderServer } from './order-server.ts';
import { rule } from './shop-rules.ts';

const [detail, HOUR] = ['/v1.0/detail?i=true&b=true', 3_600_000];

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  for (const item of [1, 2]) await shop.sell(item, [{ ...rupees(1000, 1000), quantity: 1000 }]);

  type Read = { readonly breakup_values?: { readonly raw?: { readonly total?: number } }; readonly cart_id?: string };
  const read = async (who: Call, headers = {}, query = ''): Promise<Read> =>
    (await who('GET', `${detail}${query}`, undefined, headers)).body as unknown as Read;
  const total = async (who: Call, headers = {}, query = ''): Promise<number | undefined> =>
    (await read(who, headers, query)).breakup_values?.raw?.total;
  const update = (who: Shopper, quantity: number) =>
    who('PUT', detail, { operation: 'update_item', items: [{ item_id: 1, item_size: 'M', quantity }] });

  describe('what a shopper says of goods', () => {
    test('is no tag of theirs, for offers of tagged goods, unless the shop lets him', async () => {
      await shop.promotion({
        promotion_type: 'percentage',
        buy_rules: { 'rule#1': { product_tags: ['clearance'] } },
        discount_rules: rule('percentage', { product_tags: ['clearance'] }, { discount_percentage: 90 }),
      });
      const buyer = server.visitor();
      await buyer('POST', detail, { items: [{ item_id: 1, item_size: 'M', product_group_tags: ['clearance'] }] });
      assert.equal(await total(buyer), 1000);
      await server.set({ cart: { group_tags_in_offers: true } });
      assert.equal(await total(buyer), 100);
      await server.set({ cart: { group_tags_in_offers: false } });
    });
  });

  describe('a cart in another currency', () => {
    test('does not keep a rate behind its end by being written to again and again', async () => {
      const dollars = { 'x-currency-code': 'USD' };
      const rate = (value: string, at: number) => ({
        from: 'INR',
        to: 'USD',
        rate: value,
        valid_from: new Date(at).toISOString(),
      });
      await server.set({ currencies: ['USD'] });
      await shop.feed('exchange-rates', [rate('0.01', shop.node.clock.at - HOUR)]);
      const buyer = server.visitor();
      await buyer('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] }, dollars);
      await shop.feed('exchange-rates', [rate('0.02', shop.node.clock.at + HOUR)]);
      const seen: (number | undefined)[] = [];
      for (let hours = 0; hours <= 30; hours += 6) {
        await buyer('PUT', '/v1.0/meta', { comment: `still here after ${hours}` }, dollars);
        seen.push(await total(buyer, dollars));
        shop.node.clock.at += 6 * HOUR;
      }
      assert.deepEqual(seen, [10, 10, 10, 10, 10, 20], 'a day behind the hour at which the other rate began');
    });
  });

  describe('a price that was agreed for some units', () => {
    test('is none for more of them, in whatever lines they are', async () => {
      const buyer = await server.customer('agreed');
      await fill(buyer, 1);
      const { cart_id = '' } = await read(buyer);
      const article_ids = [{ article_id: '1_M_1', value: 10, quantity: 2 }];
      await shop.adjust({ cart_id, type: 'selling_price', value: 10, article_ids });
      assert.equal(await total(buyer), 10);
      await update(buyer, 2);
      assert.equal(await total(buyer), 20);
      await update(buyer, 3);
      assert.equal(await total(buyer), 3000);
      await update(buyer, 1);
      await buyer('POST', detail, {
        items: [{ item_id: 1, item_size: 'M', quantity: 2, force_new_line_item: true, meta: { other: true } }],
      });
      assert.equal(await total(buyer), 3000);
    });
  });

  describe('what another system made for a cart', () => {
    const adjusted = async (who: Shopper): Promise<string> => {
      await fill(who, 2);
      const { cart_id = '' } = await read(who);
      await shop.adjust({ cart_id, type: 'discount', value: 300, message: 'For the trouble of last week' });
      await shop.adjust({ cart_id, type: 'mop', value: 500, message: 'Paid by voucher' });
      await shop.adjust({ cart_id, type: 'charge', value: 25, message: 'Handling' });
      assert.equal(await total(who), 225);
      return cart_id;
    };

    test('is not told to whoever looks at a shared copy, nor does it make that cheaper', async () => {
      const buyer = await server.customer('sharer');
      await adjusted(buyer);
      const { token } = (await buyer('POST', '/v1.0/share-cart', {})).body as unknown as { token: string };
      const looker = server.visitor();
      const { body } = await looker('GET', `/v1.0/share-cart/${token}`);
      assert.equal((body.cart as Read).breakup_values?.raw?.total, 1000);
      assert.equal(/trouble|voucher|Handling/.test(JSON.stringify(body)), false);
    });

    test('pays for nobody who has only the id of a guest’s cart, and what it adds is added for him, too', async () => {
      const guest = server.visitor();
      await guest('GET', detail);
      await adjusted(guest);
      const { id = '' } = (await guest('GET', detail)).body as unknown as { id?: string };
      const stranger = server.visitor();
      assert.equal(await total(stranger, {}, `&id=${id}`), 1025);
      const seen = JSON.stringify((await stranger('GET', `${detail}&id=${id}`)).body);
      assert.equal(/trouble|voucher/.test(seen), false);
      const { body } = await stranger('POST', '/v1.0/checkout', { ...onDelivery, id });
      assert.equal((await server.order(String(body['order_id']))).total, 102_500);
      await fill(guest, 2);
      assert.equal(await total(guest), 200, 'what was meant for the guest is still his');
      const { body: own } = await guest('POST', '/v1.0/checkout', byCard);
      assert.equal((await server.order(String(own['order_id']))).total, 20_000);
      await fill(guest, 2);
      assert.equal(await total(guest), 1000, 'once');
    });
  });

  describe('the code of an offer that has no name', () => {
    test('is not told to who has not typed it', async () => {
      await shop.promotion({
        mode: 'coupon',
        code: 'HUSH77',
        promotion_type: 'percentage',
        display_meta: { offer_text: 'Something off' },
        buy_rules: { 'rule#1': { item_id: [2] } },
        discount_rules: rule('percentage', { item_id: [2] }, { discount_percentage: 20 }),
      });
      const { body } = await server.visitor()('GET', '/v1.0/available-promotions?auto_apply=false');
      const text = JSON.stringify(body);
      assert.equal(text.includes('Something off'), true);
      assert.equal(text.includes('HUSH77'), false);
    });
  });
});
