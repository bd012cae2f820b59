/** What promotions give beside a discount: gifts, prices by quantity, cashback. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem } from './answers.ts';
import { aCart, aLine, rupees } from './carts.ts';

export const rewardScenarios = (given: () => AnswerShop): void => {
  describe('gifts', () => {
    test('are lines after all others, with where they come from', async () => {
      const shop = given();
      await shop.sell(307, [rupees(900, 900)]);
      await shop.sell(308, [{ ...rupees(120, 100), store_id: 2 }], {
        slug: 'tote',
        name: 'Tote bag',
        images: [{ url: 'https://img.example/tote.jpg' }],
      });
      await shop.sell(309, [{ ...rupees(70, 50), size: 'L' }, rupees(60, 40)]);
      const gift = (parent: number, item: number, rules: object = {}) =>
        shop.promotion({
          promotion_type: 'free_gift_items',
          buy_rules: { 'rule#1': { item_id: [parent], ...rules } },
          discount_rules: [
            { buy_condition: 'rule#1', item_criteria: { item_id: [item] }, offer: { max_offer_quantity: 1 } },
          ],
        });
      const id = await gift(307, 308);
      const cart = aCart([aLine(307), aLine(300, 1)]);
      const answer = await shop.cart(cart, { ask: { areaCode: '400001' } });
      assert.deepEqual(
        answer.items.map(({ key, res_item_index: at }) => [key, at]),
        [
          ['307_M', 0],
          ['300_M', 1],
          ['308_M', 2],
        ],
      );
      const line = itemOf(answer, 308);
      assert.deepEqual([line.allow_remove, line.price.converted.selling_price], [true, 0]);
      assert.match(line.identifiers.identifier ?? '', /^[\w-]{22}$/);
      const promotion = first(answer.applied_promo_details.filter((one) => one.id === id));
      const details = {
        item_id: 308,
        item_slug: 'tote',
        item_name: 'Tote bag',
        item_brand_name: 'Calico',
        item_images_url: ['https://img.example/tote.jpg'],
        available_sizes: ['M'],
        item_price_details: { marked: { min: 120, max: 120 }, effective: { min: 100, max: 100 }, currency: 'INR' },
        article_price: { marked: 120, effective: 100 },
        fulfillment: {
          ships_separately: true,
          assigned_store_id: 2,
          parent_store_id: 1,
          store_name: 'Indiranagar',
          store_code: 'S2',
          store_city: 'Bengaluru',
        },
      };
      assert.deepEqual(promotion.free_gift_item_details, details);
      assert.deepEqual(promotion.applied_free_articles, [
        {
          parent_item_identifier: cart.document.lines[0]?.identifier,
          quantity: 1,
          article_id: '308_M_2',
          free_gift_item_details: details,
        },
      ]);
      assert.equal(promotion.free_quantity, 1);
      const giftChoices = { [id]: { declined: true, itemId: null, size: null } };
      const declined = await shop.cart({ ...cart, document: { ...cart.document, giftChoices } });
      assert.equal(declined.items.length, 2);

      const other = await gift(300, 309, { cart_quantity: { equals: 5 } });
      const chosen = { [other]: { declined: false, itemId: 309, size: 'L' } };
      const near = await shop.cart(aCart([aLine(300, 5)], { document: { giftChoices: chosen } }), {
        ask: { currency: 'USD' },
      });
      const free = first(first(near.applied_promo_details.filter((one) => one.id === other)).applied_free_articles);
      assert.deepEqual([free.article_id, free.free_gift_item_details.fulfillment], ['309_L_1', null]);
      assert.deepEqual(free.free_gift_item_details.item_price_details.marked, { min: 0.78, max: 0.91 });
    });
  });

  describe('quantity prices', () => {
    test('show the band in force and the next one', async () => {
      const shop = given();
      await shop.sell(310, [{ ...rupees(120, 100), quantity: 100 }]);
      const band = (min: number, percent: number, max?: number) => ({
        buy_condition: 'rule#1',
        discount_type: 'ladder_price',
        item_criteria: { item_id: [310] },
        offer: {
          discount_percentage: percent,
          min_offer_quantity: min,
          ...(max === undefined ? {} : { max_offer_quantity: max }),
        },
      });
      await shop.promotion({
        promotion_type: 'ladder_price',
        promo_group: 'ladder_price',
        buy_rules: { 'rule#1': { item_id: [310] } },
        discount_rules: [band(5, 10, 9), band(10, 25)],
      });
      const of = async (units: number) => onlyItem(await shop.cart(aCart([aLine(310, units)])));
      assert.deepEqual((await of(1)).bulk_offer, {});
      assert.deepEqual([(await of(6)).mrp_promo_price, (await of(6)).article.price.converted.effective], [100, 90]);
      assert.deepEqual((await of(6)).bulk_offer, {
        quantity: 5,
        margin: 10,
        type: 'ladder_price',
        total: 450,
        best: false,
        auto_applied: true,
        price: { marked: 120, effective: 100, bulk_effective: 90, currency_code: 'INR', currency_symbol: '₹' },
        next: { quantity: 10, price: 75 },
      });
      const most = await of(12);
      assert.deepEqual([most.bulk_offer.best, most.bulk_offer.price.bulk_effective], [true, 75]);
      assert.deepEqual([most.price.converted.selling, most.price.converted.effective], [1200, 900]);
      assert.equal(most.promotions_applied[0]?.promotion_group, 'ladder_price');
    });
  });

  describe('cashback', () => {
    test('is told and takes nothing off', async () => {
      const shop = given();
      await shop.sell(311, [rupees(1000, 1000)]);
      await shop.sell(312, [rupees(1000, 1000)]);
      const cashback = (itemId: number, offer: object, name: string) =>
        shop.promotion({
          promotion_type: 'cashback',
          promo_group: 'cart',
          display_meta: { name },
          buy_rules: { 'rule#1': { item_id: [itemId] } },
          discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [itemId] }, offer }],
        });
      const back = await cashback(311, { discount_percentage: 10, max_discount_amount: 75 }, 'Back');
      await cashback(312, { discount_amount: 20 }, 'Flat back');
      const answer = await shop.cart(aCart([aLine(311)]));
      assert.deepEqual(answer.cashback_promotion, [
        {
          id: back,
          name: 'Back',
          discount_type: 'percentage',
          cashback_amount: 75,
          discount_value: 10,
          max_discount_amount: 75,
        },
      ]);
      const raw = answer.breakup_values.raw;
      assert.deepEqual([raw.cashback_applied, raw.total], [75, 1000]);
      const flat = first((await shop.cart(aCart([aLine(312)]))).cashback_promotion);
      assert.deepEqual([flat.discount_type, flat.discount_value, flat.max_discount_amount], ['amount', 20, 0]);
    });
  });
};
