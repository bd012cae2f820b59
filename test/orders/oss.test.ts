/** The threshold of the One Stop Shop, counted: docs/behaviour/tax.md, with orders on both engines. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { completeSettings } from '../../src/applications/settings.ts';
import { settingsProblems } from '../../src/applications/settings-rules.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import { firstBasis, ossThreshold, staysWithin, yearAt } from '../../src/delivery/oss/oss-rules.ts';
import { countSale } from '../../src/delivery/oss/oss-statements.ts';
import { signedIn } from '../applications/test-server.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { stores } from '../cart/response/places.ts';
import { forEachEngine } from '../databases.ts';
import { paymentService } from './order-payments.ts';
import { fill, openOrderServer } from './order-server.ts';

const settings = (changes: object = {}, currency = 'EUR') => {
  const whole = completeSettings({ name: 'Shop', currency, country: 'DE' });
  return { ...whole, cart: { ...whole.cart, tax: { ...whole.cart.tax, ...changes } } };
};

test('a year counts alone, up to the threshold, and the year after one beyond it is beyond', () => {
  const paid = { sold: 900, lastYear: 1000 };
  const count = { year: 2036, ...paid, threshold: 1000, paid };
  assert.equal(staysWithin(count, 100), true);
  assert.equal(staysWithin(count, 101), false);
  assert.equal(staysWithin({ ...count, lastYear: 1001 }, 0), false);
  const { tax } = settings({ oss: 'counted' }).cart;
  assert.equal(firstBasis(tax, { ...count, paid: { ...paid, sold: 1001 } }), 'destination');
  assert.equal(firstBasis(tax, { ...count, sold: 1001 }), 'origin', 'priced so first, and then compared');
  assert.equal(firstBasis(tax, null), 'destination', 'what cannot be counted');
  const midnight = Date.UTC(2036, 11, 31, 23);
  assert.deepEqual([yearAt('Europe/Berlin', midnight - 1), yearAt('Europe/Berlin', midnight)], [2036, 2037]);
  const euro = { code: 'EUR', exponent: 2, symbol: '€' };
  assert.equal(ossThreshold(tax, euro), 1_000_000);
  assert.equal(ossThreshold(tax, { ...euro, code: 'SEK' }), null);
});

test('a shop that does not sell in euro says the threshold in its own currency', () => {
  const none = { customer_token_secret: false, request_signature_secret: false, payment_secret: false } as const;
  const problems = (changes: object, currency: string) =>
    settingsProblems(settings({ oss: 'counted', ...changes }, currency), none).map(({ field }) => field);
  assert.deepEqual(problems({}, 'EUR'), []);
  assert.deepEqual(problems({}, 'SEK'), ['cart.tax.oss_threshold']);
  assert.deepEqual(problems({ oss_threshold: 99_680 }, 'SEK'), []);
  assert.deepEqual(problems({ oss_threshold: 0.001 }, 'EUR'), ['cart.tax.oss_threshold']);
});

const paris = { area_code: '75001', country_iso_code: 'FR', name: 'Ada', address: '1 Rue', city: 'Paris', state: '' };
const luxembourg = { ...paris, area_code: '1009', country_iso_code: 'LU', city: 'Luxembourg' };
const berlin = { ...paris, area_code: '10115', country_iso_code: 'DE', city: 'Berlin' };

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const { shop } = server;
  const { db } = shop.node;
  const staff = await signedIn(server.app, shop.node, shop, 'owner');
  const path = `/service/platform/order/v1.0/company/${shop.companyId}`;
  const year = new Date(shop.node.now()).getUTCFullYear();
  const [fort] = stores;
  await shop.feed('stores', [
    { ...fort, uid: 3, store_code: 'S3', country: 'DE', state: 'Berlin', area_code: '10115' },
  ]);
  await shop.feed('areas', [
    { area: '75001', country: 'FR', time_zone: 'Europe/Paris' },
    { area: '10115', country: 'DE', time_zone: 'Europe/Berlin' },
    { area: '1009', country: 'LU', time_zone: 'Europe/Luxembourg' },
  ]);
  const standard = { unit: 'days', min: 1, max: 3 };
  await shop.feed(
    'lanes',
    ['75001', '10115', '1009'].map((area) => ({ store_uid: 3, area, journeys: { standard } })),
  );
  await shop.feed('tax-rates', [
    { id: 'de', name: 'VAT', country: 'DE', rate: 25 },
    { id: 'fr', name: 'VAT', country: 'FR', rate: 50 },
    { id: 'lu', name: 'VAT', country: 'LU', rate: 5 },
  ]);
  await shop.sell(901, [{ ...rupees(150, 150), store_id: 3, gst_rate: 0, quantity: 1000 }]);
  const whole = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' }).cart;
  const counted = (threshold: number, more: object = {}) =>
    server.set({ cart: { ...whole, tax: { ...whole.tax, oss: 'counted', oss_threshold: threshold, ...more } } });
  await counted(1000);

  const buy = async (visitor: Shopper, units: number, to: object = paris) => {
    await fill(visitor, 901, units);
    return visitor('POST', '/v1.0/checkout', { payment_mode: 'COD', delivery_address: to });
  };
  const orderOf = async (units: number, to: object = paris) => {
    const { status, body } = await buy(server.visitor(), units, to);
    assert.equal(status, 200, JSON.stringify(body));
    return server.order(String(body['order_id']));
  };
  const sales = async () => {
    const { items } = (await staff({ method: 'GET', url: `${path}/oss-sales` })).json<{
      items: readonly { year: number; currency: string; sold: number; elsewhere: number; total: number }[];
    }>();
    return items.map((one) => [one.year, one.currency, one.sold, one.elsewhere, one.total]);
  };

  describe('the threshold of the One Stop Shop', () => {
    test('is counted from orders and what is given back, and gives the rates of the destination from it on', async () => {
      const home = await orderOf(1, berlin);
      assert.equal(home.document.oss, undefined, 'no border');
      assert.deepEqual(await sales(), []);
      const first = await orderOf(5);
      // 750 with 25 % in it is 600 without.
      assert.deepEqual([first.document.oss?.basis, first.document.oss?.sold], ['origin', 60_000]);
      assert.deepEqual(await sales(), [[year, 'INR', 600, 0, 600]]);
      const second = await orderOf(4);
      // 480 more would be 1,080: it bears 50 %, of which 400 are left.
      assert.deepEqual([second.document.oss?.basis, second.document.oss?.sold], ['destination', 40_000]);
      assert.equal(second.document.lines[0]?.tax.rate, 500_000);
      assert.deepEqual(await sales(), [[year, 'INR', 1000, 0, 1000]]);
      const units = { reason: 'broken', items: [{ identifier: second.document.lines[0]?.identifier, quantity: 1 }] };
      const cancelled = await staff({ method: 'POST', url: `${path}/orders/${second.id}/cancel`, payload: units });
      assert.equal(cancelled.statusCode, 200, cancelled.body);
      assert.deepEqual(await sales(), [[year, 'INR', 900, 0, 900]]);
      await staff({ method: 'POST', url: `${path}/orders/${first.id}/cancel`, payload: { reason: 'all' } });
      assert.deepEqual(await sales(), [[year, 'INR', 300, 0, 300]]);
      assert.equal((await orderOf(1)).document.oss?.basis, 'origin', 'there is room again');
    });

    test('says in the cart and its explanation whose rates there are', async () => {
      const visitor = server.visitor();
      await fill(visitor, 901);
      const seen = async () => {
        const { body } = await visitor('GET', '/v1.0/detail?i=true&b=true&area_code=75001');
        const { body: explained } = await visitor('GET', '/v1.0/detail/explain?area_code=75001&language=en');
        const { oss } = explained as unknown as CartExplained;
        assert.match(oss?.sentence ?? '', /One Stop Shop/);
        return [(body as unknown as CartDetail).items?.[0]?.tax?.oss_basis, oss?.basis];
      };
      assert.deepEqual(await seen(), ['origin', 'origin']);
      await fill(visitor, 901, 9);
      assert.deepEqual(await seen(), ['destination', 'destination']);
    });

    test('counts what the shop says it sold by other ways, and the year before', async () => {
      const put = (of: number, elsewhere: number, currency = 'INR') =>
        staff({ method: 'PUT', url: `${path}/oss-sales/${of}/${currency}`, payload: { elsewhere } });
      assert.equal((await put(year, 900)).statusCode, 200);
      assert.equal((await orderOf(1)).document.oss?.basis, 'destination');
      assert.equal((await put(year, 0)).statusCode, 200);
      assert.equal((await orderOf(1)).document.oss?.basis, 'origin');
      assert.equal((await put(year - 1, 1000.01)).statusCode, 200);
      assert.equal((await orderOf(1)).document.oss?.basis, 'destination', 'last year was beyond it');
      assert.equal((await put(year - 1, 1000)).statusCode, 200);
      assert.equal((await orderOf(1)).document.oss?.basis, 'origin');
      assert.equal((await put(year, 0.001)).statusCode, 400);
      assert.equal((await put(year, 1, 'XXY')).statusCode, 400);
    });

    test('is never passed by orders that are placed at once', async () => {
      await counted(5000);
      const before = Number((await sales())[0]?.[2]);
      const visitors = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const visitor = server.visitor();
          await fill(visitor, 901, 5);
          return visitor;
        }),
      );
      const answers = await Promise.all(
        visitors.map((visitor) => visitor('POST', '/v1.0/checkout', { payment_mode: 'COD', delivery_address: paris })),
      );
      const orders = await Promise.all(
        answers.map(({ status, body }) => {
          assert.equal(status, 200, JSON.stringify(body));
          return server.order(String(body['order_id']));
        }),
      );
      const sold = (basis: string) =>
        orders.filter(({ document }) => document.oss?.basis === basis).map(({ document }) => document.oss?.sold ?? 0);
      const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0) / 100;
      const [origin, destination] = [sum(sold('origin')), sum(sold('destination'))];
      assert.ok(before + origin <= 5000, `${before} and ${origin} are within it`);
      assert.ok(before + origin + 600 > 5000 || destination > 0);
      assert.ok(destination > 0, 'some came after it was full');
      assert.equal((await sales())[0]?.[2], before + origin + destination);
    });

    test('is not passed by what nobody pays for where that would cost less', async () => {
      const before = Number((await sales())[0]?.[2]);
      await counted(before + 1000, { price_basis: 'net' });
      const priceTo = async (to: { readonly area_code: string }) => {
        const visitor = server.visitor();
        await fill(visitor, 901);
        const { body } = await visitor('GET', `/v1.0/detail?b=true&area_code=${to.area_code}`);
        return (body as unknown as CartDetail).breakup_values?.raw?.total;
      };
      // 120 without tax, with 25 % in it, and with 5 %, and with 50 %.
      assert.deepEqual([await priceTo(luxembourg), await priceTo(paris)], [150, 150]);
      const large = server.visitor();
      await fill(large, 901, 9);
      const begun = await large('POST', '/v1.0/checkout', { payment_mode: 'CARD', delivery_address: luxembourg });
      const id = String(begun.body['order_id']);
      const unpaid = await server.order(id);
      assert.deepEqual([unpaid.state, unpaid.document.oss?.basis], ['awaiting_payment', 'destination']);
      assert.equal((await sales())[0]?.[2], before + 1080);
      assert.deepEqual([await priceTo(luxembourg), await priceTo(paris)], [150, 180], 'the dearer of the two');
      const meanwhile = await orderOf(1, luxembourg);
      assert.deepEqual([meanwhile.document.oss?.basis, meanwhile.total], ['origin', 15_000]);
      const paid = { order_id: id, payment_id: `pay-${id}`, amount: unpaid.total / 100, currency: 'INR' };
      assert.equal((await paymentService(server).tell({ ...paid, outcome: 'success' })).status, 200);
      assert.deepEqual([await priceTo(luxembourg), await priceTo(paris)], [126, 180]);
      assert.equal((await orderOf(1, luxembourg)).document.oss?.basis, 'destination');
      await staff({ method: 'POST', url: `${path}/orders/${id}/cancel`, payload: { reason: 'all' } });
      assert.deepEqual([await priceTo(luxembourg), await priceTo(paris)], [150, 150]);
      const kept = await db.one<{ unpaid: number }>('select unpaid from oss_sale where year = ?', [year]);
      assert.equal(kept?.unpaid, 0);
    });

    test('a sale that no longer fits changes nothing', async () => {
      const asked = { companyId: shop.companyId, year: 2999, currency: 'EUR' };
      const sale = (sold: number, paidOnly = false, unpaid = 0) =>
        db.commit([countSale(asked, { sold, unpaid }, { threshold: 1000, paidOnly })]);
      const passes = { code: 'guard', guard: 'oss_sales' };
      await sale(600);
      await assert.rejects(sale(401), passes);
      await sale(400, false, 400);
      await assert.rejects(sale(1), passes);
      await assert.rejects(sale(401, true), passes);
      await sale(400, true);
    });
  });
});
