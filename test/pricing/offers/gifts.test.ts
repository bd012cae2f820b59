/** Free gifts: lines that pricing makes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { array, assert as holds, nat, property } from 'fast-check';
import { type GiftLook, givesTheSame } from '../../../src/pricing/offers/gift-look.ts';
import type { Definition } from '../../../src/pricing/compile/offer-types.ts';
import type { Article, PriceInput } from '../../../src/pricing/pricing-types.ts';
import type { Way } from '../../../src/pricing/shipping-types.ts';
import { article, type Bought, marked, price, promotion, reasonFor } from '../carts.ts';

const a = article('a', 10_000);

describe('gifts', () => {
  const mug = (uid: string, more: Partial<Article> = {}) =>
    marked(uid, 5000, 4000, { itemId: 500, stock: 10, ...more });
  const gift = (offer: Definition, rule: Definition = { all_items: true }) =>
    promotion('gift', 'free_gift_items', offer, { criteria: { item_id: [500] }, rules: { 'rule#1': rule } });
  const given = (
    bought: readonly Bought[],
    definition: Definition,
    articles: readonly Article[],
    more: Partial<PriceInput> = {},
  ) => price(bought, [definition], { giftArticles: new Map([[500, articles]]), ...more });

  test('is a line of its own behind its parent, at its own price with an equal discount', () => {
    const { lines, breakup } = given(
      [
        [a, 1],
        [article('b', 1), 1],
      ],
      gift({}, { item_id: [97] }),
      [mug('g')],
    );
    assert.deepEqual(
      lines.map(({ key }) => key),
      ['a', 'gift:gift:a', 'b'],
    );
    assert.deepEqual(
      [breakup.mrp_total, breakup.discount, breakup.promotion, breakup.total],
      [15_001, -1000, -4000, 10_001],
    );
  });
  test('500 on top of 3000 pays 3000', () => {
    const rule = { all_items: true, cart_total: { greater_than_equals: 3000 } };
    const { breakup } = given([[article('a', 300_000), 1]], gift({}, rule), [
      mug('g', { prices: { INR: { marked: 50_000, selling: 50_000 } } }),
    ]);
    assert.deepEqual([breakup.subtotal, breakup.total], [350_000, 300_000]);
  });
  test('comes as often as the quantity asked for is there, up to the uses allowed', () => {
    const rule = { item_id: [97], cart_quantity: { greater_than_equals: 2 } };
    const units = (quantity: number, offer: Definition) =>
      given([[a, quantity]], gift(offer, rule), [mug('g')]).lines.find(({ gift: is }) => is !== null)?.quantity ?? 0;
    assert.deepEqual(
      [1, 2, 5, 6].map((quantity) => units(quantity, { max_usage_per_transaction: 2 })),
      [0, 1, 2, 2],
    );
    assert.equal(units(6, {}), 1);
    assert.equal(units(2, { max_offer_quantity: 3 }), 3);
  });
  test('is known to stay the same under other stock, if and only if it does', () => {
    const uids = ['g1', 'g2', 'g3', 'g4'];
    let same = 0;
    const stocks = array(nat(6), { minLength: uids.length, maxLength: uids.length });
    holds(
      property(stocks, stocks, nat(3), nat(2), (had, has, own, wanted) => {
        const looks: GiftLook[] = [];
        const outcome = (stock: readonly number[]) => {
          const mugs = uids.map((uid, at) => mug(uid, { storeId: at % 2, stock: stock[at] ?? 0 }));
          const [first = a] = mugs;
          const bought: readonly Bought[] =
            own === 0
              ? [[a, 2]]
              : [
                  [first, own],
                  [a, 2],
                ];
          const offer = gift({ max_offer_quantity: 1 + wanted }, { item_id: [97] });
          const { lines, notApplied } = given(bought, offer, mugs, { sawGift: (look) => looks.push(look) });
          const found = lines.find(({ gift: is }) => is !== null);
          return [found?.article.uid, found?.quantity, notApplied.map(({ reason }) => reason)];
        };
        const [before, after] = [outcome(had), looks.length === 0 ? assert.fail('it was not told') : outcome(has)];
        const isLeft = (stock: readonly number[]) => stock.map((each, at) => each > (at === 0 ? own : 0));
        const isSame = JSON.stringify([before, isLeft(had)]) === JSON.stringify([after, isLeft(has)]);
        const now = new Map(uids.map((uid, at) => [uid, has[at] ?? 0]));
        const [look = assert.fail('it was told')] = looks;
        assert.equal(
          givesTheSame(look, (uid) => now.get(uid) ?? 0),
          isSame,
        );
        if (isSame) same += 1;
      }),
      { numRuns: 500 },
    );
    assert.ok(same > 10, `${same} stayed`);
  });
  test('is of what there is more of in steps that double, and never of what there is too little of', () => {
    const chosen = (first: number, second: number, units = 1): string | undefined =>
      given([[a, 1]], gift({ max_offer_quantity: units }), [mug('g1', { stock: first }), mug('g2', { stock: second })])
        .lines[1]?.article.uid;
    assert.deepEqual(
      [chosen(500, 511), chosen(500, 512), chosen(512, 500), chosen(1, 1), chosen(1, 2), chosen(2, 3)],
      ['g1', 'g2', 'g1', 'g1', 'g2', 'g1'],
    );
    assert.deepEqual(
      [chosen(2, 3, 2), chosen(2, 3, 3), chosen(4, 5, 6), chosen(2 ** 40, 2 ** 41)],
      ['g1', 'g2', 'g2', 'g2'],
    );
  });
  test('has its own stock, which the cart’s own units use up first', () => {
    const own = mug('g', { stock: 2 });
    const { lines } = given(
      [
        [own, 1],
        [a, 1],
      ],
      gift({ max_offer_quantity: 3 }, { item_id: [97] }),
      [own],
    );
    assert.equal(lines.find(({ gift: is }) => is !== null)?.quantity, 1);
    const none = given(
      [
        [own, 2],
        [a, 1],
      ],
      gift({}, { item_id: [97] }),
      [own],
    );
    assert.equal(reasonFor(none, 'gift')?.reason, 'gift_out_of_stock');
  });
  test('comes from the parent’s store if it can, else from another and says so', () => {
    const near = mug('near', { storeId: 1, stock: 1 });
    const far = mug('far', { storeId: 2, stock: 9 });
    const chosen = (articles: readonly Article[]) => given([[a, 1]], gift({}), articles).lines[1];
    assert.equal(chosen([far, near])?.article.uid, 'near');
    assert.equal(chosen([far, near])?.gift?.fulfilment, null);
    assert.deepEqual(chosen([far])?.gift?.fulfilment, {
      shipsSeparately: true,
      assignedStoreId: 2,
      parentStoreId: 1,
    });
  });
  test('may be chosen or declined', () => {
    const articles = [mug('red'), mug('green')];
    const chosen = given([[a, 1]], gift({}), articles, { giftChoices: { gift: { articleUid: 'red' } } });
    assert.equal(chosen.lines[1]?.article.uid, 'red');
    const declined = given([[a, 1]], gift({}), articles, { giftChoices: { gift: { declined: true } } });
    assert.equal(reasonFor(declined, 'gift')?.reason, 'gift_declined');
  });
  test('goes the way of its line from the same store, else as a parcel of its own, else not at all', () => {
    const goes = (way: Way, storeId: number, ways: readonly Way[]) => {
      const cart = given([[a, 1, { way }]], gift({}), [mug('g', { storeId, ways })]);
      const why = reasonFor(cart, 'gift');
      return why === undefined ? cart.lines.length === 2 : [why.reason, why.line];
    };
    const unreached = ['gift_out_of_reach', 'a'];
    assert.equal(goes('rush', 1, ['rush']), true);
    assert.equal(goes('rush', 1, ['standard']), true);
    assert.equal(goes('rush', 2, ['standard']), true);
    assert.deepEqual(goes('rush', 2, ['rush']), unreached);
    assert.deepEqual(goes('standard', 1, ['pickup']), unreached);
    assert.equal(goes('pickup', 2, ['pickup']), true);
    assert.deepEqual(goes('pickup', 1, ['standard']), unreached);
    assert.equal(goes('counter', 1, []), true);
    assert.deepEqual(goes('counter', 2, ['standard', 'pickup']), unreached);
  });
  test('that cannot follow its first line follows the next', () => {
    const bought: readonly Bought[] = [
      [a, 1, { way: 'pickup' }],
      [article('b', 100), 1, { way: 'standard' }],
    ];
    const { lines } = given(bought, gift({}), [mug('g', { ways: ['standard'] })]);
    assert.equal(lines.find(({ gift: is }) => is !== null)?.gift?.parentKey, 'b');
  });
  test('that was chosen comes from a store that can serve the cart', () => {
    const articles = [mug('far', { storeId: 2, ways: [] }), mug('other', { size: 'L', stock: 99 }), mug('near')];
    const giftChoices = { gift: { articleUid: 'far' } };
    const { lines } = given([[a, 1, { way: 'standard' }]], gift({}), articles, { giftChoices });
    assert.equal(lines[1]?.article.uid, 'near');
  });
  test('of goods that are not sold has no price', () => {
    const free = promotion('gift', 'free_non_sellable_items', {}, { criteria: { item_id: [500] } });
    const { lines, breakup } = given([[a, 1]], free, [mug('g')]);
    assert.equal(lines.length, 2);
    assert.deepEqual([breakup.mrp_total, breakup.promotion], [10_000, 0]);
  });
  test('of an empty cart is nothing', () => assert.equal(given([], gift({}), [mug('g')]).lines.length, 0));
});
