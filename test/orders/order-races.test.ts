/** Many who order at once: what there is once is sold once, and everybody else is told why not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { issueBalance } from '../../src/balances/balance-statements.ts';
import { listEntries, readBalances } from '../../src/balances/balance-store.ts';
import type { Answer, Call } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { byCard, fill, onDelivery, openTwoNodes } from './order-server.ts';

const counted = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
  const names = answers.map(({ status, body }) => `${status} ${body.error_code ?? 'ordered'}`);
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
};

forEachEngine(async (engine) => {
  const { server, second } = await openTwoNodes(engine);
  const { shop } = server;

  /** The same shopper on the other node. */
  const elsewhere =
    (shopper: Call & { readonly known: () => Readonly<Record<string, string>> }): Call =>
    (method, url, body, headers) =>
      second.call(method, url, body, { ...shopper.known(), ...headers });

  const crowd = async (size: number, name: string, prepare: (shopper: Call) => Promise<unknown>) => {
    const shoppers = await Promise.all(Array.from({ length: size }, (_, at) => server.customer(`${name}-${at}`)));
    for (const shopper of shoppers) await prepare(shopper);
    return shoppers.map((shopper, at): Call => (at % 2 === 0 ? shopper : elsewhere(shopper)));
  };

  describe('at once', () => {
    test('fifty want the last unit: one gets it', async () => {
      await shop.sell(1, [{ quantity: 1 }]);
      const items = [{ item_id: 1, item_size: 'M', quantity: 1 }];
      const shoppers = await crowd(50, 'last', (shopper) => shopper('POST', '/v2.0/detail', { items }));
      const answers = await Promise.all(shoppers.map((shopper) => shopper('POST', '/v1.0/checkout', onDelivery)));
      assert.deepEqual(counted(answers), { '200 ordered': 1, '400 out_of_stock': 49 });
      assert.equal(await server.stockOf('1_M_1'), 0);
      assert.equal(await server.count('customer_order'), 1);
    });

    test('two hundred use a coupon that can be used once: it is used once, and no other order is made', async () => {
      await shop.sell(2, [{ quantity: 1000 }]);
      const id = await shop.coupon({
        code: 'ONCE',
        rule: [{ key: 1, value: 50 }],
        restrictions: { uses: { maximum: { total: 1 } } },
      });
      const wanted = { items: [{ item_id: 2, item_size: 'M', quantity: 1 }], coupon_code: 'ONCE' };
      const shoppers = await crowd(200, 'once', (shopper) => shopper('POST', '/v3.0/sync', wanted));
      const answers = await Promise.all(shoppers.map((shopper) => shopper('POST', '/v1.0/checkout', byCard)));
      assert.deepEqual(counted(answers), { '200 ordered': 1, '400 coupon_used_up': 199 });
      assert.deepEqual(await server.uses(id), { '': 1 });
      assert.equal(await server.stockOf('2_M_1'), 999);
      const [other] = shoppers.filter((_, at) => answers[at]?.status === 400);
      const blocked = await other?.('GET', '/v1.0/detail');
      assert.deepEqual([blocked?.body['is_checkout_block'], blocked?.body.error_code], [true, 'coupon_used_up']);
      await other?.('DELETE', '/v1.0/coupon');
      assert.equal((await other?.('POST', '/v1.0/checkout', byCard))?.status, 200, 'without the coupon it goes on');
    });

    test('twenty share a budget of 25 in tens: never more than the budget is given, and all of it is', async () => {
      await shop.sell(3, [{ quantity: 1000, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] }]);
      const id = await shop.coupon({
        code: 'BUDGET',
        rule: [{ key: 1, value: 10 }],
        restrictions: { budget: { amount: 25 } },
      });
      await server.set({ quotas: { held_uses_percent: 100 } });
      const wanted = { items: [{ item_id: 3, item_size: 'M', quantity: 1 }], coupon_code: 'BUDGET' };
      const shoppers = await crowd(20, 'budget', (shopper) => shopper('POST', '/v3.0/sync', wanted));
      const pay = (shopper: Call) => shopper('POST', '/v1.0/checkout', onDelivery);
      const answers = await Promise.all(shoppers.map(pay));
      const spent = async (): Promise<number> => (await server.uses(id))['budget'] ?? 0;
      // Whoever saw 10 off is not charged more: he is told, and gets the 5 that are left when he orders again.
      assert.ok((await spent()) <= 2500);
      assert.equal(answers.filter(({ status }) => status === 200).length >= 2, true);
      for (const [at, shopper] of shoppers.entries()) if (answers[at]?.status !== 200) await pay(shopper);
      assert.equal(await spent(), 2500, 'all of it and no more');
    });

    test('fifty carts of one customer want his points and store credit: neither is spent twice', async () => {
      const kinds = Array.from({ length: 50 }, (_, at) => `kind-${at}`);
      await server.set({
        cart: { loyalty: { worth: 1, per_points: 1, cap_bp: 10_000, earn_points: 0, earn_for: 0 } },
        quotas: { unpaid_orders_per_shopper: 100, orders_per_shopper: 100 },
      });
      for (const [at, slug] of kinds.entries()) {
        await shop.addCartKind({ name: slug, slug, is_active: true, enabled: true, article_tags: [slug] });
        await shop.sell(1000 + at, [
          { quantity: 10, tags: [slug], prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] },
        ]);
      }
      const userId = 'saver';
      const { applicationId, node } = shop;
      for (const [kind, amount] of [
        ['points', 50],
        ['store_credit', 12_000],
      ] as const) {
        const source = `test:${kind}`;
        const move = {
          applicationId,
          userId,
          kind,
          account: '',
          amount,
          reason: 'gift',
          source,
          entryId: source,
          at: 1,
        };
        await node.db.commit(issueBalance(move, null));
      }
      const saver = await server.customer(userId);
      for (const [at, slug] of kinds.entries()) {
        await fill(saver, 1000 + at, 1, 'M', `&cart_type=${slug}`);
        await saver('POST', `/v1.0/redeem?cart_type=${slug}`, { redeem_points: true });
        await server.app.inject({
          method: 'PATCH',
          url: `/service/application/cart/v1.0/detail?cart_type=${slug}`,
          headers: { authorization: server.authorization, ...saver.known() },
          payload: { store_credit: true },
        });
      }
      const answers = await Promise.all(
        kinds.map((slug, at) =>
          (at % 2 === 0 ? saver : elsewhere(saver))('POST', `/v1.0/checkout?cart_type=${slug}`, onDelivery),
        ),
      );
      const left = await readBalances(node.db, applicationId, userId, node.now());
      const entries = await listEntries(node.db, { applicationId, userId }, undefined, 500);
      for (const { kind, amount } of left) {
        assert.ok(amount >= 0);
        const sum = entries.filter((entry) => entry.kind === kind).reduce((total, entry) => total + entry.amount, 0);
        assert.equal(sum, amount, `the entries of ${kind} add up to it`);
      }
      const ordered = answers.filter(({ status }) => status === 200);
      const orders = await Promise.all(ordered.map(({ body }) => server.order(String(body['order_id']))));
      const spent = (kind: string): number =>
        orders
          .flatMap(({ document }) => document.tender)
          .reduce((sum, part) => sum + (part.kind === kind ? part.spent : 0), 0);
      assert.deepEqual([spent('points'), spent('store_credit')], [50, 12_000], JSON.stringify(counted(answers)));
      for (const { status, body } of answers) {
        if (status !== 200) assert.deepEqual([status, body.error_code], [409, 'balance_insufficient']);
      }
      const gross = orders.reduce((sum, { total }) => sum + total, 0);
      assert.equal(gross, orders.length * 10_000 - 5_000 - 12_000, 'what the balances paid, nobody else did');
    });

    test('ten orders of one cart: one is made', async () => {
      const shopper = await server.customer('double');
      await fill(shopper, 2);
      const other = elsewhere(shopper);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? shopper : other)('POST', '/v1.0/checkout', onDelivery)),
      );
      assert.deepEqual(counted(answers), { '200 ordered': 1, '400 cart_empty': 9 });
    });
  });
});
