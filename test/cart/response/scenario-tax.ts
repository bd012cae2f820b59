/** Tax by destination: the samples and figures of docs/behaviour/tax.md, in carts on both engines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { completeSettings } from '../../../src/applications/settings.ts';
import { loadPricedCart } from '../../../src/cart/price/load-priced-cart.ts';
import type { AnswerShop, Asking } from './answer-shop.ts';
import { putVatCheck } from '../../../src/customers/vat/vat-check-store.ts';
import { onlyItem } from './answers.ts';
import { aCart, aLine, anAsk, rupees } from './carts.ts';
import { stores } from './places.ts';

const sample = (name: string): readonly Readonly<Record<string, unknown>>[] => {
  const text = readFileSync(new URL(`../../../docs/examples/tax-rates/${name}.csv`, import.meta.url), 'utf8');
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const read = (column: string, cell: string): unknown => {
    if (column === 'rate') return Number(cell);
    return column === 'on_charges' ? cell === 'true' : cell;
  };
  return rows.map((cells) =>
    Object.fromEntries(head.flatMap((column, at) => (cells[at] ? [[column, read(column, cells[at])]] : []))),
  );
};

const { policy, cart: usual } = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
const outside = { policy: { ...policy, prices_include_tax: false } };

export const taxScenarios = (given: () => AnswerShop): void => {
  const taxed = async (itemId: number, address: readonly [string, string, string], asking: Asking = {}, meta = {}) => {
    const [country, state, areaCode] = address;
    const cart = aCart([aLine(itemId)], { document: { addressId: 'there' }, meta });
    const readers = { address: async () => ({ areaCode, country, state }), ...asking.readers };
    const answer = await given().cart(cart, { ...asking, readers });
    const { raw } = answer.breakup_values;
    return { item: onlyItem(answer), total: Math.round((raw.total - raw.delivery_charge) * 100) / 100 };
  };
  const levies = async (...asked: Parameters<typeof taxed>) =>
    (await taxed(...asked)).item.tax?.levies?.map(({ name, jurisdiction, amount }) => [name, jurisdiction, amount]);
  const berlin = ['DE', 'Berlin', '10115'] as const;
  const paris = ['FR', 'Paris', '75001'] as const;
  const bucharest = ['RO', 'Bucuresti', '010011'] as const;
  const tax = (changes: Partial<typeof usual.tax>): Asking => ({ cartSettings: { tax: { ...usual.tax, ...changes } } });

  describe('tax by destination', () => {
    before(async () => {
      const shop = given();
      for (const name of ['european-union', 'united-states']) await shop.feed('tax-rates', sample(name));
      const [fort] = stores;
      const berlins = { ...fort, uid: 3, store_code: 'S3', country: 'DE', state: 'Berlin', area_code: '10115' };
      await shop.feed('stores', [berlins]);
      await shop.sell(900, [rupees(100, 100)]);
      await shop.sell(901, [{ ...rupees(10, 10), store_id: 3, gst_rate: 0 }]);
      await shop.sell(902, [{ ...rupees(10, 10), store_id: 3, gst_rate: 0, tax_class: 'books' }]);
    });

    test('has an amount for each authority of the place, which add up', async () => {
      assert.deepEqual(await levies(900, ['US', 'new york', '10001'], { settings: outside }), [
        ['City tax', 'New York City', 4.5],
        ['District tax', 'Metropolitan Commuter Transportation District', 0.38],
        ['State tax', 'New York', 4],
      ]);
      const houston = await taxed(900, ['US', 'Texas', '77002'], { settings: outside });
      assert.deepEqual([houston.item.tax?.amount, houston.total], [8.25, 108.25]);
      assert.equal((await taxed(900, ['US', 'California', '90001'], { settings: outside })).item.tax?.amount, 9.75);
      assert.deepEqual(await levies(900, ['US', 'Oregon', '97201'], { settings: outside }), undefined);
    });

    test('leaves countries without a row as they are', async () => {
      const { item } = await taxed(900, ['IN', 'Maharashtra', '400001']);
      assert.deepEqual([item.tax?.levies, (item.tax?.cgst ?? 0) > 0], [undefined, (item.tax?.rate ?? 0) > 0]);
    });

    test('keeps what is paid, or what is left without tax', async () => {
      const gross = await taxed(901, paris);
      assert.deepEqual([gross.total, gross.item.tax?.amount], [10, 1.67]);
      assert.equal((await taxed(901, berlin, tax({ price_basis: 'net' }))).total, 10);
      assert.equal((await taxed(901, paris, tax({ price_basis: 'net' }))).total, 10.08);
      await given().feed('tax-rates', [{ id: 'vat-ro', name: 'VAT', country: 'RO', rate: 24 }]);
      assert.equal((await taxed(901, bucharest, tax({ price_basis: 'net' }))).total, 10.42, 'a changed table');
      assert.deepEqual(await levies(902, paris), [['VAT', 'FR', 0.52]], 'a class of its own');
    });

    test('below the threshold is that of the store’s country', async () => {
      assert.deepEqual(await levies(901, paris, tax({ oss: 'origin' })), [['VAT', 'DE', 1.6]]);
      assert.deepEqual(await levies(901, paris), [['VAT', 'FR', 1.67]]);
      // The same line at the same tax, over a border and not: what is shown of the one is not that of the other.
      const origin = tax({ oss: 'origin' });
      const basis = async (...place: Parameters<typeof taxed>) => (await taxed(...place)).item.tax?.oss_basis;
      assert.deepEqual([await basis(901, paris, origin), await basis(901, berlin, origin)], ['origin', undefined]);
    });

    test('is owed by a business of another member state itself', async () => {
      const business = { vatId: 'FR83404833048' };
      const { item, total } = await taxed(901, paris, tax({ price_basis: 'net' }), business);
      assert.deepEqual([item.tax?.exemption, item.tax?.amount, total], ['reverse_charge', 0, 8.4]);
      assert.equal((await taxed(901, berlin, {}, business)).item.tax?.amount, 1.6, 'no border');
      assert.equal((await taxed(901, paris, {}, { vatId: 'DE136695976' })).item.tax?.amount, 1.67, 'its own state');
      assert.equal((await taxed(901, paris, tax({ reverse_charge: false }), business)).item.tax?.amount, 1.67);
    });

    test('is owed by him only once the service that is asked knows his number', async () => {
      const shop = given();
      const vatId = 'FR83404833048';
      const vat_check = {
        url: 'https://vat.example',
        requester: null,
        unanswered: 'consumer',
        recheck_days: 30,
      } as const;
      const own = aCart([aLine(901)], { document: { addressId: 'there' }, meta: { vatId } });
      const cart = { ...own, applicationId: shop.applicationId };
      const [country, state, areaCode] = paris;
      const readers = { address: async () => ({ areaCode, country, state }) };
      const seen = async () => {
        const answer = await shop.cart(cart, { ...tax({ vat_check }), readers });
        return [answer.vat_state, onlyItem(answer).tax?.exemption];
      };
      assert.deepEqual(await seen(), ['unchecked', undefined]);
      const known = { state: 'checked', checkedAt: 1, consultation: null } as const;
      await shop.node.db.commit([putVatCheck({ ...cart, vatId }, known, { askedAt: 1, dueAt: 2, expiresAt: 3 })]);
      assert.deepEqual(await seen(), ['checked', 'reverse_charge']);
    });

    test('is not due of customers who are exempt', async () => {
      const facts = async () => ({ groups: ['diplomats'], registeredAt: null });
      const asking = { ...tax({ exempt_groups: ['diplomats'] }), customer: 'consul', readers: { facts } };
      const { item, total } = await taxed(901, paris, asking);
      assert.deepEqual([item.tax?.exemption, total], ['exempt', 8.33]);
    });

    test('of India by a table is split as it is without one', async () => {
      await given().feed('tax-rates', sample('india'));
      const { item } = await taxed(900, ['IN', 'Karnataka', '400001']);
      assert.deepEqual([item.tax?.rate, item.tax?.igst, item.tax?.levies], [18, 15.25, undefined]);
    });

    test('ends kept answers when a rate begins', async () => {
      const shop = given();
      const soon = new Date(shop.node.now() + 30_000);
      const until = async () => (await loadPricedCart(shop.shop(), aCart([aLine(900)]), anAsk())).until;
      const before = await until();
      await shop.feed('tax-rates', [
        { id: 'soon', name: 'VAT', country: 'IE', rate: 1, valid_from: soon.toISOString() },
      ]);
      assert.equal(await until(), Math.min(before, soon.getTime()));
    });
  });
};
