import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { type ItemAnswer, openCartServer } from './cart-server.ts';

const price = (effective: number) => ({ currency_code: 'INR', marked: effective, effective });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [
    { store_id: 1, seller_id: 1, quantity: 50, seller_identifier: 'TEE-M', prices: [price(100)] },
    { store_id: 2, seller_id: 2, quantity: 50, seller_identifier: 'TWICE', prices: [price(90)] },
    { size: 'L', store_id: 1, seller_id: 1, quantity: 50, seller_identifier: 'TEE-L', prices: [price(100)] },
  ]);
  await server.shop.sell(2, [
    { store_id: 1, seller_id: 1, quantity: 9, seller_identifier: 'TWICE', prices: [price(50)] },
    { size: 'L', store_id: 2, seller_id: 2, quantity: 9, seller_identifier: 'GONE', is_active: false },
  ]);

  const add = async (item: object) => {
    const { body } = await server.visitor()('POST', '/v1.0/detail?i=true', { items: [item] });
    const [outcome] = Object.values<ItemAnswer>(body.result as Readonly<Record<string, ItemAnswer>>);
    return { outcome, item: body.cart?.items?.[0] };
  };

  describe('a seller’s own number', () => {
    test('names the article by itself', async () => {
      const large = await add({ seller_identifier: 'TEE-L', quantity: 2 });
      assert.deepEqual([large.item?.key, large.item?.quantity], ['1_L', 2]);
      assert.equal(large.item?.article?.seller_identifier, 'TEE-L');
      assert.equal((await add({ seller_identifier: 'TEE-M' })).item?.key, '1_M');
    });

    test('that two sellers use is told apart by the seller, or by the size', async () => {
      const unclear = await add({ seller_identifier: 'TWICE' });
      assert.equal(unclear.outcome?.error_code, 'article_not_found');
      assert.match(unclear.outcome?.message ?? '', /seller_id/);
      assert.equal((await add({ seller_identifier: 'TWICE', seller_id: 1 })).item?.key, '2_M');
      assert.equal((await add({ seller_identifier: 'TWICE', seller_id: 2 })).item?.key, '1_M');
    });

    test('that nobody has, or whose article is not sold, is refused', async () => {
      for (const item of [
        { seller_identifier: 'NONE' },
        { seller_identifier: 'GONE' },
        { seller_identifier: 'TEE-M', item_size: 'XL' },
        { seller_identifier: 'TEE-M', seller_id: 2 },
      ]) {
        assert.equal((await add(item)).outcome?.error_code, 'article_not_found', JSON.stringify(item));
      }
      assert.equal((await add({ quantity: 1 })).outcome?.error_code, 'item_not_found');
    });

    test('follows the feed when the seller renames it', async () => {
      await server.shop.sell(3, [{ quantity: 5, seller_identifier: 'OLD', prices: [price(10)] }]);
      assert.equal((await add({ seller_identifier: 'OLD' })).item?.key, '3_M');
      await server.shop.sell(3, [{ quantity: 5, seller_identifier: 'NEW', prices: [price(10)] }]);
      assert.equal((await add({ seller_identifier: 'OLD' })).outcome?.error_code, 'article_not_found');
      assert.equal((await add({ seller_identifier: 'NEW' })).item?.key, '3_M');
    });
  });
});
