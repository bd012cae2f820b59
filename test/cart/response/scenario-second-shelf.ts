/** The other half of the shop: another brand, store and seller, so that nothing in an answer is what it is by chance. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem } from './answers.ts';
import { aCart, aLine, rupees } from './carts.ts';

const elm = {
  brand: { uid: 71, name: 'Elm' },
  category_hierarchy: [
    { l1: { uid: 2, name: 'Home' }, l2: { uid: 22, name: 'Kitchen' }, l3: { uid: 222, name: 'Pots' } },
  ],
  departments: [{ uid: 4, name: 'Women' }],
  tags: ['winter'],
};
const there = { store_id: 2, seller_id: 2 };

export const secondShelfScenarios = (given: () => AnswerShop): void => {
  describe('at another store and seller', () => {
    test('a promotion shows its own filters and the rules that matched', async () => {
      const shop = given();
      await shop.sell(600, [{ ...rupees(300, 250), ...there }], elm);
      const rule = {
        item_store: [2],
        item_company: [2],
        item_brand: [71],
        item_category: [222],
        item_l1_category: [2],
        item_l2_category: [22],
        item_department: [4],
        product_tags: ['winter'],
        item_exclude_brand: [2],
        item_exclude_category: [3],
        item_exclude_l1_category: [4],
        item_exclude_l2_category: [5],
        item_exclude_id: [6],
      };
      await shop.promotion({
        promotion_type: 'percentage',
        buy_rules: {
          'rule#1': { ...rule, cart_quantity: { greater_than_equals: 50, less_than: 80 } },
          'rule#2': { ...rule, cart_quantity: { equals: 2 } },
        },
        discount_rules: [
          {
            buy_condition: '( rule#1 or rule#2 )',
            item_criteria: { buy_rules: ['rule#2'] },
            offer: { discount_percentage: 4 },
          },
        ],
      });
      const promotion = first(onlyItem(await shop.cart(aCart([aLine(600, 2)]))).promotions_applied);
      assert.deepEqual([promotion.matched_buy_rules, promotion.slug, promotion.discount], [['rule#2'], 'rule#2', 20]);
      assert.deepEqual(promotion.buy_rules[1]?.cart_conditions.cart_quantity, { equals: 2 });
      assert.deepEqual(promotion.discount_rules[0]?.matched_buy_rules, ['rule#2']);
      assert.equal(promotion.discount_rules[0]?.raw_offer.buy_condition, '( rule#1 or rule#2 )');
    });

    test('a gift from the first store ships separately from there', async () => {
      const shop = given();
      await shop.sell(601, [{ ...rupees(80, 80), ...there }], elm);
      await shop.sell(602, [rupees(20, 10)], { ...elm, slug: 'spoon' });
      await shop.promotion({
        promotion_type: 'free_gift_items',
        buy_rules: { 'rule#1': { item_id: [601] } },
        discount_rules: [
          { buy_condition: 'rule#1', item_criteria: { item_id: [602] }, offer: { max_offer_quantity: 2 } },
        ],
      });
      const answer = await shop.cart(aCart([aLine(601)]));
      const free = first(first(answer.applied_promo_details).applied_free_articles);
      assert.deepEqual([free.quantity, free.free_gift_item_details.item_brand_name], [2, 'Elm']);
      assert.deepEqual(free.free_gift_item_details.fulfillment, {
        ships_separately: true,
        assigned_store_id: 1,
        parent_store_id: 2,
        store_name: 'Fort',
        store_code: 'S1',
        store_city: 'Mumbai',
      });
      assert.equal(itemOf(answer, 602).quantity, 2);
    });

    test('a quantity price in another currency is told in it', async () => {
      const shop = given();
      await shop.sell(603, [{ ...rupees(1000, 500), quantity: 50 }], elm);
      const band = (min: number, price: number) => ({
        buy_condition: 'rule#1',
        item_criteria: { item_id: [603] },
        offer: { discount_price: price, min_offer_quantity: min },
      });
      await shop.promotion({
        promotion_type: 'ladder_price',
        promo_group: 'ladder_price',
        buy_rules: { 'rule#1': { item_id: [603] } },
        discount_rules: [band(2, 400), band(20, 300)],
      });
      const cart = aCart([aLine(603, 3)]);
      const { bulk_offer: offer } = onlyItem(await shop.cart(cart, { ask: { currency: 'JPY' } }));
      assert.deepEqual(offer.price, {
        marked: 1750,
        effective: 875,
        bulk_effective: 700,
        currency_code: 'JPY',
        currency_symbol: '¥',
      });
      assert.deepEqual([offer.margin, offer.next], [20, { quantity: 20, price: 525 }]);
    });

    test('a set of two tells two', async () => {
      const shop = given();
      await shop.sell(604, [rupees(70, 70)], elm);
      const set = await shop.promotion({
        promotion_type: 'fixed_price',
        discount_rules: [{ item_criteria: { item_id: [604] }, offer: { discount_price: 99, min_offer_quantity: 2 } }],
      });
      const answer = await shop.cart(aCart([aLine(604)]));
      assert.deepEqual(answer.eligible_fixed_price_promotions?.[set], { offer_quantity: 2, eligible_quantity: 1 });
    });

    test('a coupon and a wrapped line have words of their own', async () => {
      const shop = given();
      await shop.coupon({
        code: 'ELM',
        rule: [{ key: 1, value: 1 }],
        identifiers: { brand_id: [71] },
        display_meta: { title: 'Elm', subtitle: 'On pots', description: 'All winter' },
        medias: [{ alt: 'A pot', url: 'https://img.example/pot.mp4', type: 'video', key: 'side' }],
      });
      const giftDetails = { [aLine(604).identifier]: { applied: true, message: 'Get well' } };
      const answer = await shop.cart(aCart([aLine(604)], { document: { couponCode: 'ELM', giftDetails } }));
      assert.deepEqual([answer.coupon_text, answer.coupon.coupon_subtitle], ['Elm', 'On pots']);
      assert.equal(answer.coupon.medias[0]?.key, 'side');
      assert.equal(onlyItem(answer).article.gift_card.gift_message, 'Get well');
    });
  });
};
