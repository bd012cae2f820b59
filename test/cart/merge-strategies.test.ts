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
  await server.shop.sell(2, [{ quantity: 10 }]);

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

    test('keeps the guest: his lines take the place of those that were there, and what is gone is told', async () => {
      const cap = { item_id: 2, item_size: 'M', quantity: 3 };
      const kept = { '1_M': 6 };
      assert.deepEqual(await merged('keep_guest', [shirt(2), cap]), [kept, true, kept, [[3, 0, 'not_merged']]]);
      assert.deepEqual(await merged('keep_guest', []), [kept, false, kept, []]);
    });

    test('fills an empty cart where that is the strategy', async () => {
      assert.deepEqual(await merged('if_empty', []), [{ '1_M': 6 }, false, { '1_M': 6 }, []]);
    });

    test('rejects lines of another currency where that is the policy', async () => {
      await server.shop.feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.012' }]);
      const join = async (merge_currency: 'any' | 'same', code: string) => {
        people += 1;
        await server.set({ currencies: ['USD'], policy: { merge_currency } });
        const visitor = server.visitor();
        const { id } = (await visitor('POST', detail, { items: [shirt(6)] }, { 'x-currency-code': code })).body.cart;
        const customer = await server.customer(`user-${people}`);
        await customer('POST', detail, { items: [{ item_id: 2, item_size: 'M', quantity: 3 }] });
        const { body } = await customer('POST', '/v3.0/merge?i=true', { cart_ids: [id] });
        return [quantities(body.cart), body.result.merge?.dropped.map(({ error_code }) => error_code)];
      };
      assert.deepEqual(await join('any', 'USD'), [{ '1_M': 6, '2_M': 3 }, []]);
      assert.deepEqual(await join('same', 'INR'), [{ '1_M': 6, '2_M': 3 }, []]);
      assert.deepEqual(await join('same', 'USD'), [{ '2_M': 3 }, ['other_currency']]);
    });
  });
});
