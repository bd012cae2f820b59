/** Gifts in full: which article comes, behind which line, how often, and how it is written down. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import type { Article } from '../../src/pricing/pricing-types.ts';
import { article, type Bought, price, promotion, reasonFor } from './carts.ts';

const mug = (uid: string, more: Partial<Article> = {}): Article =>
  article(uid, 4000, { itemId: 500, stock: 10, ...more });
const gift = (offer: Definition, more: Parameters<typeof promotion>[3] = {}) =>
  promotion('g', 'free_gift_items', offer, { criteria: { item_id: [500] }, ...more });
const given = (bought: readonly Bought[], offer: Definition, articles: readonly Article[], more = {}) =>
  price(bought, [offer], { giftArticles: new Map([[500, articles]]), ...more });
const [a, b, c] = ['a', 'b', 'c'].map((uid, at) => article(uid, 1000, { brandId: at }));
const bought = (...articles: readonly (Article | undefined)[]): readonly Bought[] =>
  articles.flatMap((each) => (each === undefined ? [] : [[each, 1] as const]));

const percent = (restrictions: Definition): Definition =>
  promotion('p', 'percentage', { discount_percentage: 10 }, { restrictions, apply_priority: -2 });

describe('a gift', () => {
  const giftLine = (priced: ReturnType<typeof given>) => priced.lines.find((line) => line.gift !== null);

  test('follows the first line, by key, of those that brought it', () => {
    const parent = (offer: Definition) => giftLine(given(bought(c, b, a), offer, [mug('m')]))?.gift?.parentKey;
    const rules = { r: { item_brand: [1, 2] }, s: { item_brand: [0], cart_quantity: { greater_than: 5 } } };
    assert.equal(parent(gift({}, { rules, condition: 'r or s' })), 'b');
    assert.equal(parent(gift({}, { rules: { r: { item_brand: [2] } } })), 'c');
    assert.equal(parent(gift({})), 'a');
    assert.equal(parent(gift({}, { rules: { r: { item_brand: [9] } }, condition: 'not r' })), 'a');
  });

  test('comes from the parent’s store, else from where most is left, else by its name', () => {
    const chosen = (...articles: readonly Article[]) => giftLine(given(bought(a), gift({}), articles))?.article.uid;
    const [far, farther] = [{ storeId: 7 }, { storeId: 8 }];
    assert.equal(chosen(mug('x', { ...far, stock: 99 }), mug('y')), 'y');
    assert.equal(chosen(mug('x', { ...far, stock: 3 }), mug('y', { ...farther, stock: 4 })), 'y');
    assert.equal(chosen(mug('y', far), mug('x', farther), mug('z', far)), 'x');
    assert.equal(chosen(mug('z'), mug('x'), mug('y')), 'x');
  });

  test('of an item nobody has is out of stock', () => {
    assert.equal(reasonFor(price(bought(a), [gift({})]), 'g')?.reason, 'gift_out_of_stock');
    assert.equal(reasonFor(given(bought(a), gift({}), [mug('m', { stock: 0 })]), 'g')?.reason, 'gift_out_of_stock');
  });

  test('comes once where the rules count money, or ask for nothing', () => {
    const times = (rule: Definition) =>
      giftLine(
        given([[article('a', 1000), 6]], gift({ max_usage_per_transaction: 9 }, { rules: { r: rule } }), [mug('m')]),
      )?.quantity;
    assert.equal(times({ all_items: true, cart_total: { greater_than_equals: 2 } }), 1);
    assert.equal(times({ all_items: true, cart_quantity: { greater_than_equals: 0 } }), 1);
    assert.equal(times({ all_items: true, cart_quantity: { greater_than_equals: 1 } }), 6);
    const both = { cart_total: { greater_than_equals: 1 }, cart_quantity: { greater_than_equals: 3 } };
    assert.equal(times({ all_items: true, ...both }), 2);
  });

  test('is a closed line at nothing, with its price as its one cut', () => {
    const priced = given(bought(a), gift({ max_offer_quantity: 2 }), [mug('m', { taxRate: 180_000 })]);
    const line = giftLine(priced);
    assert.ok(line !== undefined);
    assert.deepEqual(line.lots, [
      {
        units: 2,
        price: 0,
        cuts: [{ adjustment: 'promotion:g:0', each: 4000 }],
        usedBy: ['g'],
        closed: true,
        spent: false,
      },
    ]);
    assert.deepEqual(line.asked, { key: line.key, articleUid: 'm', quantity: 2 });
    assert.deepEqual([line.tax, line.dealMissed], [{ rate: 180_000, taxable: 0, tax: 0, parts: [] }, false]);
    const [adjustment] = priced.adjustments;
    assert.deepEqual(adjustment?.steps, [
      { formula: 'each', amount: 4000, units: 2, result: 8000, taken: 8000, line: line.key },
    ]);
    assert.deepEqual([adjustment?.id, adjustment?.amount, adjustment?.stage], ['promotion:g:0', 8000, 'gift']);
  });

  test('that is not for sale has no price and no cut', () => {
    const token = { ...gift({}), promotion_type: 'free_non_sellable_items' };
    const rules = [{ discount_type: 'free_non_sellable_items', offer: {}, item_criteria: { item_id: [500] } }];
    const priced = given(bought(a), { ...token, discount_rules: rules }, [mug('m')]);
    const line = giftLine(priced);
    assert.deepEqual([line?.marked, line?.lots[0]?.cuts, line?.gift?.sellable], [0, [], false]);
    assert.equal(priced.breakup.mrp_total, 1000);
  });

  test('without a price in the cart’s currency is not given', () => {
    const usd = { currency: { code: 'USD', exponent: 2 } };
    const own = article('a', 1000, { prices: { USD: { marked: 50, selling: 50 } } });
    const priced = given([[own, 1]], { ...gift({}), currency: 'USD' }, [mug('m')], usd);
    assert.equal(reasonFor(priced, 'g')?.reason, 'rate_missing');
  });

  test('counts neither as a unit of the cart nor as a line that brings another', () => {
    const second = promotion('h', 'free_gift_items', {}, { criteria: { item_id: [501] }, apply_priority: -1 });
    const few = percent({ order_quantity: { maximum: 1 } });
    const priced = price(bought(a), [gift({}), second, few], {
      giftArticles: new Map([
        [500, [mug('m')]],
        [501, [mug('n', { itemId: 501 })]],
      ]),
    });
    assert.deepEqual(priced.applied.toSorted(), ['g', 'h', 'p']);
    assert.ok(priced.lines.every((line) => line.gift === null || line.gift.parentKey === 'a'));
  });
});
