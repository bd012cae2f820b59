/** What a cart says about its checkout is what checkout does. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { forEachEngine } from '../databases.ts';
import type { Answer, Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { address, fill, openOrderServer } from './order-server.ts';
import { runs } from '../laws/runs.ts';

const detail = '/v1.0/detail?i=true&b=true';
const plan = (id: string) => ({
  id,
  emi_type: 'standard' as const,
  instrument_type: 'credit_card' as const,
  bank: { code: 'B', name: 'Bank' },
  tenure_months: 3,
  interest_bp: 1200,
  min_amount: 500,
  max_amount: 5000,
});
/** Settings of carts are set as a whole. */
const terms = (...plans: readonly string[]) => ({
  cart: { cod: { flat: 10, from: 2000, to: 5000 }, emi_plans: plans.map(plan) },
});

/** A cheap and a dear thing, one that runs out, one that travels little, one that brings a gift from far away. */
const [cheap, dear, scarce, near, giving] = [1, 2, 3, 4, 5];
const items = [cheap, dear, scarce, near, giving];

const carts = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      itemId: fc.constantFrom(...items),
      quantity: fc.integer({ min: 1, max: 3 }),
      pickup: fc.boolean(),
    }),
    { selector: ({ itemId }) => itemId, maxLength: 3 },
  ),
  stock: fc.integer({ min: 0, max: 3 }),
  payment: fc.constantFrom<readonly [string, string?]>(
    ['COD'],
    ['cod'],
    ['UPI'],
    ['EMI', 'kept'],
    ['emi', 'dropped'],
    ['EMI'],
  ),
  area: fc.constantFrom('400001', '400001', '400001', '10001', '999999'),
  addressGone: fc.constantFrom(false, false, false, true),
  coupon: fc.constantFrom(null, 'UPIONLY', 'ONCE'),
});

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(() => server.close());
  const { shop } = server;
  await shop.sell(cheap, [{ ...rupees(90, 90), quantity: 9999 }]);
  await shop.sell(dear, [{ ...rupees(2500, 2500), quantity: 9999 }]);
  await shop.sell(scarce, [{ ...rupees(300, 300), quantity: 9999 }]);
  await shop.sell(near, [{ ...rupees(700, 700), store_id: 2, quantity: 9999 }]);
  await shop.sell(giving, [{ ...rupees(800, 800), quantity: 9999 }]);
  await shop.sell(6, [{ ...rupees(50, 50), store_id: 2, quantity: 9999 }]);
  await shop.promotion({
    promotion_type: 'free_gift_items',
    buy_rules: { 'rule#1': { item_id: [giving] } },
    discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [6] }, offer: { max_offer_quantity: 1 } }],
  });
  const tenOff = { rule: [{ key: 1, value: 10, min: 0, max: 50 }] };
  await shop.coupon({ code: 'UPIONLY', ...tenOff, restrictions: { payments: { UPI: {} } } });
  await shop.coupon({ code: 'ONCE', ...tenOff, restrictions: { uses: { remaining: { total: 1 } } } });
  await shop.configure({
    min_cart_value: 100,
    pan_card: { enabled: true, online_threshold_amount: 5200, cod_threshold_amount: 4000 },
  });
  await server.set(terms('kept', 'dropped'));

  const codeOf = ({ status, body }: Answer): string | null => (status === 200 ? null : body.error_code);

  describe('a checkout with what is chosen for the cart', () => {
    test('is refused exactly when the cart says so, and for that reason', async () => {
      let number = 0;
      const seen = new Set<string | null>();
      await fc.assert(
        fc.asyncProperty(carts, async ({ lines, stock, payment: [mode, identifier], area, addressGone, coupon }) => {
          number += 1;
          const buyer = await server.customer(`buyer-${number}`);
          await server.shop.stock('3_M_1', 9999);
          for (const { itemId, quantity, pickup } of lines) {
            const order_type = pickup && itemId !== near ? 'PickAtStore' : 'HomeDelivery';
            await buyer('POST', detail, { items: [{ item_id: itemId, item_size: 'M', quantity, order_type }] });
          }
          if (coupon !== null) await buyer('POST', '/v1.0/coupon', { coupon_code: coupon });
          const { body: saved } = await buyer('POST', '/v1.0/address', { ...address, area_code: area });
          await buyer('POST', '/v1.0/select-address', { id: saved['id'] });
          const chosen = {
            payment_mode: mode,
            ...(identifier === undefined ? {} : { payment_identifier: identifier }),
          };
          assert.equal((await buyer('PUT', '/v1.0/payment', chosen)).status, 200);
          if (addressGone) await buyer('DELETE', `/v1.0/address/${String(saved['id'])}`);
          await server.shop.stock('3_M_1', stock);
          await server.set(terms('kept'));
          const { body: cart } = await buyer('GET', detail);
          const checkout = await buyer('POST', '/v1.0/checkout', {});
          await server.set(terms('kept', 'dropped'));
          const refused = codeOf(checkout);
          seen.add(refused);
          assert.equal(cart['is_checkout_block'], refused !== null, JSON.stringify(checkout.body));
          assert.equal(cart.error_code, refused === 'cart_empty' ? null : refused);
          assert.equal(cart['checkout_block_message'] === '', refused === null);
        }),
        { numRuns: runs(50) },
      );
      for (const code of ['cod_not_available', 'emi_not_offered', 'address_unknown', 'not_deliverable', null]) {
        assert.ok(seen.has(code), `no cart met ${code}: ${[...seen].join(', ')}`);
      }
    });
  });

  describe('a way of paying that the shop does not have', () => {
    const choosing = async (buyer: Shopper, body: object) => codeOf(await buyer('PUT', '/v1.0/payment', body));
    const modeOf = async (buyer: Shopper): Promise<unknown> => {
      const { body } = await buyer('GET', detail);
      return (body['payment_selection_lock'] as { default_options: string }).default_options;
    };
    test('cannot be chosen, and what was chosen before stays', async () => {
      const buyer = await server.customer('chooser');
      await fill(buyer, dear);
      assert.equal(await choosing(buyer, { payment_mode: 'UPI' }), null);
      assert.equal(await choosing(buyer, { payment_mode: 'EMI', payment_identifier: 'nope' }), 'emi_plan_unknown');
      assert.equal(await modeOf(buyer), 'UPI');
      await server.set({ cart: { cod: null } });
      assert.equal(await choosing(buyer, { payment_mode: 'cod' }), 'cod_not_available');
      await server.set(terms('kept'));
      assert.equal(await modeOf(buyer), 'UPI');
      assert.equal(await choosing(buyer, { payment_mode: 'cod' }), null);
      assert.equal(await modeOf(buyer), 'COD');
    });
  });
});
