/** Promotions as they show on the cart and on its lines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { first, itemOf, onlyItem } from './answers.ts';
import { aCart, aLine, paidBy, rupees } from './carts.ts';

const shown = (name: string) => ({ name, offer_text: `${name}!`, offer_label: 'Deal', description: `About ${name}` });

export const offerScenarios = (given: () => AnswerShop): void => {
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
      const converted = dollars.applied_promo_details[0];
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

  describe('gifts', () => {
    test('are lines after their parent, with where they come from', async () => {
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
          ['308_M', 2],
          ['300_M', 1],
        ],
      );
      const line = itemOf(answer, 308);
      assert.deepEqual([line.allow_remove, line.price.converted.selling_price], [false, 0]);
      assert.match(line.identifiers.identifier ?? '', /^[\w-]{22}$/);
      const promotion = answer.applied_promo_details.find((one) => one.id === id);
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
      const free = first(near.applied_promo_details.find((one) => one.id === other).applied_free_articles);
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
      const first = await cashback(311, { discount_percentage: 10, max_discount_amount: 75 }, 'Back');
      await cashback(312, { discount_amount: 20 }, 'Flat back');
      const answer = await shop.cart(aCart([aLine(311)]));
      assert.deepEqual(answer.cashback_promotion, [
        {
          id: first,
          name: 'Back',
          discount_type: 'percentage',
          cashback_amount: 75,
          discount_value: 10,
          max_discount_amount: 75,
        },
      ]);
      const raw = answer.breakup_values.raw;
      assert.deepEqual([raw.cashback_applied, raw.total], [75, 1000]);
      const flat = (await shop.cart(aCart([aLine(312)]))).cashback_promotion[0];
      assert.deepEqual([flat.discount_type, flat.discount_value, flat.max_discount_amount], ['amount', 20, 0]);
    });
  });
};
