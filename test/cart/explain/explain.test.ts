/** A cart that says how its numbers came about: each is shown by the cart, and computed again from what the answer says. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartExplained } from '../../../src/contract/cart/cart-explain-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { computedAgain, valueAt } from '../../laws/explained-wire.ts';
import { openCartServer, type Shopper } from '../cart-server.ts';

forEachEngine(async (engine) => {
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
