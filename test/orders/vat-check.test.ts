/** VAT numbers that a service is asked about: docs/behaviour/tax.md, against a double that speaks its protocol, on both engines. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { completeSettings } from '../../src/applications/settings.ts';
import { settingsProblems } from '../../src/applications/settings-rules.ts';
import { applicationById } from '../../src/applications/find-application.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { recheckVat } from '../../src/customers/vat/check-vat.ts';
import { isBusiness, neverChecked, unknownVat, type VatCheck } from '../../src/customers/vat/vat-check-rules.ts';
import { sweepVatChecks } from '../../src/customers/vat/vat-check-store.ts';
import { verdictIn } from '../../src/customers/vat/vat-service.ts';
import type { Row } from '../../src/db/database.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import type { Shopper } from '../cart/cart-server.ts';
import { rupees } from '../cart/response/carts.ts';
import { stores } from '../cart/response/places.ts';
import { forEachEngine } from '../databases.ts';
import { fill, openOrderServer } from './order-server.ts';
import { openVies } from './vat-double.ts';

const setting = {
  url: 'https://vies.example/check',
  requester: null,
  unanswered: 'consumer',
  recheck_days: 30,
} as const;

test('only a yes makes a business, or the form where nobody answered and the shop says so', () => {
  const at = { checkedAt: 1, consultation: null };
  const asked = (check: VatCheck) => ({ check, isAsked: true });
  assert.equal(isBusiness(null, unknownVat), true, 'nobody is asked');
  assert.equal(isBusiness(setting, asked(neverChecked)), false);
  assert.equal(isBusiness({ ...setting, unanswered: 'form' }, asked(neverChecked)), true);
  assert.equal(isBusiness({ ...setting, unanswered: 'form' }, unknownVat), false, 'nobody was asked yet');
  assert.equal(isBusiness(setting, asked({ ...at, state: 'checked' })), true);
  assert.equal(isBusiness({ ...setting, unanswered: 'form' }, asked({ ...at, state: 'invalid' })), false);
});

test('an answer that says neither yes nor no is no verdict', () => {
  assert.deepEqual(verdictIn({ valid: true, requestIdentifier: 'W1' }), { state: 'checked', consultation: 'W1' });
  assert.deepEqual(verdictIn({ valid: false, requestIdentifier: '' }), { state: 'invalid', consultation: null });
  const errors = { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] };
  for (const none of [null, 7, 'yes', [], {}, { valid: 'true' }, errors]) assert.equal(verdictIn(none), undefined);
});

test('a service is asked at an https address, and in the shop’s own name by a number', () => {
  const { cart, ...whole } = completeSettings({ name: 'Shop', currency: 'EUR', country: 'DE' });
  const none = { customer_token_secret: false, request_signature_secret: false, payment_secret: false } as const;
  const problems = (changes: object) =>
    settingsProblems(
      { ...whole, cart: { ...cart, tax: { ...cart.tax, vat_check: { ...setting, ...changes } } } },
      none,
    ).map(({ field }) => field);
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ url: 'http://vies.example/check' }), ['cart.tax.vat_check.url']);
  assert.deepEqual(problems({ url: 'https://me@vies.example/' }), ['cart.tax.vat_check.url']);
  assert.deepEqual(problems({ requester: 'DE 136' }), ['cart.tax.vat_check.requester']);
});

const paris = { area_code: '75001', country_iso_code: 'FR', name: 'Ada', address: '1 Rue', city: 'Paris', state: '' };
const number = 'FR83404833048';

forEachEngine(async (engine) => {
  const server = await openOrderServer(engine);
  after(server.close);
  const vies = await openVies();
  after(vies.close);
  const { shop } = server;
  const { node } = shop;
  const { db } = node;
  const [fort] = stores;
  await shop.feed('stores', [
    { ...fort, uid: 3, store_code: 'S3', country: 'DE', state: 'Berlin', area_code: '10115', pickup: true },
  ]);
  await shop.feed('areas', [{ area: '75001', country: 'FR', time_zone: 'Europe/Paris' }]);
  await shop.feed('lanes', [{ store_uid: 3, area: '75001', journeys: { standard: { unit: 'days', min: 1, max: 3 } } }]);
  await shop.feed('tax-rates', [
    { id: 'de', name: 'VAT', country: 'DE', rate: 25 },
    { id: 'fr', name: 'VAT', country: 'FR', rate: 50 },
  ]);
  await shop.sell(901, [{ ...rupees(150, 150), store_id: 3, gst_rate: 0, quantity: 1000 }]);
  const whole = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' }).cart;
  const ask = (changes: object = {}) =>
    server.set({
      cart: {
        ...whole,
        tax: { ...whole.tax, vat_check: { ...setting, url: vies.url, requester: 'DE136695976', ...changes } },
      },
    });
  const clerk = (later = 0) => ({
    node: { db, now: () => node.now() + later },
    reach: { policy: privateAddresses, resolve: systemResolver },
  });
  const settingOf = async (id: string) => (await applicationById(db)(id))?.settings.cart.tax.vat_check ?? null;

  const filled = async (shopper: Shopper): Promise<Shopper> => {
    await fill(shopper, 901);
    return shopper;
  };
  const give = (shopper: Shopper, vat_id: string | null = number) => shopper('PUT', '/v1.0/meta', { vat_id });
  const seen = async (shopper: Shopper) => {
    const { body } = await shopper('GET', '/v1.0/detail?i=true&b=true&area_code=75001');
    const { vat_state, items } = body as unknown as CartDetail;
    return [vat_state, items?.[0]?.tax?.exemption ?? items?.[0]?.tax?.rate];
  };
  const rows = async () => (await db.one<Row & { n: number }>('select count(*) as n from vat_check'))?.n;

  describe('a VAT number', () => {
    test('is believed by its form where the shop asks nobody, and nobody is asked', async () => {
      const visitor = await filled(server.visitor());
      await give(visitor);
      assert.deepEqual(await seen(visitor), [undefined, 'reverse_charge']);
      assert.deepEqual([vies.asked.length, await rows()], [0, 0]);
    });

    test('is asked about when it is given; the order keeps when and under which number', async () => {
      await ask();
      vies.known.add(number);
      const visitor = await filled(server.visitor());
      assert.equal((await give(visitor)).status, 200);
      assert.deepEqual(vies.asked.at(-1), {
        countryCode: 'FR',
        vatNumber: '83404833048',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      });
      assert.deepEqual(await seen(visitor), ['checked', 'reverse_charge']);
      await give(visitor);
      assert.equal(vies.asked.length, 1, 'what is known is not asked again');
      const wish = { payment_mode: 'COD', delivery_address: paris };
      const { body } = await visitor('POST', '/v1.0/checkout', wish);
      const { document } = await server.order(String(body['order_id']));
      assert.deepEqual([document.vatCheck?.state, document.vatCheck?.consultation], ['checked', 'WAPIAAA1']);
      assert.equal(typeof document.vatCheck?.checkedAt, 'number');
    });

    test('is not asked about by a call that is only tried, and nothing is kept of it', async () => {
      const visitor = await filled(server.visitor());
      const before = [vies.asked.length, await rows()];
      const tried = await visitor('PUT', '/v1.0/meta', { vat_id: 'FR40303265045' }, { prefer: 'dry-run' });
      assert.deepEqual([tried.status, tried.headers['preference-applied']], [200, 'dry-run']);
      assert.deepEqual([vies.asked.length, await rows()], before);
    });

    test('that nobody knows makes no business', async () => {
      vies.known.clear();
      const visitor = await filled(server.visitor());
      await give(visitor);
      assert.deepEqual(await seen(visitor), ['invalid', 50]);
    });

    test('about which nobody answers is what the shop says, until somebody does', async () => {
      for (const mood of ['unavailable', 'broken'] as const) {
        vies.be(mood);
        await ask({ unanswered: 'consumer' });
        const visitor = await filled(server.visitor());
        assert.equal((await give(visitor)).status, 200);
        assert.deepEqual(await seen(visitor), ['unchecked', 50], mood);
        await ask({ unanswered: 'form' });
        assert.deepEqual(await seen(visitor), ['unchecked', 'reverse_charge'], mood);
      }
    });

    test('is asked about again in the background, by one node, and what it was stays while nobody answers', async () => {
      await ask({ unanswered: 'consumer' });
      vies.be('answers');
      vies.known.add(number);
      const visitor = await filled(server.visitor());
      await give(visitor);
      assert.deepEqual(await seen(visitor), ['checked', 'reverse_charge']);
      const later = 31 * 86_400_000;
      vies.be('unavailable');
      await recheckVat(clerk(later), settingOf);
      assert.deepEqual(await seen(visitor), ['checked', 'reverse_charge']);
      vies.be('answers');
      vies.known.clear();
      const before = vies.asked.length;
      const again = clerk(later + 3_600_000);
      const allDue = async (): Promise<void> => {
        while ((await recheckVat(again, settingOf)) > 0);
      };
      await Promise.all([allDue(), allDue()]);
      assert.equal(vies.asked.length - before, await rows(), 'each once');
      assert.deepEqual(await seen(visitor), ['invalid', 50]);
    });

    test('comes along when a guest signs in, and goes when nobody asks about it any more', async () => {
      vies.known.add(number);
      const visitor = await filled(server.visitor());
      await give(visitor);
      const customer = await server.customer('vat-customer');
      const known = visitor.known();
      const { body } = await customer('GET', '/v1.0/detail?i=true&area_code=75001', undefined, known);
      assert.equal((body as unknown as CartDetail).vat_state, 'checked');
      await sweepVatChecks(db, node.now() + 91 * 86_400_000);
      assert.equal(await rows(), 0);
      assert.deepEqual(await seen(visitor), [undefined, undefined], 'its cart is empty');
    });

    test('is asked about at most so often for one shopper, and forgotten where the shop stops asking', async () => {
      const visitor = await filled(server.visitor());
      const before = vies.asked.length;
      for (let at = 0; at < 25; at += 1) {
        const body = `${at}`.padStart(2, '0').concat('0000000').slice(0, 9);
        await give(visitor, `SK${11 * (100_000_000 + Number(body))}`);
      }
      assert.equal(vies.asked.length - before, 20);
      // Anybody can be as many guests as he likes.
      const { quotas } = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
      const counted = await db.one<Row & { used: number }>(
        `select max(used) as used from quota_use where quota = 'vat_checks'`,
      );
      await server.set({ quotas: { ...quotas, vat_checks_per_address: Number(counted?.used) + 5 } });
      const [guests, asked] = [Array.from({ length: 12 }, () => server.visitor()), vies.asked.length];
      const given = await Promise.all(guests.map(async (guest) => give(await filled(guest))));
      assert.ok(given.every(({ status }) => status === 200));
      assert.equal(vies.asked.length - asked, 5);
      assert.equal((await Promise.all(guests.map(seen))).filter(([state]) => state === 'unchecked').length, 7);
      await server.set({ cart: whole, quotas });
      while ((await recheckVat(clerk(400 * 86_400_000), settingOf)) > 0);
      assert.equal(await rows(), 0);
    });

    test('that is not looked up, because so many were, is not believed by its form', async () => {
      await ask({ unanswered: 'form' });
      const visitor = await filled(server.visitor());
      const tax = [];
      for (let at = 0; at < 22; at += 1) {
        await give(visitor, `BG${100_000_000 + at}`);
        tax.push((await seen(visitor)).join(' '));
      }
      assert.deepEqual([...new Set(tax)], ['invalid 50', 'unchecked 50']);
      const { body } = await visitor('POST', '/v1.0/checkout', { payment_mode: 'COD', delivery_address: paris });
      const { document } = await server.order(String(body['order_id']));
      assert.equal(document.lines[0]?.tax.tax, 5000);
    });

    test('frees nothing of tax that is handed over where it is, whatever else is sent abroad', async () => {
      await server.set({ cart: whole });
      await shop.sell(902, [{ ...rupees(15, 15), store_id: 3, gst_rate: 0, quantity: 1000 }]);
      const at = (item_id: number, quantity: number, way: object) => ({ item_id, item_size: 'M', quantity, ...way });
      const taxes = async (...items: readonly object[]) => {
        const visitor = server.visitor();
        const { body: added } = await visitor('POST', '/v1.0/detail?area_code=75001', { items });
        assert.equal(added.success, true, JSON.stringify(added.result));
        await give(visitor);
        const { body } = await visitor('POST', '/v1.0/checkout', { payment_mode: 'COD', delivery_address: paris });
        const { document } = await server.order(String(body['order_id']));
        return document.lines.map(({ itemId, tax }) => [itemId, tax.rate / 10_000, tax.tax]);
      };
      const pickup = { order_type: 'PickAtStore', store_id: 3 };
      assert.deepEqual(await taxes(at(901, 1, pickup)), [[901, 25, 3000]]);
      assert.deepEqual(await taxes(at(901, 1, {})), [[901, 0, 0]]);
      assert.deepEqual(await taxes(at(901, 1, pickup), at(902, 1, {})), [
        [901, 25, 3000],
        [902, 0, 0],
      ]);
      const mixed = await taxes(at(901, 1, pickup), at(901, 1, { ...pickup, order_type: 'HomeDelivery' }));
      assert.deepEqual(
        mixed.map(([, rate]) => rate),
        [25, 25],
        'units of one article are taxed alike',
      );
    });
  });
});
