/** Promotions as they show on the cart and on its lines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem } from './answers.ts';
import { aCart, aLine, rupees } from './carts.ts';

const shown = (name: string) => ({ name, offer_text: `${name}!`, offer_label: 'Deal', description: `About ${name}` });

export const promotionScenarios = (given: () => AnswerShop): void => {
  describe('an applied promotion', () => {
    test('tells its definition, its rules in both places, and what it did', async () => {
      const shop = given();
      await shop.sell(300, [rupees(200, 100)], { brand: { uid: 70, name: 'Oak' } });
      await shop.sell(301, [rupees(200, 100)], { brand: { uid: 70, name: 'Oak' } });
      const rule = {
        item_id: [300, 301],
        item_store: [1],
        item_company: [1],
        item_brand: [70],
        item_category: [111],
        item_l1_category: [1],
        item_l2_category: [11],
        item_department: [3],
        product_tags: ['summer'],
        item_exclude_brand: [1],
        item_exclude_category: [2],
        item_exclude_l1_category: [3],
        item_exclude_l2_category: [4],
        item_exclude_id: [5],
        cart_quantity: { greater_than_equals: 2, less_than: 90 },
        cart_total: { greater_than: 150, less_than_equals: 9000 },
      };
      const id = await shop.promotion({
        promotion_type: 'percentage',
        display_meta: shown('Oak week'),
        buy_rules: { 'rule#1': rule, 'rule#2': { item_id: [999], available_zones: [5] } },
        discount_rules: [
          {
            buy_condition: 'rule#1',
            discount_type: 'percentage',
            item_criteria: { buy_rules: ['rule#1'] },
            offer: { discount_percentage: 10, max_offer_quantity: 3, max_discount_amount: 500 },
          },
        ],
        ownership: { payable_category: 'fynd', payable_by: 'marketing' },
        restrictions: { post_order: { return_allowed: false, cancellation_allowed: true, exchange_allowed: false } },
        _custom_json: { banner: 'oak' },
      });
      const answer = await shop.cart(aCart([aLine(300, 2), aLine(301, 2)]));
      const promotion = first(answer.applied_promo_details);
      assert.ok(promotion);
      assert.deepEqual([promotion.id, promotion.promo_id, promotion.discount, promotion.amount], [id, id, 30, 10]);
      assert.deepEqual([promotion.article_quantity, promotion.original_article_quantity], [3, 4]);
      assert.deepEqual(promotion.matched_buy_rules, ['rule#1']);
      const shownRule = first(promotion.buy_rules);
      const { cart_quantity: _quantity, cart_total: _total, ...filters } = rule;
      for (const [name, values] of Object.entries(filters)) {
        assert.deepEqual(shownRule?.[name as keyof typeof filters], values, name);
        assert.deepEqual(shownRule.cart_conditions?.[name as keyof typeof filters], values, `conditions ${name}`);
      }
      assert.deepEqual(shownRule.cart_conditions.cart_quantity, { greater_than_equals: 2, less_than: 90 });
      assert.deepEqual(shownRule.cart_conditions.cart_total, { greater_than: 150, less_than_equals: 9000 });
      assert.deepEqual(promotion.discount_rules[0]?.offer, {
        max_offer_quantity: 3,
        discount_percentage: 10,
        discount_amount: null,
      });
      assert.equal(promotion.discount_rules[0]?.raw_offer.buy_condition, 'rule#1');
      const texts = [promotion.promotion_name, promotion.offer_text, promotion.offer_label];
      assert.deepEqual(texts, ['Oak week', 'Oak week!', 'Deal']);
      assert.deepEqual([promotion.meta, promotion.ownership.payable_by], [{ banner: 'oak' }, 'marketing']);
      const after = [promotion.return_allowed, promotion.cancellation_allowed, promotion.exchange_allowed];
      assert.deepEqual([...after, promotion.code], [false, true, false, null]);
      assert.equal(
        answer.items.reduce((sum, item) => sum + (item.promotions_applied[0]?.discount ?? 0), 0),
        30,
      );
      const dollars = await shop.cart(aCart([aLine(300, 2), aLine(301, 2)]), { ask: { currency: 'USD' } });
      const converted = first(dollars.applied_promo_details);
      assert.equal(converted.currency.code, 'USD');
      assert.deepEqual(converted.buy_rules[0]?.cart_conditions.cart_total.less_than_equals, 117);
    });

    test('from the MRP moves the price it starts from', async () => {
      const shop = given();
      await shop.sell(302, [rupees(200, 180)]);
      await shop.promotion({
        promotion_type: 'amount',
        calculate_on: 'mrp',
        buy_rules: { 'rule#1': { item_id: [302], all_items: false }, 'rule#2': { available_zones: [6] } },
        discount_rules: [
          { buy_condition: 'rule#1', item_criteria: { item_id: [302] }, offer: { discount_amount: 50 } },
        ],
      });
      const item = onlyItem(await shop.cart(aCart([aLine(302)])));
      assert.deepEqual([item.mrp_promo_price, item.price.converted.add_on], [200, 200]);
      assert.deepEqual([item.price.converted.selling_price, item.price.converted.effective], [150, 180]);
      const promotion = first(item.promotions_applied);
      assert.deepEqual([promotion.mrp_promotion, promotion.mrp_promo, promotion.all_items], [true, true, false]);
      assert.deepEqual(promotion.discount_rules[0]?.offer.discount_amount, 50);
      assert.deepEqual(promotion.discount_rules[0]?.item_criteria.item_id, [302]);
    });

    test('with a countdown says when it ends', async () => {
      const shop = given();
      await shop.sell(303, [rupees(100, 100)]);
      await shop.sell(304, [rupees(100, 100)]);
      const timed = (itemId: number, start: string, end: string, more: object = {}) =>
        shop.promotion({
          promotion_type: 'percentage',
          promo_group: 'limited_timer',
          buy_rules: { 'rule#1': { all_items: true } },
          discount_rules: [{ item_criteria: { item_id: [itemId] }, offer: { discount_percentage: 5 } }],
          _schedule: { published: true, start, end },
          ...more,
        });
      await timed(303, '2026-11-15T09:00:00.000Z', '2026-11-15T12:30:00.000Z');
      const slow = { _custom_json: { start_timer_in_minutes: 15 } };
      await timed(304, '2026-11-14T09:00:00.000Z', '2026-11-15T20:00:00.000Z', slow);
      const answer = await shop.cart(aCart([aLine(303), aLine(304)]));
      assert.deepEqual(itemOf(answer, 303).discount_meta, {
        timer: true,
        start_timer_in_minutes: 60,
        start: '2026-11-15T09:00:00.000Z',
        end: '2026-11-15T12:30:00.000Z',
      });
      assert.equal(itemOf(answer, 304).discount_meta.timer, false);
    });

    test('of the kind buy one get one counts its free units', async () => {
      const shop = given();
      await shop.sell(305, [rupees(60, 60)]);
      await shop.promotion({
        promotion_type: 'bogo',
        buy_rules: { 'rule#1': { item_id: [305], cart_quantity: { greater_than_equals: 2 } } },
        discount_rules: [
          {
            buy_condition: 'rule#1',
            item_criteria: { item_id: [305] },
            offer: { discount_percentage: 100, max_offer_quantity: 1 },
          },
        ],
      });
      const promotion = first(onlyItem(await shop.cart(aCart([aLine(305, 3)]))).promotions_applied);
      assert.deepEqual([promotion.free_quantity, promotion.discount], [1, 60]);
    });

    test('stops at the floor that was fed, and the line says so', async () => {
      const shop = given();
      await shop.sell(307, [{ ...rupees(100, 100), floor_price: '80.00' }]);
      const offer = (percent: number) => ({
        promotion_type: 'percentage',
        buy_rules: { 'rule#1': { item_id: [307] } },
        discount_rules: [
          {
            buy_condition: 'rule#1',
            item_criteria: { buy_rules: ['rule#1'] },
            offer: { discount_percentage: percent },
          },
        ],
      });
      const asked = async () => {
        const { message, price } = onlyItem(await shop.cart(aCart([aLine(307, 2)])));
        return [message, price.converted?.selling_price];
      };
      await shop.promotion(offer(10));
      assert.deepEqual(await asked(), ['', 180]);
      await shop.promotion(offer(30));
      assert.deepEqual(await asked(), ['It is at its lowest price; offers take no more off it', 160]);
    });

    test('that was asked for as a steal deal leaves a message where it does not hold', async () => {
      const shop = given();
      await shop.sell(306, [rupees(90, 90)]);
      const deal = await shop.promotion({
        promotion_type: 'steal_deal',
        buy_rules: { 'rule#1': { cart_total: { greater_than_equals: 500 } } },
        discount_rules: [{ buy_condition: 'rule#1', item_criteria: { item_id: [306] }, offer: { discount_price: 1 } }],
      });
      const asked = { promoId: deal };
      const item = onlyItem(await shop.cart(aCart([aLine(306, 1, { asked })])));
      assert.deepEqual(
        [item.message, item.availability.is_valid],
        ['The deal does not hold now; this is the normal price', true],
      );
    });
  });
};
