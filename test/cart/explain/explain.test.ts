/** A cart that says how its numbers came about: each is shown by the cart, and computed again from what the answer says. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { leftUnexplained } from '../../laws/every-number.ts';
import { computedAgain, valueAt } from '../../laws/explained-wire.ts';
import { type Call, type CartServer, openCartServer, type Shopper } from '../cart-server.ts';
import { openOfferShop } from '../offers/offer-shop.ts';
import { staffFor } from '../staff-calls.ts';
import { noAmounts } from './no-amounts.ts';

/** A cart with promotions, two coupons, cashback, every charge and every kind of adjustment. */
const richBuyer = async ({ shop, set, visitor }: CartServer): Promise<Shopper> => {
  await set({
    cart: {
      coupons_per_cart: 2,
      cod: { flat: 30, bp: 200, of: 'higher' },
      payment_modes: ['COD'],
      charge_gst_bp: 1800,
    },
  });
  await shop.configure({
    delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 60 }] },
    gift_pricing: 40,
    gift_display_text: 'Wrapped by hand',
  });
  await shop.sell(4, [
    {
      uid: 'a4',
      quantity: 100,
      is_gift_visible: true,
      prices: [{ currency_code: 'INR', marked: 333, effective: 299.99 }],
    },
  ]);
  await shop.promotion({
    promotion_type: 'cashback',
    promo_group: 'cart',
    display_meta: { name: 'Back' },
    buy_rules: { 'rule#1': { item_id: [4] } },
    discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [4] }, offer: { discount_percentage: 7 } }],
  });
  const buyer = visitor();
  const { body } = await buyer('POST', '/v1.0/detail?i=true', {
    items: [
      { item_id: 1, item_size: 'M', quantity: 3 },
      { item_id: 2, item_size: 'M', quantity: 5 },
      { item_id: 4, item_size: 'M', quantity: 3 },
    ],
  });
  const cart_id = body.cart.id ?? '';
  await buyer('PUT', '/v1.0/meta', { gift_details: { a4: { is_gift_applied: true, gift_message: 'For you' } } });
  await buyer('PUT', '/v1.0/payment', { payment_mode: 'COD' });
  for (const coupon_code of ['TEN', 'MORE']) await buyer('POST', '/v1.0/coupon', { coupon_code });
  await shop.adjust({ cart_id, type: 'discount', value: 40, message: 'Dent', article_level_distribution: true });
  await shop.adjust({ cart_id, type: 'charge', value: 15, message: 'Handling', code: 'handling' });
  await shop.adjust({
    cart_id,
    type: 'charge',
    value: 14,
    message: 'Cooling',
    code: 'cooling',
    article_level_distribution: true,
  });
  await shop.adjust({ cart_id, type: 'charge', value: 5, message: 'Convenience', code: 'convenience fee' });
  await shop.adjust({ cart_id, type: 'mop', value: 100 });
  await shop.adjust({ cart_id, type: 'delivery_charge', value: 10 });
  return buyer;
};

forEachEngine(async (engine) => {
  const { server: offers } = await openOfferShop(engine);
  after(() => offers.close());
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ uid: 'one', quantity: 50 }]);
  await server.shop.sell(2, [{ uid: 'two', quantity: 50 }]);

  const explained = async (shopper: Call, query = ''): Promise<CartExplained> => {
    const { status, body } = await shopper('GET', `/v1.0/detail/explain?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as unknown as CartExplained;
  };
  const visitor = server.visitor();
  const { body: added } = await visitor('POST', '/v1.0/detail?i=true', {
    items: [
      { item_id: 1, item_size: 'M', quantity: 3 },
      { item_id: 2, item_size: 'M', quantity: 1 },
    ],
  });
  assert.equal(added.success, true, JSON.stringify(added.result));

  describe(`explaining a cart on ${engine.name}`, () => {
    test('names every amount of the raw breakup and of the lines, and each is computed again', async () => {
      const { numbers, sums } = await explained(visitor);
      const { body: cart } = await visitor('GET', '/v1.0/detail?i=true&b=true');
      computedAgain({ numbers, sums }, cart);
      const raw = valueAt(cart, 'breakup_values.raw') as Readonly<Record<string, number | null>>;
      const named = new Set(numbers.map(({ path }) => path));
      for (const [name, value] of Object.entries(raw)) {
        assert.equal(named.has(`breakup_values.raw.${name}`), value !== null, name);
      }
      assert.ok(named.has('items.1.price_per_unit.base.selling_price'));
    });

    for (const prices_include_tax of [true, false]) {
      test(`leaves nothing out of a cart with all there is, tax ${prices_include_tax ? 'inside' : 'on top of'} prices`, async () => {
        await offers.set({ policy: { prices_include_tax } });
        const buyer = await richBuyer(offers);
        for (const query of ['', 'language=de', 'language=hi']) {
          const { numbers, sums } = await explained(buyer, query);
          const { body: cart } = await buyer('GET', '/v1.0/detail?i=true&b=true');
          computedAgain({ numbers, sums }, cart);
          assert.deepEqual(leftUnexplained(cart, numbers, noAmounts), []);
          for (const { sentence } of [...numbers, ...sums]) assert.doesNotMatch(sentence, /[{}]|undefined/);
        }
        const { body: cart } = await buyer('GET', '/v1.0/detail?i=true&b=true');
        const raw = valueAt(cart, 'breakup_values.raw') as Readonly<Record<string, number>>;
        const there = [
          'promotion',
          'coupon',
          'delivery_charge',
          'cod_charge',
          'gift_card',
          'mop_total',
          'cashback_applied',
        ];
        assert.deepEqual(
          there.filter((name) => (raw[name] ?? 0) === 0),
          [],
        );
        await offers.set({ policy: { prices_include_tax: true } });
      });
    }

    for (const whole_unit_display of [false, true]) {
      test(`leaves no amount of the breakup or of a line out, ${whole_unit_display ? 'in whole units' : 'to the paisa'}`, async () => {
        await offers.set({ cart: { whole_unit_display } });
        const buyer = offers.visitor();
        await buyer('POST', '/v1.0/detail', {
          items: [
            { item_id: 1, item_size: 'M', quantity: 3 },
            { item_id: 2, item_size: 'M', quantity: 5 },
          ],
        });
        await buyer('POST', '/v1.0/coupon', { coupon_code: 'TEN' });
        const { numbers, sums } = await explained(buyer);
        const { body: cart } = await buyer('GET', '/v1.0/detail?i=true&b=true');
        computedAgain({ numbers, sums }, cart);
        assert.deepEqual(leftUnexplained(cart, numbers, noAmounts), []);
        const told = new Set(numbers.map(({ path }) => path));
        assert.ok(told.has('applied_promo_details.0.discount'));
        assert.ok(
          numbers.some(({ path, value }) => /^items\.\d\.promotions_applied\.\d\.discount$/.test(path) && value > 0),
        );
      });
    }

    test('names an offer to its shopper by what it says, and to staff by its name', async () => {
      const customer = await offers.customer('explain-names');
      await customer('POST', '/v1.0/detail', { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
      const staff = (await staffFor(offers))('explain-names');
      const named = async (reader: Call): Promise<readonly string[]> => {
        const { sums } = await explained(reader, 'path=items.0.price.converted.selling_price');
        const ofOffers = sums.filter(({ source }) => source?.kind === 'offer');
        return [...new Set(ofOffers.map(({ name }) => name.replace(/^.*\((.*)\)$/, '$1')))];
      };
      assert.deepEqual(await named(customer), ['5% off shirts']);
      assert.deepEqual(await named(staff), ['Shirts']);
    });

    test('answers for one number alone, with what it is made of and no more', async () => {
      const { numbers, sums } = await explained(visitor, 'path=breakup_values.raw.total');
      assert.deepEqual(
        numbers.map(({ path }) => path),
        ['breakup_values.raw.total'],
      );
      const used = new Set([numbers[0]?.sum, ...sums.flatMap(({ of }) => of)]);
      assert.deepEqual(
        sums.filter(({ id }) => !used.has(id)),
        [],
      );
      const below = await explained(visitor, 'path=items[1].price');
      assert.equal(below.numbers.length, 10);
    });

    test('speaks English, German and Hindi, and refuses a number that is not there', async () => {
      const tell = async (query: string): Promise<string> =>
        (await explained(visitor, `path=breakup_values.raw.vog&${query}`)).numbers[0]?.sentence ?? '';
      assert.match(await tell(''), /^Goods without tax is .*: goods after offers .* − tax of the goods .*\.$/);
      assert.match(
        await tell('language=de'),
        /^Waren ohne Steuer: .* = Waren nach Aktionen .* − Steuer der Waren .*\.$/,
      );
      assert.match(await tell('language=hi'), /^कर के बिना सामान: .*।$/);
      const { status, body } = await visitor('GET', '/v1.0/detail/explain?path=breakup_values.raw.nonsense');
      assert.deepEqual([status, body.error_code], [404, 'number_not_found']);
    });
  });
});
