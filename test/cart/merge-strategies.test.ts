/** Strategies under which a cart stays as it is, and the one that is to join it is let go. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { openCartServer, quantities } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const shirt = (quantity: number) => ({ item_id: 1, item_size: 'M', quantity });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ quantity: 10 }]);

  let people = 0;
  /** What the customer's cart has after the merge, and after the same source is asked for again. */
  const merged = async (merge_strategy: string, own: readonly object[]) => {
    people += 1;
    const visitor = server.visitor();
    const { id } = (await visitor('POST', detail, { items: [shirt(6)] })).body.cart;
    const customer = await server.customer(`user-${people}`);
    if (own.length > 0) await customer('POST', detail, { items: own });
    const { body } = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [id], merge_strategy });
    const again = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [id], merge_strategy: 'sum' });
    const dropped = body.result.merge?.dropped.map(({ asked, kept, error_code }) => [asked, kept, error_code]);
    return [quantities(body.cart), body.cart.is_cart_changed, quantities(again.body.cart), dropped];
  };

  describe('a merge on request', () => {
    test('leaves a cart alone, or one that has lines, and lets the source go', async () => {
      const letGo = [{ '1_M': 2 }, false, { '1_M': 2 }, [[6, 0, 'not_merged']]];
      assert.deepEqual(await merged('leave', [shirt(2)]), letGo);
      assert.deepEqual(await merged('if_empty', [shirt(2)]), letGo);
    });

    test('fills an empty cart where that is the strategy', async () => {
      assert.deepEqual(await merged('if_empty', []), [{ '1_M': 6 }, false, { '1_M': 6 }, []]);
    });
  });
});
