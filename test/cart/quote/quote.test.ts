/** Taxes and delivery of goods that are in no cart: docs/behaviour/tax.md and shipping.md, as a merchant asks. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { completeSettings } from '../../../src/applications/settings.ts';
import type { CartDetail } from '../../../src/contract/cart/cart-contract.ts';
import type { Quoted } from '../../../src/contract/cart/places/quote-contract.ts';
import { signedIn } from '../../applications/test-server.ts';
import { forEachEngine } from '../../databases.ts';
import { printedJson } from '../../printed-json.ts';
import { openCartServer } from '../cart-server.ts';
import { rupees } from '../response/carts.ts';
import { stores } from '../response/places.ts';

const page = 'behaviour/tax.md';
const newYork = { country: 'US', state: 'NY' };
const inCity = { ...newYork, postal_from: '10001', postal_to: '10282' };
const change = '2026-12-31T23:00:00.000Z';
const rates = [
  { ...inCity, id: 'ny-city', name: 'City tax', jurisdiction: 'New York City', rate: 4.5 },
  { ...inCity, id: 'ny-mctd', name: 'District tax', jurisdiction: 'MCTD', rate: 0.375 },
  { ...newYork, id: 'ny', name: 'State tax', jurisdiction: 'New York', rate: 4 },
  { id: 'de', name: 'VAT', country: 'DE', rate: 25 },
  { id: 'fr', name: 'VAT', country: 'FR', rate: 50, valid_until: change },
  { id: 'fr-2027', name: 'VAT', country: 'FR', rate: 60, valid_from: change },
  { id: 'fr-books', name: 'VAT', country: 'FR', tax_class: 'books', rate: 20, on_charges: false },
];
const flat = (charge: number) => [{ from: 0, charge }];
const byWeight = { by: 'weight', weight_if_unknown: 1, bands: [...flat(30), { from: 2, charge: 60 }] };
const methods = [
  { id: 'post', name: 'Post', position: 1, rates: [byWeight] },
  { id: 'fast', name: 'Express', position: 2, journey: 'priority', rates: [{ bands: flat(90) }] },
  { id: 'near', name: 'Bicycle', position: 3, rates: [{ countries: ['DE'], bands: flat(5) }] },
];

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(server.close);
  const { shop } = server;
  const staff = await signedIn(server.app, shop.node, shop, 'owner');
  const url = `/service/platform/cart/v1.0/company/${shop.companyId}/application/${shop.applicationId}/cart/quote`;
  const [fort] = stores;
  const berlin = { ...fort, uid: 3, store_code: 'S3', country: 'DE', state: 'Berlin', area_code: '10115' };
  await shop.feed('stores', [berlin]);
  await shop.feed('areas', [{ area: '75001', country: 'FR', time_zone: 'Europe/Paris' }]);
  const days = { unit: 'days', min: 1, max: 3 };
  await shop.feed('lanes', [{ store_uid: 3, area: '75001', journeys: { standard: days, priority: days } }]);
  await shop.feed('tax-rates', rates);
  await shop.feed('shipping-methods', methods);
  await shop.sell(901, [{ ...rupees(150, 150), store_id: 3, gst_rate: 5, quantity: 10 }]);
  const { cart } = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
  const taxed = (tax: object) =>
    server.set({ cart: { ...cart, tax: { ...cart.tax, exempt_groups: ['embassy'], ...tax } } });
  await taxed({});

  const asked = async (payload: object): Promise<Quoted> => {
    const answer = await staff({ method: 'POST', url, payload });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Quoted>();
  };
  const product = { product_id: '901', size: 'M', quantity: 2 };
  const toParis = async (more: object = {}, item: object = {}) =>
    asked({ items: [{ ...product, ...item }], area_code: '75001', ...more });
  const line = ({ items: [first] }: Quoted) => first ?? assert.fail('nothing was quoted');
  const rowsOf = (quoted: Quoted) => line(quoted).levies.map(({ row_id: id }) => id);

  describe('taxes of goods that are in no cart', () => {
    test('are those that the page prints, jurisdiction by jurisdiction with their rows', async () => {
      await server.set({ policy: { prices_include_tax: false } });
      const quoted = await asked(printedJson(page, 'quote') as object);
      await server.set({ policy: { prices_include_tax: true } });
      const { rate, taxable, tax, source, levies } = line(quoted);
      assert.deepEqual({ rate, taxable, tax, source, levies }, printedJson(page, 'quoted'));
      assert.deepEqual(
        [quoted.place.country, quoted.place.area_code, quoted.prices_include_tax],
        ['US', '10001', false],
      );
    });

    test('are those that a cart has', async () => {
      const visitor = server.visitor();
      await visitor('POST', '/v1.0/detail?area_code=75001', { items: [{ item_id: 901, item_size: 'M', quantity: 2 }] });
      const { body } = await visitor('GET', '/v1.0/detail?i=true&b=true&area_code=75001');
      const { items = [], breakup_values: values } = body as unknown as CartDetail;
      const quoted = await toParis();
      const { tax, taxable, rate, name, message } = line(quoted);
      const own = items[0]?.tax;
      assert.deepEqual([rate, taxable, tax], [own?.rate, own?.taxable, own?.amount]);
      assert.equal(quoted.total, values?.raw?.total);
      assert.deepEqual([name === '', message], [false, '']);
    });

    test('follow the day, the class and the place', async () => {
      assert.deepEqual(rowsOf(await toParis()), ['fr']);
      const later = await toParis({ as_of: change });
      assert.deepEqual([line(later).rate, rowsOf(later), later.as_of], [60, ['fr-2027'], change]);
      const books = await toParis({}, { tax_class: 'books', price: 60 });
      assert.deepEqual([line(books).amount, line(books).tax, rowsOf(books)], [120, 20, ['fr-books']]);
      const charged = books.charges.map(({ code, levies }) => [code, levies.map(({ row_id: id }) => id)]);
      assert.deepEqual(charged, [['delivery_charge', ['fr']]]);
      const italy = await asked({ items: [product], country_iso_code: 'IT' });
      assert.deepEqual([line(italy).source, line(italy).rate, rowsOf(italy)], ['article', 5, []]);
      assert.deepEqual([italy.place.country, line(italy).message === ''], ['IT', false], 'nobody goes there');
    });

    test('follow the group, the number and the threshold', async () => {
      assert.equal(line(await toParis({ user_groups: ['embassy'] })).exemption, 'exempt');
      const business = { vat_id: 'FR83404833048' };
      assert.equal(line(await toParis(business)).exemption, 'reverse_charge');
      await taxed({
        vat_check: { url: 'https://vies.example/', requester: null, unanswered: 'consumer', recheck_days: 30 },
      });
      for (const vat_state of ['checked', 'invalid', 'unchecked'] as const) {
        const quoted = await toParis({ ...business, vat_state });
        const exemption = vat_state === 'checked' ? 'reverse_charge' : undefined;
        assert.deepEqual([quoted.vat_state, line(quoted).exemption], [vat_state, exemption]);
      }
      await taxed({ oss: 'origin' });
      const origin = await toParis();
      assert.deepEqual([origin.oss_basis, rowsOf(origin), line(origin).rate], ['origin', ['de'], 25]);
      await taxed({ price_basis: 'net' });
      const net = await toParis();
      assert.deepEqual([net.price_basis, line(net).amount, line(net).taxable], ['net', 360, 240]);
      await taxed({});
    });
  });

  describe('delivery of goods that are in no cart', () => {
    test('is every method that goes there with its charge', async () => {
      const charges = ({ shipping }: Quoted) =>
        shipping.shipments.flatMap((one) => one.methods.map(({ method_id: id, charge }) => `${id} ${charge}`));
      assert.deepEqual(charges(await toParis()), ['post 60', 'fast 90']);
      assert.deepEqual(charges(await toParis({}, { weight: 0.2 })), ['post 30', 'fast 90']);
      const described = { price: 80, store_id: 3, weight: 5 };
      const quoted = await asked({ items: [described], area_code: '75001' });
      assert.deepEqual([charges(quoted), line(quoted).item_id], [['post 60', 'fast 90'], undefined]);
    });
  });

  describe('a question that is none', () => {
    test('is refused with its field, and no question is kept', async () => {
      const refused = async (payload: object) => {
        const answer = await staff({ method: 'POST', url, payload });
        const body = answer.json<{ error_code: string; details?: readonly { field: string }[] }>();
        return [answer.statusCode, body.error_code, ...(body.details ?? []).map(({ field }) => field)];
      };
      assert.deepEqual(await refused({ items: [{ price: 5 }] }), [400, 'body_invalid', 'items[0]']);
      assert.deepEqual(await refused({ items: [{ product_id: '901' }] }), [400, 'body_invalid', 'items[0].size']);
      assert.deepEqual(await refused({ items: [product, product] }), [400, 'body_invalid', 'items[1]']);
      const fine = { items: [{ ...product, price: 0.001 }] };
      assert.deepEqual(await refused(fine), [400, 'body_invalid', 'items[0].price']);
      assert.equal((await refused({ items: [product], vat_id: 'FR1' }))[1], 'vat_id_invalid');
      assert.notEqual(line(await asked({ items: [{ product_id: '77777', size: 'M' }] })).message, '');
      const { n } = (await shop.node.db.one<{ n: number }>('select count(*) as n from cart')) ?? { n: -1 };
      assert.equal(n, 1, 'the cart of the visitor');
    });
  });
});
