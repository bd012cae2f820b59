/** The state of a store and of the place an order goes to: by them GST is split, in the cart that is priced for an address. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { CartAddress } from '../../src/cart/call/cart-shop.ts';
import { loadPricedCart } from '../../src/cart/price/load-priced-cart.ts';
import { openAnswerShop } from '../cart/response/answer-shop.ts';
import { aCart, aLine, anAsk, rupees } from '../cart/response/carts.ts';
import { stores } from '../cart/response/places.ts';
import { forEachEngine } from '../databases.ts';

forEachEngine(async (engine) => {
  const shop = await openAnswerShop(engine);
  after(() => shop.close());
  const [fort] = stores;
  await shop.feed('stores', [
    { ...fort, uid: 1 },
    { ...fort, uid: 2, state: undefined },
    { ...fort, uid: 3, country: 'US' },
  ]);
  const taxed = { ...rupees(105, 105), gst_rate: 5 };
  for (const uid of [1, 2, 3]) await shop.sell(uid, [{ ...taxed, store_id: uid }]);

  const home: CartAddress = { areaCode: '400001', country: 'IN', state: 'Maharashtra' };
  /** What becomes of the ₹5.00 of tax on an item of that store. */
  const split = async (
    item: number,
    address: CartAddress | undefined,
    areaCode: string | null = null,
  ): Promise<readonly (readonly [string, number])[]> => {
    const cart = aCart([aLine(item)], { document: { addressId: 'home' } });
    const readers = { address: async () => address };
    const { priced } = await loadPricedCart(shop.shop({ readers }), cart, anAsk({ areaCode }));
    const [line] = priced.lines;
    assert.equal(line?.tax.tax, 500);
    return line.tax.parts.map(({ name, amount }) => [name, amount]);
  };
  const halves = [
    ['cgst', 250],
    ['sgst', 250],
  ];

  test('within the state of the store the tax is halved, across states it is one', async () => {
    assert.deepEqual(await split(1, home), halves);
    assert.deepEqual(await split(1, { ...home, areaCode: '560001', state: 'Karnataka' }), [['igst', 500]]);
  });

  test('a state is the same however it is written', async () => {
    assert.deepEqual(await split(1, { ...home, state: '  MAHARASHTRA ' }), halves);
    assert.deepEqual(await split(1, home, '400 001'), halves);
  });

  test('an address that says none is taken for one in the state of the store', async () => {
    assert.deepEqual(await split(1, { ...home, state: null }), halves);
  });

  test('without the store’s state, or an address, nothing is split', async () => {
    assert.deepEqual(await split(2, home), [], 'the store has none');
    assert.deepEqual(await split(1, undefined), [], 'there is no address');
    assert.deepEqual(await split(1, home, '560001'), [], 'another place than the address was asked for');
    assert.deepEqual(await split(3, home), [], 'the store is not in India');
  });
});
