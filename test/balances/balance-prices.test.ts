import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type BalanceKind, spendBalance } from '../../src/balances/balance-statements.ts';
import { earnedPoints } from '../../src/balances/earn-rules.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { one, ratioOf } from '../../src/shared/rates.ts';
import { forEachEngine } from '../databases.ts';
import { openBalanceServer } from './balance-server.ts';

const price = { currency_code: 'INR', marked: 100, effective: 100 };
const detail = '/v1.0/detail?i=true&b=true';
const loyalty = { worth: 1, per_points: 2, cap_bp: 5_000, earn_points: 3, earn_for: 50 };

forEachEngine(async (engine) => {
  const server = await openBalanceServer(engine);
  after(() => server.close());
  const staff = await server.staff('balance');
  await server.shop.sell(1, [{ quantity: 500, prices: [price] }]);
  await server.set({ cart: { loyalty } });

  const give = async (userId: string, kind: BalanceKind, amount: number): Promise<void> => {
    const given = await staff('POST', `/customers/${userId}/adjustments`, { kind, amount, reason: 'test' });
    assert.equal(given.status, 201);
  };
  const shopping = async (userId: string) => {
    const customer = await server.customer(userId);
    await customer('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] });
    return customer;
  };
  const rawOf = ({ body }: { readonly body: unknown }) => {
    const { breakup_values: breakup } = body as CartDetail;
    return { cash: breakup?.raw?.platform_cash, mop: breakup?.raw?.mop_total, total: breakup?.raw?.total };
  };

  describe('a customer’s cart', () => {
    test('is paid with his points when he asks for it, up to the share that points may pay', async () => {
      await give('asha', 'points', 150);
      const asha = await shopping('asha');
      const shown = ((await asha('GET', detail)).body as unknown as CartDetail).breakup_values?.loyalty_points;
      assert.deepEqual([shown?.total, shown?.applicable, shown?.is_applied], [150, 150, false]);
      const redeemed = await asha('POST', '/v1.0/redeem?i=true&b=true', { redeem_points: true });
      assert.deepEqual(rawOf(redeemed), { cash: -75, mop: 0, total: 125 });
      await give('asha', 'points', 1000);
      assert.deepEqual(rawOf(await asha('GET', detail)), { cash: -100, mop: 0, total: 100 });
    });

    test('is paid with his gift cards while they last, and with his store credit', async () => {
      const { clock } = server.shop.node;
      const card = async (value: number, minutes: number): Promise<void> => {
        const expires = new Date(clock.at + minutes * 60_000).toISOString();
        const made = await staff('POST', '/gift-cards', { value, user_id: 'bela', expires_at: expires });
        assert.equal(made.status, 201);
      };
      await give('bela', 'store_credit', 30);
      await card(20, 60);
      await card(10, 30);
      const bela = await shopping('bela');
      assert.deepEqual(rawOf(await bela('GET', detail)), { cash: 0, mop: -30, total: 170 }, 'gift cards alone');
      const own = server.ask(bela.known());
      const credited = await own('PATCH', `/cart${detail}`, { store_credit: true });
      assert.equal(credited.status, 200, JSON.stringify(credited.body));
      assert.deepEqual(rawOf(await bela('GET', detail)), { cash: 0, mop: -60, total: 140 });
      clock.at += 30 * 60_000;
      assert.deepEqual(rawOf(await bela('GET', detail)), { cash: 0, mop: -50, total: 150 }, 'a card has expired');
    });

    test('has another tag when a balance moved, so that no 304 hides it', async () => {
      await give('cyd', 'points', 10);
      const cyd = await shopping('cyd');
      await cyd('POST', '/v1.0/redeem', { redeem_points: true });
      const first = await cyd('GET', detail);
      const known = { 'if-none-match': first.headers['etag'] ?? '' };
      assert.equal((await cyd('GET', detail, undefined, known)).status, 304);
      await server.shop.node.db.commit(
        spendBalance({
          applicationId: server.shop.applicationId,
          userId: 'cyd',
          kind: 'points',
          account: '',
          amount: 4,
          reason: 'order',
          source: 'order:1',
          entryId: 'entry1',
          at: server.shop.node.now(),
        }),
      );
      const again = await cyd('GET', detail, undefined, known);
      assert.equal(again.status, 200);
      assert.deepEqual(rawOf(again), { cash: -3, mop: 0, total: 197 });
    });

    test('knows nothing of another’s balances, nor does one without a customer', async () => {
      await give('dev', 'points', 100);
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      const asked = await visitor('POST', '/v1.0/redeem?i=true&b=true', { redeem_points: true });
      assert.deepEqual(rawOf(asked), { cash: 0, mop: 0, total: 100 });
    });
  });
});

describe('points earned', () => {
  const rupees = { exponent: 2, ratio: one };
  const earned = (goods: number, exponent = 2) => earnedPoints({ loyalty }, goods, { exponent, ratio: one });

  test('are whole, and so many for every full amount', () => {
    assert.deepEqual(
      [0, 1_666, 1_667, 5_000, 12_345].map((goods) => earned(goods)),
      [0, 0, 1, 3, 7],
    );
    assert.equal(earned(50, 0), 3);
  });

  test('of goods in another currency are counted in one step from what was charged', () => {
    const yen = { code: 'JPY', exponent: 0 };
    const ratio = ratioOf({ digits: 1_753, decimals: 3 }, { code: 'INR', exponent: 2 }, yen);
    const programme = { loyalty: { ...loyalty, earn_points: 1, earn_for: 0.5 } };
    // ¥1,000 are ₹570.45…, which hold 1,140 times ₹0.50.
    assert.equal(earnedPoints(programme, 1_000, { exponent: 2, ratio }), 1_140);
    assert.equal(earnedPoints(programme, 1_000, { exponent: 2, ratio: null }), 0);
    assert.equal(
      earnedPoints({ loyalty: { ...loyalty, earn_points: 1, earn_for: 0.5 } }, 10, { exponent: 0, ratio: one }),
      20,
    );
  });

  test('are none without a programme, for nothing, or where nothing is given', () => {
    assert.equal(earnedPoints({ loyalty: null }, 10_000, rupees), 0);
    assert.equal(earned(-5_000), 0);
    assert.equal(earnedPoints({ loyalty: { ...loyalty, earn_for: 0 } }, 10_000, rupees), 0);
    assert.equal(earnedPoints({ loyalty: { ...loyalty, earn_points: 0 } }, 10_000, rupees), 0);
  });
});
