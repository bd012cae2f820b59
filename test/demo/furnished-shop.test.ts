/** The demo shop as it ships: whatever the interface can show, a visitor can make it show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { system } from '../../src/applications/node.ts';
import type { BalancesView } from '../../src/contract/customers/balance-contract.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { ProductListItem } from '../../src/contract/catalog/catalog-contract.ts';
import type { DemoCustomers } from '../../src/contract/customers/demo-sign-in-contract.ts';
import { demoCustomers } from '../../src/demo/demo-people.ts';
import { areas } from '../../src/demo/places.ts';
import { forEachEngine } from '../databases.ts';
import type { Call, Shown } from '../calls.ts';
import { openShippedShop, type ShippedShop } from './shipped-shop.ts';

const cart = '/service/application/cart/v1.0';
const detail = `${cart}/detail?i=true&b=true`;
const balances = '/service/application/balance/v1.0';
const application = '/service/platform/configuration/v1.0/company/{company}/application/{application}';
const chair = 'Chairs';

const cartOf = ({ body }: Shown): CartDetail => ('cart' in body ? body['cart'] : body) as CartDetail;
const rowOf = ({ breakup_values: breakup }: CartDetail, key: string) =>
  breakup?.display?.find((row) => row.key === key);

forEachEngine((engine) => {
  let shop: ShippedShop;
  before(async () => {
    shop = await openShippedShop(engine);
  });
  after(() => shop.close());

  /** Something of a category that is in stock, in its first size that is. */
  const something = async (words: string): Promise<{ readonly item_id: number; readonly item_size: string }> => {
    const found = await shop.call('GET', `/service/application/catalog/v1.0/products?in_stock=true&q=${words}`);
    const items = found.body['items'] as { uid: number; sizes: { value: string; is_available: boolean }[] }[];
    const size = items[0]?.sizes.find(({ is_available }) => is_available);
    assert.ok(items[0] && size, words);
    return { item_id: items[0].uid, item_size: size.value };
  };
  const filled = async (shopper: Call, words: string, quantity = 1): Promise<CartDetail> =>
    cartOf(await shopper('POST', detail, { items: [{ ...(await something(words)), quantity }] }));

  describe('the demo shop as it ships', () => {
    test('says what paying on delivery costs, and never that nothing is charged', async () => {
      const shopper = shop.visitor();
      await filled(shopper, 'kettle');
      const quoted = rowOf(cartOf(await shopper('GET', `${detail}&c=true`)), 'cod_charge');
      assert.equal(quoted?.value, 0);
      assert.ok((quoted.original ?? 0) >= 29, String(quoted.original));
      assert.match(quoted.message?.[0] ?? '', /^₹\d.* is charged when you pay on delivery$/);
      await shopper('PUT', `${cart}/payment`, { payment_mode: 'COD' });
      assert.equal(cartOf(await shopper('GET', detail)).breakup_values?.raw?.cod_charge, quoted.original);
    });

    test('charges for some ways of paying, and offers instalments of two banks and three kinds', async () => {
      const shopper = shop.visitor();
      await filled(shopper, chair);
      await shopper('PUT', `${cart}/payment`, { payment_mode: 'CARD' });
      assert.ok((cartOf(await shopper('GET', detail)).breakup_values?.raw?.convenience_fee ?? 0) > 0);
      const kinds = new Set<string>();
      const banks = new Set<string>();
      for (const plan of ['aravalli-3-no-cost', 'aravalli-6-low-cost', 'godavari-6']) {
        await shopper('PUT', `${cart}/payment`, { payment_mode: 'EMI', payment_identifier: plan });
        const { emi } = cartOf(await shopper('GET', detail));
        kinds.add(emi?.emi_type ?? '');
        banks.add(emi?.bank?.name ?? '');
      }
      assert.deepEqual([...kinds], ['no_cost', 'low_cost', 'standard']);
      assert.deepEqual([...banks], ['Aravalli Bank', 'Godavari Bank']);
    });

    test('sells in rupees, dollars and yen, some goods at a price of their own', async () => {
      for (const [currency, words] of [
        ['USD', 'speaker'],
        ['JPY', 'lipstick'],
      ] as const) {
        const shopper = shop.visitor();
        await filled(shopper, words);
        const { currency: used, items } = cartOf(
          await shopper('GET', detail, undefined, { 'x-currency-code': currency }),
        );
        assert.equal(used?.code, currency);
        const { selling = 0 } = items?.[0]?.price?.converted ?? {};
        assert.equal(selling, Math.round(selling), 'a price somebody chose, not one that was converted');
        const sofa = shop.visitor();
        await filled(sofa, 'cushion');
        assert.equal(
          cartOf(await sofa('GET', detail, undefined, { 'x-currency-code': currency })).currency?.code,
          currency,
        );
      }
    });

    test('has customers with addresses, points, credit and a gift card, and one to redeem', async () => {
      const { customers, gift_card_code: code } = (await shop.call('GET', '/demo/customers'))
        .body as unknown as DemoCustomers;
      assert.deepEqual(
        customers.map(({ user_id }) => user_id),
        ['demo-asha', 'demo-ravi'],
      );
      const asha = await shop.customer('demo-asha');
      const has = (await asha('GET', `${balances}/balances`)).body as unknown as BalancesView;
      assert.deepEqual([has.points, has.store_credit, has.gift_cards[0]?.balance], [2400, 500, 750]);
      assert.equal(((await asha('GET', `${cart}/address`)).body['address'] as unknown[]).length, 2);

      await filled(asha, chair);
      const paid = cartOf(await asha('POST', `${cart}/redeem/points?i=true&b=true`, { redeem_points: true }));
      const shown = paid.breakup_values?.raw === undefined ? cartOf(await asha('GET', detail)) : paid;
      assert.equal(shown.breakup_values?.loyalty_points?.total, 2400);
      assert.ok((shown.breakup_values?.raw?.platform_cash ?? 0) < 0);
      assert.ok((shown.breakup_values?.raw?.mop_total ?? 0) < 0);

      const ravi = await shop.customer('demo-ravi');
      assert.equal((await ravi('POST', `${balances}/gift-cards`, { code })).status, 200);
      const his = (await ravi('GET', `${balances}/balances`)).body as unknown as BalancesView;
      assert.deepEqual([his.points, his.gift_cards[0]?.balance], [80, 1000]);
    });

    test('knows a trade customer by his group', async () => {
      const anyone = await filled(shop.visitor(), chair);
      const trade = await filled(await shop.customer('demo-ravi'), chair);
      const unit = (of: CartDetail) => of.items?.[0]?.price_per_unit?.converted?.effective ?? 0;
      assert.ok(unit(trade) < unit(anyone), `${unit(trade)} < ${unit(anyone)}`);
    });

    test('takes what a visitor put into his cart into the customer’s when he signs in', async () => {
      const visitor = shop.visitor();
      const added = await visitor('POST', detail, { items: [{ ...(await something('serum')), quantity: 1 }] });
      const asha = await shop.customer('demo-asha');
      await filled(asha, 'kettle');
      const anonymous = { 'x-anonymous-id': added.headers['x-anonymous-id'] ?? '' };
      const merged = cartOf(await asha('GET', detail, undefined, anonymous));
      assert.equal(merged.is_cart_changed, true);
    });

    test('gives pictures and pages with their whole address', async () => {
      const { items } = await filled(shop.visitor(), 'kettle');
      const { images: [picture] = [], action } = items?.[0]?.product ?? {};
      assert.match(action?.url ?? '', new RegExp(`^${shop.url}/product/`));
      for (const address of [picture?.url, picture?.secure_url, action?.url].map(String)) {
        assert.ok(address.startsWith(`${shop.url}/`), address);
        assert.equal((await fetch(address)).status, 200, address);
      }
    });

    test('lists a gift box at what its cart costs, and names the part without which it cannot be had', async () => {
      const answer = await shop.call('GET', '/service/application/catalog/v1.0/products?tag=gift-box&page_size=50');
      const boxes = answer.body['items'] as ProductListItem[];
      assert.equal(boxes.length, 6);
      for (const { uid, name, price, sellable } of boxes) {
        const added = await shop.visitor()('POST', detail, { items: [{ item_id: uid, item_size: 'OS', quantity: 1 }] });
        assert.equal(added.body['success'], sellable, name);
        if (sellable) assert.equal(cartOf(added).breakup_values?.raw?.subtotal, price?.effective.min, name);
        else assert.match(String(added.body['message']), /, a part of it, cannot come along: .*stock/, name);
      }
      assert.deepEqual(new Set(boxes.map(({ sellable }) => sellable)), new Set([true, false]));
    });

    test('is the same after a restart, and what its operator changed stays changed', async () => {
      const counted = () =>
        shop.node.db.one(
          `select (select sum(version) from application) as settings, (select count(*) from customer) as customers,
             (select count(*) from balance_entry) as entries, (select count(*) from gift_card) as cards`,
        );
      const was = await counted();
      await shop.restart();
      assert.deepEqual(await counted(), was);
      await shop.service('PATCH', application, { cart: { loyalty: null } });
      await shop.restart();
      const { body } = await shop.service('GET', application);
      assert.equal((body['cart'] as { loyalty: unknown }).loyalty, null);
    });
  });

  describe('its payment service', () => {
    const ordered = async (shopper: Call): Promise<string> => {
      await filled(shopper, 'kettle');
      const [first] = demoCustomers(0);
      const body = { payment_mode: 'UPI', delivery_address: first?.addresses[0] };
      return String((await shopper('POST', `${cart}/checkout`, body)).body['order_id']);
    };
    const pay = (shopper: Call, order_id: string, outcome: string) =>
      shopper('POST', '/demo/payment', { order_id, outcome });

    test('reports by the signed call what a shopper chose for an order of his own', async () => {
      const shopper = shop.visitor();
      const id = await ordered(shopper);
      assert.equal((await pay(shop.visitor(), id, 'success')).status, 404);
      assert.deepEqual((await pay(shopper, id, 'success')).body, { order_id: id, status: 'placed' });
      const { body } = await shopper('GET', `/service/application/order/v1.0/orders/${id}`);
      assert.match((body['order'] as { payment: { payment_id: string } }).payment.payment_id, /^demo-/);
      // Paid twice: it is to be given back, and the order stays as it is.
      assert.equal((await pay(shopper, id, 'success')).body['status'], 'placed');
      assert.equal((await pay(shopper, await ordered(shopper), 'failed')).body['status'], 'payment_failed');
      assert.equal((await pay(shopper, id, 'perhaps')).status, 400);
    });

    test('is gone while the operator has a payment provider', async () => {
      const shopper = shop.visitor();
      const id = await ordered(shopper);
      const path = '/service/platform/payment/v1.0/company/{company}/application/{application}/provider';
      const keys = { key_id: 'pk_test_example', secret: 'sk_test_example', webhook_secret: 'whsec_example' };
      const set = await shop.service('PUT', path, { provider: 'stripe', capture: 'automatic', ...keys });
      assert.equal(set.status, 200, JSON.stringify(set.body));
      assert.equal((await pay(shopper, id, 'success')).body['error_code'], 'route_not_found');
      assert.equal((await shop.service('DELETE', path)).status, 200);
      assert.equal((await pay(shopper, id, 'success')).body['status'], 'placed');
    });

    test('is gone when the operator has one of his own', async () => {
      const shopper = shop.visitor();
      const id = await ordered(shopper);
      const change = { payment_secret: 'a shared secret of 32 bytes and a few more' };
      assert.equal((await shop.service('PATCH', application, change)).status, 200);
      assert.equal((await pay(shopper, id, 'success')).body['error_code'], 'route_not_found');
    });
  });

  describe('a demo shop that its operator changed', () => {
    const offerCount = () => shop.node.db.one('select count(*) as n from offer');

    test('starts again after its places have left their zones', async () => {
      const path = '/service/platform/catalog/v1.0/company/{company}/areas';
      const outside = areas.map((area) => ({ ...area, zones: [] }));
      assert.equal((await shop.service('PUT', path, outside)).status, 200);
      const was = await offerCount();
      await shop.restart();
      assert.deepEqual(await offerCount(), was);
      assert.equal((await shop.visitor()('GET', detail)).status, 200);
    });

    test('is given nothing more once it was brought, whatever a later release would bring', async () => {
      const { application_id } = shop.credentials;
      const first = 'update application set version = 1 where id = ?';
      await shop.node.db.commit([{ sql: first, params: [application_id] }]);
      await shop.restart();
      const row = await shop.node.db.one('select version from application where id = ?', [application_id]);
      assert.deepEqual(row, { version: 1 });
    });

    test('is left as it is, and told of, when it no longer fits what an interrupted start has still to bring', async () => {
      const { application_id, company_id } = shop.credentials;
      const interrupted = [
        { sql: 'update demo_shop set finished_at = null where company_id = ?', params: [company_id] },
        { sql: 'delete from offer_version where application_id = ?', params: [application_id] },
      ];
      await shop.node.db.commit(interrupted);
      const was = await offerCount();
      const told: string[] = [];
      await shop.restart((sentence) => told.push(sentence));
      assert.match(told.join(), /demo shop.*No area is in zone/s);
      assert.deepEqual(await offerCount(), was);
      await shop.restart((sentence) => told.push(sentence));
      assert.equal(told.length, 1, 'once');
    });
  });

  describe('its sign-in', () => {
    test('is for the demo customers who are still there', async () => {
      const signIn = (user_id: string) => shop.call('POST', '/demo/sign-in', { user_id });
      assert.equal((await signIn('demo-asha')).status, 200);
      assert.equal((await signIn('somebody-else')).status, 404);
      const path = '/service/platform/user/v1.0/company/{company}/application/{application}/customers/demo-ravi';
      assert.equal((await shop.service('DELETE', path)).status, 200);
      assert.equal((await signIn('demo-ravi')).status, 404);
      await shop.restart();
      assert.equal((await signIn('demo-ravi')).status, 404);
    });

    test('is not there in any other shop', async () => {
      const made = await addOrganization(shop.node, { name: 'Org', companyName: 'Co' }, system);
      const settings = { name: 'Shop', currency: 'INR', country: 'IN' } as const;
      const { applicationId, applicationToken } = await addApplication(shop.node, made, settings, system);
      // Even where somebody names the issuer of the demo's tokens.
      await shop.node.db.commit([
        {
          sql: 'update application set settings = ? where id = ?',
          params: [
            JSON.stringify({ ...settings, customer_token: { kind: 'secret', issuer: 'cartwright-demo-sign-in' } }),
            applicationId,
          ],
        },
      ]);
      const authorization = `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;
      const answers = await Promise.all([
        shop.call('GET', '/demo/customers', undefined, { authorization }),
        shop.call('POST', '/demo/sign-in', { user_id: 'demo-asha' }, { authorization }),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404],
      );
    });

    test('goes when the operator sets up his own, and with it every token it has issued', async () => {
      const asha = await shop.customer('demo-asha');
      assert.equal((await asha('GET', detail)).status, 200);
      const own = {
        customer_token: { kind: 'secret' },
        customer_token_secret: 'a shared secret of 32 bytes and a few more',
      };
      assert.equal((await shop.service('PATCH', application, own)).status, 200);
      assert.equal((await asha('GET', detail)).status, 401);
      assert.equal((await shop.call('POST', '/demo/sign-in', { user_id: 'demo-asha' })).status, 404);
      assert.equal((await shop.call('GET', '/demo/customers')).status, 404);
    });
  });
});
