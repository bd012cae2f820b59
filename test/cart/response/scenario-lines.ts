/** Lines: what the catalogue, the store and the request say about them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerShop } from './answer-shop.ts';
import { itemOf, only, onlyItem } from './answers.ts';
import { aCart, aLine } from './carts.ts';

export const lineScenarios = (given: () => AnswerShop): void => {
  describe('the product of a line', () => {
    test('comes whole from the catalogue, and without what the catalogue does not say', async () => {
      const shop = given();
      await shop.sell(100, [{ identifiers: { ean: '8900001000011' }, seller_identifier: 'LC-100', tags: ['fresh'] }], {
        type: 'bundle',
        is_set: true,
        images: [{ url: 'http://img.example/a.jpg', aspect_ratio: '4:5' }],
        teaser_tag: { tag: 'New' },
        _custom_json: { season: 'summer' },
      });
      await shop.sell(101, [{ variants: { color: 'red' }, meta: { shelf: 'A4' } }], {
        item_code: null,
        category_hierarchy: [],
        departments: [],
        tags: [],
        attributes: {},
        images: [],
        sizes: [{ value: 'M', display: 'Middle' }],
        brand: { uid: 8, name: 'Denim' },
      });
      const answer = await shop.cart(aCart([aLine(100), aLine(101)]));
      const [rich, plain] = [itemOf(answer, 100), itemOf(answer, 101)];
      assert.deepEqual(rich.product.images, [
        { url: 'http://img.example/a.jpg', secure_url: 'https://img.example/a.jpg', aspect_ratio: '4:5' },
      ]);
      assert.deepEqual(rich.product.action, {
        type: 'product',
        url: 'https://shop.example/product/product-100',
        query: { product_slug: ['product-100'] },
        page: { type: 'product', params: { slug: ['product-100'] } },
      });
      assert.deepEqual(rich.product.category_hierarchy, [
        { l1: { uid: 1, name: 'Fashion' }, l2: { uid: 11, name: 'Tops' }, l3: { uid: 111, name: 'Shirts' } },
      ]);
      assert.deepEqual([rich.product.l1_categories, rich.product.l2_categories], [[1], [11]]);
      assert.deepEqual([rich.product.l3_categories, rich.product.departments], [[111], [3]]);
      assert.deepEqual([rich.product.type, rich.product.is_set, rich.is_set], ['bundle', true, true]);
      assert.deepEqual([rich.product.teaser_tag, rich.product['_custom_json']], [{ tag: 'New' }, { season: 'summer' }]);
      assert.equal(rich.product.product_ean_id, rich.product_ean_id);
      const { tags, item_code, category_hierarchy, attributes, l1_categories, departments } = plain.product ?? {};
      assert.deepEqual(
        [tags, item_code, category_hierarchy, attributes, l1_categories, departments],
        Array(6).fill(null),
      );
      assert.deepEqual([plain.product_ean_id, plain.product.product_ean_id], ['', '']);
      assert.deepEqual([plain.article.variants, plain.article.meta], [{ color: 'red' }, { shelf: 'A4' }]);
      assert.deepEqual([rich.article.identifier, plain.article.identifier], [{ ean: '8900001000011' }, null]);
      assert.deepEqual([rich.article.seller_identifier, plain.article.seller_identifier], ['LC-100', null]);
    });

    test('stays on the cart when the catalogue has it no more, and says so', async () => {
      const answer = await given().cart(aCart([aLine(404)]));
      const item = onlyItem(answer);
      assert.deepEqual([item.product.uid, item.product.type], [404, null]);
      assert.deepEqual([item.message, item.availability.is_valid], ['This product is no longer sold', false]);
      assert.deepEqual([answer.error_code, answer.is_valid], ['item_not_found', false]);
    });
  });

  describe('the article of a line', () => {
    test('carries what was sent when it was added', async () => {
      const shop = given();
      await shop.sell(102, [{ quantity: 9 }]);
      const asked = {
        meta: { look: 1 },
        extraMeta: { from: 'pdp' },
        customJson: { engraving: 'A' },
        groupTags: ['gift-set'],
        display: 'Left shelf',
      };
      const answer = await shop.cart(aCart([aLine(102, 2, { asked })]));
      const { article } = onlyItem(answer);
      assert.deepEqual(article.cart_item_meta, { look: 1 });
      assert.deepEqual(article.extra_meta, { from: 'pdp', display: 'Left shelf' });
      assert.deepEqual([article['_custom_json'], article.product_group_tags], [{ engraving: 'A' }, ['gift-set']]);
      assert.deepEqual([article.quantity, onlyItem(answer).quantity], [9, 2]);
      assert.deepEqual(article.seller, { uid: 1, name: 'Loom & Co' });
      assert.deepEqual(article.store, { uid: 1, name: 'Fort', store_code: 'S1' });
    });

    test('is the one of the place asked, unless the shopper named one', async () => {
      const shop = given();
      await shop.sell(103, [{}, { store_id: 2, seller_id: 2 }]);
      const free = aCart([aLine(103)]);
      const named = aCart([aLine(103, 1, { asked: { articleId: '103_M_1' } })]);
      const ask = { areaCode: '560001' };
      assert.equal(onlyItem(await shop.cart(free, { ask: { areaCode: '400001' } })).article.uid, '103_M_1');
      assert.equal(onlyItem(await shop.cart(free, { ask })).article.uid, '103_M_2');
      const kept = onlyItem(await shop.cart(named, { ask }));
      assert.equal(kept.article.uid, '103_M_1');
      assert.deepEqual([kept.availability.deliverable, kept.message], [false, 'We are not delivering to 560001']);
      assert.equal(kept.seller_count, 2);
    });

    test('that is made to order needs no stock, and says how long it takes', async () => {
      const shop = given();
      await shop.sell(104, [
        {
          quantity: 2,
          custom_order: { is_custom_order: true, manufacturing_time: 4, manufacturing_time_unit: 'days' },
        },
      ]);
      await shop.sell(105, [
        {
          quantity: 0,
          custom_order: { is_custom_order: true, manufacturing_time: 6, manufacturing_time_unit: 'hours' },
        },
      ]);
      const answer = await shop.cart(aCart([aLine(104, 5), aLine(105)]), { ask: { areaCode: '400001' } });
      const item = itemOf(answer, 104);
      assert.deepEqual([item.article.mto_quantity, item.availability.is_valid], [3, true]);
      assert.deepEqual(item.custom_order, {
        is_custom_order: true,
        manufacturing_time: 4,
        manufacturing_time_unit: 'days',
      });
      assert.equal(itemOf(answer, 105).availability.out_of_stock, false);
      assert.equal(answer.is_valid, true);
    });
  });

  describe('the availability of a line', () => {
    test('tells stock here, stock elsewhere and the sizes there are', async () => {
      const shop = given();
      await shop.sell(106, [{ quantity: 3 }, { store_id: 2, seller_id: 2, quantity: 4 }, { size: 'L', quantity: 0 }]);
      const { availability } = onlyItem(await shop.cart(aCart([aLine(106, 2)])));
      assert.deepEqual([availability.sellable_quantity, availability.other_store_quantity], [3, 4]);
      assert.deepEqual(availability.available_sizes, [
        { display: 'Medium', value: 'M', is_available: true },
        { display: 'Large', value: 'L', is_available: false },
      ]);
      assert.deepEqual([availability.sizes, availability.is_valid], [['M', 'L'], true]);
    });

    test('is not valid beyond the stock that all lines share, nor outside the quantities sold', async () => {
      const shop = given();
      await shop.sell(107, [{ quantity: 5, moq: { minimum: 2, maximum: 4, increment_unit: 2 } }]);
      const asked = { articleId: '107_M_1' };
      const ofTwo = (a: number, b: number) =>
        aCart([
          aLine(107, a, { asked }),
          aLine(107, b, { asked: { ...asked, meta: { b } }, identifier: 'other-line'.padEnd(22, '0') }),
        ]);
      const messages = async (a: number, b: number) =>
        ((await shop.cart(ofTwo(a, b))).items ?? []).map(({ message }) => message);
      assert.deepEqual(await messages(2, 2), ['', '']);
      assert.deepEqual(await messages(4, 2), ['', 'Only 1 left in stock']);
      assert.deepEqual(await messages(1, 3), ['Order at least 2', 'Order in steps of 2 from 2']);
      await shop.stock('107_M_1', 9);
      assert.deepEqual(await messages(4, 2), ['', 'Order at most 4'], 'of all lines together');
      const moq = onlyItem(await shop.cart(aCart([aLine(107, 2)]))).moq;
      assert.deepEqual(moq, { minimum: 2, maximum: 4, increment_unit: 2 });
      await shop.stock('107_M_1', 0);
      const gone = onlyItem(await shop.cart(aCart([aLine(107, 2)])));
      assert.deepEqual([gone.availability.out_of_stock, gone.message], [true, 'Out of stock']);
    });
  });

  describe('gift wrapping', () => {
    test('is offered by article and configuration, and charged per unit when chosen', async () => {
      const shop = given();
      await shop.sell(108, [{ is_gift_visible: true, gift_price: 25 }]);
      await shop.sell(109, [{ is_gift_visible: true }]);
      await shop.configure({ gift_pricing: 40, gift_display_text: 'Wrapped by hand' });
      const giftDetails = { '108_M_1': { applied: true, message: 'For you' } };
      const answer = await shop.cart(aCart([aLine(108, 2), aLine(109)], { document: { giftDetails } }));
      const [wrapped, bare] = [itemOf(answer, 108), itemOf(answer, 109)];
      assert.deepEqual(wrapped.article.gift_card, {
        gift_price: 25,
        display_text: 'Wrapped by hand',
        gift_message: 'For you',
        is_gift_applied: true,
      });
      assert.equal(bare.article.gift_card.gift_price, 40);
      assert.deepEqual(wrapped.charges, [
        {
          amount: { value: 50, currency: 'INR' },
          name: 'Gift wrap',
          code: 'gift',
          type: 'gift_price',
          allow_refund: false,
          meta: { article_level_distribution: true },
        },
      ]);
      assert.equal(answer.breakup_values.raw.gift_card, 50);
      await shop.configure({ gift_pricing: 0, gift_display_text: '' });
      assert.equal(itemOf(await shop.cart(aCart([aLine(109)])), 109).article.is_gift_visible, false);
    });
  });

  describe('the promise of a line', () => {
    test('follows its journey, its order type and the hints of the call', async () => {
      const shop = given();
      await shop.sell(110, [{}]);
      const line = (journey: string | null) => aCart([aLine(110, 1, { asked: { journey } })]);
      const near = { areaCode: '400001' };
      const standard = onlyItem(await shop.cart(line(null), { ask: near }));
      const priority = onlyItem(await shop.cart(line('priority'), { ask: near }));
      assert.deepEqual(standard.delivery_promise.formatted, { min: '16 Nov, Monday', max: '18 Nov, Wednesday' });
      assert.deepEqual(priority.delivery_promise.formatted, { min: '15 Nov, Sunday', max: '16 Nov, Monday' });
      assert.deepEqual(
        standard.journey_wise_promise.map(({ journey }) => journey),
        ['standard', 'priority', 'rush'],
      );
      const rush = async (hints: object) =>
        only(
          onlyItem(await shop.cart(line('rush'), { ask: { ...near, hints } })).journey_wise_promise.filter(
            ({ journey }) => journey === 'rush',
          ),
        );
      const [own, hinted] = [await rush({}), await rush({ t1: 0, t2: '5', t3: 6, eta_mins: 12 })];
      assert.deepEqual(own.meta.dynamic_delivery.eta_mins, 80);
      assert.equal(own.delivery_promise.model_resp, false);
      assert.deepEqual(hinted.meta.dynamic_delivery, {
        t1: 0,
        t2: 5,
        t3: 6,
        eta_mins: 12,
        t1_ttl_min: 5,
        t2_ttl_min: 5,
        t3_ttl_min: 30,
        eta_min_ttl: 5,
      });
      assert.deepEqual([hinted.delivery_promise.eta_mins, hinted.delivery_promise.model_resp], [12, true]);
      const settings = { delivery_hint_ttl: { t1: 1, t2: 2, t3: 3, eta: 4 }, eta_limit: 10 };
      const own2 = onlyItem(await shop.cart(line('rush'), { ask: near, cartSettings: settings }));
      assert.equal(own2.journey_wise_promise[2]?.meta.dynamic_delivery.t1_ttl_min, 1);
      const picked = onlyItem(await shop.cart(line(null), { ask: { orderType: 'PickAtStore' } }));
      assert.equal(picked.fulfillment_mode, 'store_pickup');
      assert.deepEqual(
        standard.fulfillment_mode_info.map(({ slug }) => slug),
        ['home_delivery', 'store_pickup'],
      );
      assert.equal((await shop.cart(line(null))).delivery_promise.iso.min, null);
    });

    test('cannot be kept by a store that hands nothing over', async () => {
      const shop = given();
      await shop.sell(111, [{ store_id: 2 }]);
      const answer = await shop.cart(aCart([aLine(111, 1, { asked: { orderType: 'PickAtStore' } })]));
      assert.deepEqual([onlyItem(answer).availability.deliverable, answer.error_code], [false, 'pickup_not_offered']);
    });
  });

  describe('lines that belong together', () => {
    test('stand together, and name their parent in both places', async () => {
      const shop = given();
      for (const item of [112, 113, 114]) await shop.sell(item, [{}]);
      const [bundle, other] = [aLine(112), aLine(113)];
      const child = aLine(114, 1, { parent: bundle.identifier, autoAdded: true });
      const answer = await shop.cart(aCart([bundle, other, child]));
      assert.deepEqual(
        answer.items.map(({ key, res_item_index: at }) => [key, at]),
        [
          ['112_M', 0],
          ['114_M', 1],
          ['113_M', 2],
        ],
      );
      const item = itemOf(answer, 114);
      const parent = { identifier: bundle.identifier, parent_item_id: '112', parent_item_size: 'M' };
      assert.deepEqual([item.parent_item_identifiers, item.product.parent_item_identifiers], [parent, parent]);
      assert.deepEqual([item.auto_add_to_cart, item.allow_remove], [true, false]);
      assert.equal(itemOf(answer, 113).allow_remove, true);
    });
  });
};
