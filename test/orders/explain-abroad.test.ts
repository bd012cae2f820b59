/** Carts, orders and refunds in another currency than the shop's: every number is explained, what is at home by the order's rate. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { issueBalance, type BalanceKind } from '../../src/balances/balance-statements.ts';
import { noAmounts as noCartAmounts } from '../cart/explain/no-amounts.ts';
import { forEachEngine } from '../databases.ts';
import { leftUnexplained } from '../laws/every-number.ts';
import { computedAgain } from '../laws/explained-wire.ts';
import { noAmounts, orderReader } from './explained-order.ts';
import { openGoodsShop } from './goods-shop.ts';
import { fill, onDelivery } from './order-server.ts';

const rates = { USD: '0.01191', JPY: '1.7532', KWD: '0.00365' };

forEachEngine(async (engine) => {
  const server = await openGoodsShop(engine);
  after(() => server.close());
  const { shop } = server;
  const { explained, walked } = orderReader(server);
  await server.set({
    currencies: Object.keys(rates),
    cart: { charge_gst_bp: 1800, cod: { flat: 30, bp: 200, of: 'higher' }, payment_modes: ['COD'] },
  });
  await shop.feed(
    'exchange-rates',
    Object.entries(rates).map(([to, rate]) => ({ from: 'INR', to, rate, valid_from: '2020-01-01T00:00:00Z' })),
  );

  /** Credit and cards that he has; his cart of three goods is in the currency. */
  const buyerOf = async (userId: string, currency: string, balances: readonly (readonly [BalanceKind, number])[]) => {
    const { applicationId, node } = shop;
    for (const [kind, amount] of balances) {
      const entryId = `${userId}/${kind}`;
      const account = kind === 'gift_card' ? `${userId}-card` : '';
      const move = { applicationId, userId, kind, account, amount, reason: 'gift', source: entryId, entryId };
      await node.db.commit(issueBalance({ ...move, at: node.now() }, null));
    }
    const customer = await server.customer(userId);
    const abroad = { 'x-currency-code': currency };
    const buyer: typeof customer = Object.assign(
      (...[method, path, body, headers]: Parameters<typeof customer>) =>
        customer(method, path, body, { ...headers, ...abroad }),
      customer,
    );
    for (const [item, units] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ] as const) {
      await fill(buyer, item, units);
    }
    await server.app.inject({
      method: 'PATCH',
      url: '/service/application/cart/v1.0/detail',
      headers: { authorization: server.authorization, ...customer.known(), ...abroad },
      payload: { store_credit: true },
    });
    return buyer;
  };

  describe('in a foreign currency', () => {
    for (const currency of Object.keys(rates)) {
      test(`${currency}: a cart leaves no number out`, async () => {
        const buyer = await buyerOf(`cart-${currency}`, currency, [['store_credit', 3_001]]);
        const { body } = await buyer('GET', '/v1.0/detail/explain');
        const answer = body as unknown as CartExplained;
        const { body: cart } = await buyer('GET', '/v1.0/detail?i=true&b=true');
        assert.equal(answer.currency_code, currency);
        computedAgain(answer, cart);
        assert.deepEqual(leftUnexplained(cart, answer.numbers, noCartAmounts), []);
      });

      for (const refund_first of ['payment', 'balances'] as const) {
        test(`${currency}: an order and its refunds leave none out, ${refund_first} first`, async () => {
          await server.set({ orders: { return_days: 7, refund_first } });
          await server.signInAgain();
          const userId = `order-${currency}-${refund_first}`;
          const buyer = await buyerOf(userId, currency, [
            ['store_credit', 30_001],
            ['gift_card', refund_first === 'payment' ? 50_000 : 500_000],
          ]);
          const { status, body } = await buyer('POST', '/v1.0/checkout', onDelivery);
          assert.equal(status, 200, JSON.stringify(body));
          const order = await server.order(String(body['order_id']));
          assert.equal(order.document.currency.code, currency);
          await walked(order.id);
          const { sums: agreed } = await explained(`${order.id}/explain`);
          const isThere = (what: string): boolean => agreed.some((one) => one.what === what);
          // A small card is used up and leaves something to pay; a large one pays all and keeps the rest.
          assert.deepEqual(
            [isThere('balance_all'), isThere('balance_spent'), isThere('at_home'), order.document.homeTotal > 0],
            [true, refund_first === 'balances', true, refund_first === 'payment'],
          );
          for (const item of [2, 3, 1, 3]) {
            await server.staff(`/orders/${order.id}/cancel`, { reason: 'one', items: server.some(order, item, 1) });
          }
          const refunds = await walked(order.id);
          assert.equal(refunds.length, 4);
          const his = async (path: string) => {
            const url = `/service/application/order/v1.0/orders/${order.id}${path}`;
            const headers = { authorization: server.authorization, ...buyer.known() };
            return (await server.app.inject({ url, headers })).json<CartExplained & { readonly order?: object }>();
          };
          const seen = (await his('')).order;
          const told = await his('/explain');
          computedAgain(told, seen);
          assert.deepEqual(leftUnexplained(seen, told.numbers, noAmounts), []);
          for (const language of ['en', 'hi', 'de']) {
            const { sums } = await explained(`${order.id}/explain?language=${language}`);
            assert.ok(sums.some(({ operation }) => operation === 'pro_rata'));
            for (const { sentence } of sums) assert.doesNotMatch(sentence, /[{}]|undefined/);
          }
        });
      }
    }
  });
});
