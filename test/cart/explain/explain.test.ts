/** A cart that says how its numbers came about: each is shown by the cart, and computed again from what the answer says. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { computedAgain, valueAt } from '../../laws/explained-wire.ts';
import { openCartServer, type Shopper } from '../cart-server.ts';
import { openOfferShop } from '../offers/offer-shop.ts';

/** What is no amount of this cart: numbers, rates, stock, what is set for a shop or an offer, and what one unit has of what all have. */
const noAmount = new RegExp(
  [
    '(^|\\.)(uid|item_id|[a-z_]*quantity|rate|margin|res_item_index|seller_count|manufacturing_time|preset|original|total_points)$',
    '\\.(buy_rules|discount_rules|cart_conditions|categories|category_hierarchy|departments|l\\d_categories|moq|availability)\\.',
    '^breakup_values\\.(coupon|loyalty_points)\\.',
    '\\.(discount_meta|bulk_offer|free_gift_item_details|fulfillment_mode_info|gift_card|article\\.price)\\.',
    'promotions_applied\\.\\d+\\.amount$',
  ].join('|'),
);
const amountsBelow = (value: unknown, path = ''): readonly string[] => {
  if (typeof value === 'number') return noAmount.test(path) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    amountsBelow(member, path === '' ? name : `${path}.${name}`),
  );
};

forEachEngine(async (engine) => {
  const { server: offers } = await openOfferShop(engine);
  after(() => offers.close());
  const server = await openCartServer(engine);
  after(() => server.close());
  await server.shop.sell(1, [{ uid: 'one', quantity: 50 }]);
  await server.shop.sell(2, [{ uid: 'two', quantity: 50 }]);

  const explained = async (shopper: Shopper, query = ''): Promise<CartExplained> => {
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
        const told = new Set(numbers.map(({ path }) => path));
        const left = amountsBelow({ breakup_values: cart['breakup_values'], items: cart['items'] }).filter(
          (path) => !told.has(path),
        );
        assert.deepEqual(left, []);
        assert.ok(told.has('applied_promo_details.0.discount'));
        assert.ok(
          numbers.some(({ path, value }) => /^items\.\d\.promotions_applied\.\d\.discount$/.test(path) && value > 0),
        );
      });
    }

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
