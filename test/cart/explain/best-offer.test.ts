/** The best combination of promotions, asked for, given by the shop that wants it, and paid for by an order. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartBestOffer, CartExplained } from '../../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { type Call, openCartServer } from '../cart-server.ts';
import { staffFor } from '../staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';
const bestOffer = async (shopper: Call, query = ''): Promise<CartBestOffer> => {
  const { status, body } = await shopper('GET', `/v1.0/detail/best-offer?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as CartBestOffer;
};
const totalOf = async (shopper: Call): Promise<number> => {
  const { body } = await shopper('GET', detail);
  return (body['breakup_values'] as { raw: { total: number } }).raw.total;
};

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [
    { uid: 'a1', quantity: 100, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] },
  ]);
  const set = (name: string, size: number, price: number, apply_priority: number) =>
    server.shop.promotion({
      promotion_type: 'fixed_price',
      display_meta: { name, offer_text: `${size} for ${price}` },
      stackable: false,
      apply_priority,
      buy_rules: { 'rule#1': { item_id: [1] } },
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'fixed_price',
          item_criteria: { item_id: [1] },
          offer: { min_offer_quantity: size, discount_price: price },
        },
      ],
    });
  const three = await set('Three', 3, 290, 9);
  const two = await set('Two', 2, 194, 5);
  const buy = async (shopper: Call, quantity: number): Promise<void> => {
    await shopper('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity }] });
  };

  describe(`the best offers on ${engine.name}`, () => {
    test('are told with a certificate, and not given by a shop that has its offers in their own order', async () => {
      const visitor = server.visitor();
      await buy(visitor, 7);
      // Twice three, and one unit at its price.
      assert.equal(await totalOf(visitor), 680);
      const told = await bestOffer(visitor);
      assert.deepEqual(
        [told.is_in_force, told.optimal, told.gap, told.payable, told.payable_in_turn, told.saving],
        [false, true, 0, 678, 680, 2],
      );
      assert.deepEqual([told.total, told.total_change], [678, -2]);
      assert.deepEqual(
        told.offers.map(({ id, uses, discount }) => [id, uses, discount]),
        [
          [three, 1, 10],
          [two, undefined, 12],
        ],
      );
      assert.match(told.message, /^Promotions are combined so that ₹678\.00 are to be paid, ₹2\.00 less/);
      assert.match((await bestOffer(visitor, 'language=de')).message, /Keine andere Kombination kostet weniger\.$/);
      assert.equal(await totalOf(visitor), 680);
    });

    test('are given where the policy says so, explained, and cost the same in the order', async () => {
      await server.set({ policy: { stacking: 'best_offer' } });
      const customer = await server.customer('best-offer');
      await buy(customer, 7);
      assert.equal(await totalOf(customer), 678);
      const told = await bestOffer(customer);
      assert.deepEqual([told.is_in_force, told.total_change], [true, 0]);
      const { body } = await customer('GET', '/v1.0/detail/explain?path=breakup_values.raw.total');
      const { choice } = body as unknown as CartExplained;
      assert.deepEqual([choice?.optimal, choice?.payable, choice?.payable_in_turn], [true, 678, 680]);
      const staff = await staffFor(server);
      assert.equal((await bestOffer(staff('best-offer'))).payable, 678);
      await server.set({ policy: { stacking: 'sequential' } });
    });

    test('are searched for within the steps of the policy, and never dearer than in their own order', async () => {
      await server.set({ policy: { stacking: 'best_offer', best_offer_nodes: 1 } });
      const visitor = server.visitor();
      await buy(visitor, 7);
      const told = await bestOffer(visitor);
      assert.deepEqual([told.optimal, told.payable, told.nodes], [false, 680, 1]);
      assert.ok(told.gap >= 2);
      assert.match(told.message, /at most ₹[\d.,]+ less\.$/);
      await server.set({ policy: { stacking: 'sequential', best_offer_nodes: 1000 } });
    });

    test('of an empty cart are none', async () => {
      const told = await bestOffer(server.visitor());
      assert.deepEqual([told.optimal, told.payable, told.offers, told.left_out], [true, 0, [], []]);
    });
  });
});
