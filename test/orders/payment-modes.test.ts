/** Payment modes are those of the shop, in any spelling: no fee is escaped by a word. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Answer } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { address, fill, openOrderServer } from './order-server.ts';

const unknown = ['NOSUCHMODE', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'ＣＡＲＤ', ' '];

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  await shop.sell(1, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
  await server.set({ cart: { convenience_fees: { Card: { flat: 7 }, SIMPL: { flat: 3 } } } });
  const code = ({ status, body }: Answer) => [status, body.error_code];
  const totalOf = ({ body }: Answer) =>
    (body as never as { breakup_values: { raw: { total: number } } }).breakup_values.raw.total;

  test('the fee of a mode is charged in whatever case it is written', async () => {
    for (const [at, mode] of ['CARD', 'card', 'Card', 'cArD'].entries()) {
      const buyer = await server.customer(`card-${at}`);
      await fill(buyer, 1);
      assert.equal(totalOf(await buyer('PUT', '/v1.0/payment', { payment_mode: mode })), 107, mode);
      for (const body of [{ payment_mode: mode }, { payment_methods: [{ mode }] }]) {
        await fill(buyer, 1, 1);
        const wish = { ...body, delivery_address: address };
        const answer = await buyer('POST', '/v2.0/checkout', wish);
        const order = await server.order(String(answer.body['order_id']));
        assert.deepEqual([order.paymentMode, order.document.totals.convenience_fee], ['CARD', 700]);
      }
    }
  });

  test('a mode that the shop does not take is refused by every operation, and nothing is stored', async () => {
    const buyer = await server.customer('unknown');
    await fill(buyer, 1);
    const etag = (await buyer('GET', '/v1.0/detail')).headers['etag'];
    for (const mode of unknown) {
      const wish = { delivery_address: address };
      const answers = [
        await buyer('PUT', '/v1.0/payment', { payment_mode: mode }),
        await buyer('PUT', '/v1.0/payment', { payment_methods: [{ mode }] }),
        await buyer('GET', `/v1.0/payment/validate?payment_mode=${encodeURIComponent(mode)}`),
        await buyer('POST', '/v1.0/checkout', { ...wish, payment_mode: mode }),
        await buyer('POST', '/v2.0/checkout', { ...wish, payment_methods: [{ mode }] }),
      ];
      for (const answer of answers) assert.deepEqual(code(answer), [400, 'payment_mode_unknown'], mode);
    }
    assert.equal((await buyer('GET', '/v1.0/detail')).headers['etag'], etag);
  });

  test('the settings say which modes there are', async () => {
    const buyer = await server.customer('settings');
    await fill(buyer, 1);
    assert.equal((await buyer('PUT', '/v1.0/payment', { payment_mode: 'simpl' })).status, 200);
    assert.equal((await buyer('PUT', '/v1.0/payment', { payment_mode: 'upi' })).status, 200);
    await server.set({ cart: { payment_modes: ['Barter'] } });
    assert.deepEqual(code(await buyer('PUT', '/v1.0/payment', { payment_mode: 'UPI' })), [400, 'payment_mode_unknown']);
    assert.equal((await buyer('PUT', '/v1.0/payment', { payment_mode: 'BARTER' })).status, 200);
    await server.set({ cart: { payment_modes: ['UPI'] } });
    const { body } = await buyer('GET', '/v1.0/detail');
    assert.deepEqual([body['is_checkout_block'], body.error_code], [true, 'payment_mode_unknown']);
    const left = await buyer('POST', '/v1.0/checkout', { delivery_address: address });
    assert.deepEqual(code(left), [400, 'payment_mode_unknown']);
  });
});
