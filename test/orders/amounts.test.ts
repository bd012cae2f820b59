/** Amounts at the edges: too large to be counted, too small for a currency, and price lists abroad. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { forEachEngine } from '../databases.ts';
import { address, openOrderServer } from './order-server.ts';
import type { Body } from '../cart/cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const usd = { 'x-currency-code': 'USD' };
const inr = (amount: number, list?: string) => ({
  currency_code: 'INR',
  marked: amount,
  effective: amount,
  ...(list === undefined ? {} : { price_list: list }),
});
const of = (itemId: number, quantity: number) => ({ items: [{ item_id: itemId, item_size: 'M', quantity }] });

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  await server.set({ currencies: ['USD', 'IDR'], cart: { price_lists: { gold: { everyone: true } } } });
  await shop.feed('exchange-rates', [
    { from: 'INR', to: 'USD', rate: '0.012', valid_from: '2020-01-01T00:00:00Z' },
    { from: 'INR', to: 'IDR', rate: '190', valid_from: '2020-01-01T00:00:00Z' },
  ]);
  const quantity = 1_000_000;
  await shop.sell(1, [{ quantity, prices: [inr(1_000_000_000)] }]);
  await shop.sell(2, [{ quantity, prices: [inr(0.4)] }]);
  await shop.sell(3, [{ quantity, prices: [inr(100)] }]);
  await shop.sell(4, [
    { quantity, prices: [inr(1000), { currency_code: 'USD', marked: 20, effective: 19 }, inr(500, 'gold')] },
  ]);
  await shop.sell(5, [{ quantity, prices: [inr(600_000_000)] }]);
  const won = { currency_code: 'KRW', marked: 1, effective: 1 };
  await shop.feed('exchange-rates', [{ from: 'KRW', to: 'INR', rate: '0.004', valid_from: '2020-01-01T00:00:00Z' }]);
  await shop.sell(6, [{ quantity, prices: [won, { ...won, price_list: 'gold' }] }]);

  const codesOf = ({ result }: Body) =>
    Object.values(result).map((one) => ('error_code' in one ? one.error_code : null));
  const messages = ({ items = [] }: CartDetail) => items.map(({ message }) => message);

  describe('an amount that is too large', () => {
    test('is refused by its name when it is added, changed or synced', async () => {
      const visitor = server.visitor();
      assert.deepEqual(codesOf((await visitor('POST', detail, of(1, 1_000_000))).body), ['amount_too_large']);
      await visitor('POST', detail, of(1, 90_000));
      const change = { operation: 'update_item', items: [{ item_index: 0, quantity: 90_072 }] };
      assert.deepEqual(codesOf((await visitor('PUT', detail, change)).body), ['amount_too_large']);
      assert.deepEqual(codesOf((await visitor('POST', '/v3.0/sync', of(1, 90_072))).body), ['amount_too_large']);
      const fits = { operation: 'update_item', items: [{ item_index: 0, quantity: 90_071 }] };
      assert.equal((await visitor('PUT', detail, fits)).body.success, true);
      const { cart } = (await visitor('POST', detail, of(3, 1))).body;
      assert.equal(cart.breakup_values?.raw?.total, 90_071_000_000_100);
    });

    test('is refused also where only the whole cart, or another currency, makes it so', async () => {
      const visitor = server.visitor();
      await visitor('POST', detail, of(1, 90_071));
      assert.deepEqual(codesOf((await visitor('POST', detail, of(5, 2))).body), ['amount_too_large']);
      const abroad = server.visitor();
      const rupiah = { 'x-currency-code': 'IDR' };
      assert.deepEqual(codesOf((await abroad('POST', detail, of(1, 500), rupiah)).body), ['amount_too_large']);
      assert.equal((await abroad('POST', detail, of(1, 500))).body.success, true);
      const later = (await abroad('GET', detail, undefined, rupiah)).body as unknown as CartDetail;
      assert.deepEqual(messages(later), ['The amount of this line is too large; order fewer']);
      assert.equal(later.is_valid, false);
    });
  });

  describe('a price that is too small for a currency', () => {
    test('makes the line unsellable in it, and is never free', async () => {
      const buyer = await server.customer('small');
      await buyer('POST', detail, of(2, 1_000_000), usd);
      const seen = (await buyer('GET', detail, undefined, usd)).body as unknown as CartDetail;
      assert.deepEqual(messages(seen), ['This product costs less than the smallest coin of your currency']);
      assert.deepEqual([seen.is_valid, seen.breakup_values?.raw?.total], [false, 0]);
      const wish = { payment_mode: 'COD', delivery_address: address };
      const refused = await buyer('POST', '/v1.0/checkout', wish, usd);
      assert.deepEqual([refused.status, refused.body.error_code], [400, 'price_too_small']);
      const { body } = await buyer('POST', '/v1.0/checkout', wish);
      assert.equal((await server.order(String(body['order_id']))).total, 40_000_000, 'at home it costs what it costs');
    });
  });

  describe('an article that is fed in a currency whose coin is worth nothing at home', () => {
    test('has no price here, and is not free', async () => {
      for (const list of [undefined, 'gold']) {
        const [item] = of(6, 1).items;
        const items = [{ ...item, ...(list === undefined ? {} : { price_factory_type_id: list }) }];
        assert.deepEqual(codesOf((await server.visitor()('POST', detail, { items })).body), ['price_missing']);
      }
    });
  });

  describe('a price list abroad', () => {
    test('counts by its price at home, where it has none there, and not by the article’s own price', async () => {
      const visitor = server.visitor();
      const [plain] = of(4, 1).items;
      await visitor('POST', detail, { items: [plain, { ...plain, price_factory_type_id: 'gold' }] }, usd);
      const { items = [] } = (await visitor('GET', detail, undefined, usd)).body as unknown as CartDetail;
      assert.deepEqual(
        items.map(({ price_per_unit: unit, message }) => [unit?.converted?.effective, unit?.base?.effective, message]),
        [
          [19, 1000, ''],
          [6, 500, ''],
        ],
      );
    });
  });
});
