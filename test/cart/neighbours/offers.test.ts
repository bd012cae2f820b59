/** Offers beside a cart: what there is, what each does or misses, and what a product costs by quantity. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OfferListItem } from '../../../src/contract/cart-neighbour-offer-contract.ts';
import type { CartDetail } from '../../../src/contract/cart-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { type CartServer, freshKey, openCartServer, type Shopper } from '../cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const rupees = (marked: number, effective: number) => ({ prices: [{ currency_code: 'INR', marked, effective }] });
const tenPercent = (code: string, min: number, more: object = {}) => ({
  code,
  display_meta: { title: code, subtitle: `${code} for all`, description: 'Once' },
  rule_definition: { type: 'percentage', value_type: 'percentage', applicable_on: 'amount', calculate_on: 'esp' },
  rule: [{ key: 1, min, value: 10, max: 500 }],
  tags: ['spring'],
  ...more,
});

forEachEngine((engine) => {
  let server: CartServer;
  const ids: Record<string, string> = {};
  before(async () => {
    server = await openCartServer(engine);
    const { shop } = server;
    await shop.sell(1, [{ uid: 'a1', quantity: 100, ...rupees(120, 100) }], { slug: 'shirt' });
    await shop.sell(
      2,
      [
        { uid: 'a2', quantity: 100, ...rupees(1000, 1000) },
        { uid: 'b2', quantity: 5, seller_id: 2, store_id: 2, ...rupees(900, 900) },
      ],
      {
        slug: 'lamp',
      },
    );
    await shop.sell(3, [{ uid: 'a3', quantity: 10, ...rupees(50, 50) }], { slug: 'mug' });
    const percent = (discount_percentage: number) => [
      {
        buy_condition: '( rule#1 )',
        discount_type: 'percentage',
        item_criteria: { buy_rules: ['rule#1'] },
        offer: { discount_percentage },
      },
    ];
    ids['shirts'] = await shop.promotion({
      promotion_type: 'percentage',
      display_meta: { name: 'Shirts', offer_text: '5% off shirts', offer_label: '5%', description: 'All shirts' },
      buy_rules: { 'rule#1': { item_id: [1] } },
      discount_rules: percent(5),
      tags: ['summer'],
    });
    ids['rich'] = await shop.promotion({
      promotion_type: 'percentage',
      promo_group: 'cart',
      display_meta: { name: 'Rich', offer_text: '50% off from 5000' },
      buy_rules: { 'rule#1': { cart_total: { greater_than_equals: 5000 } } },
      discount_rules: percent(50).map((rule) => ({ ...rule, offer: { ...rule.offer, max_discount_amount: 300 } })),
    });
    ids['others'] = await shop.promotion({
      promotion_type: 'percentage',
      display_meta: { name: 'Others' },
      discount_rules: percent(90),
      restrictions: { user_id: ['somebody-else'] },
    });
    ids['card'] = await shop.promotion({
      promotion_type: 'amount',
      display_meta: { name: 'Card', offer_text: '20 off by card' },
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'amount',
          item_criteria: { buy_rules: ['rule#1'] },
          offer: { discount_amount: 20 },
        },
      ],
      restrictions: { payments: { CARD: { codes: ['HDFC'], networks: ['visa'] } } },
    });
    ids['gift'] = await shop.promotion({
      promotion_type: 'free_gift_items',
      promo_group: 'cart',
      display_meta: { name: 'Mug', offer_text: 'A mug from 4000' },
      buy_rules: { 'rule#1': { cart_total: { greater_than_equals: 4000 } } },
      discount_rules: [
        {
          buy_condition: '( rule#1 )',
          discount_type: 'free_gift_items',
          item_criteria: { item_id: [3] },
          offer: { max_offer_quantity: 1 },
        },
      ],
    });
    ids['ladder'] = await shop.promotion({
      promotion_type: 'ladder_price',
      promo_group: 'ladder_price',
      calculate_on: 'esp',
      display_meta: { name: 'Many lamps', offer_text: 'Lamps by the dozen' },
      buy_rules: { 'rule#1': { item_id: [2] } },
      discount_rules: [
        [2, 4, 5],
        [5, 0, 10],
      ].map(([least, most, discount_percentage]) => ({
        buy_condition: '( rule#1 )',
        discount_type: 'ladder_price',
        item_criteria: { buy_rules: ['rule#1'] },
        offer: { min_offer_quantity: least, max_offer_quantity: most, discount_percentage },
      })),
    });
    await shop.coupon(tenPercent('TEN', 0));
    await shop.coupon(tenPercent('MORE', 500));
    await shop.coupon(tenPercent('HIDDEN', 0, { state: { is_public: false, is_display: false } }));
  });
  after(() => server.close());

  const withShirt = async (quantity = 1): Promise<Shopper> => {
    const visitor = server.visitor();
    await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity }] });
    return visitor;
  };
  const offersOf = async (shopper: Shopper, query = ''): Promise<Readonly<Record<string, OfferListItem>>> => {
    const { status, body } = await shopper('GET', `/v1.0/offer?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    const offers = body['available_offers'] as readonly OfferListItem[];
    return Object.fromEntries(offers.map((offer) => [offer.name, offer]));
  };

  describe('the list of offers', () => {
    test('says what each does to the cart, and of the others what is missing', async () => {
      const offers = await offersOf(await withShirt(2));
      const told = Object.fromEntries(
        Object.entries(offers).map(([name, offer]) => [
          name,
          [offer.is_applied, offer.is_applicable, offer.applied_discount_amount, offer.reason],
        ]),
      );
      assert.deepEqual(told, {
        Shirts: [true, true, 10, null],
        TEN: [false, true, 19, null],
        Rich: [false, false, 0, 'condition'],
        Card: [false, false, 0, 'payment'],
        Mug: [false, false, 0, 'condition'],
        'Many lamps': [false, false, 0, 'no_item'],
        MORE: [false, false, 0, told['MORE']?.[3]],
      });
      assert.match(offers['Rich']?.message ?? '', /^Add ₹4,8\d\d\.00 more/);
      assert.deepEqual([offers['Rich']?.max_discount_value, offers['Card']?.is_bank_offer], [300, true]);
      assert.equal(offers['TEN']?.message, 'Coupon applied: ₹19.00 off');
    });

    test('can be narrowed to a kind, a type, or what has to do with a product', async () => {
      const visitor = await withShirt();
      assert.deepEqual(Object.keys(await offersOf(visitor, 'mode=coupon')).toSorted(), ['MORE', 'TEN']);
      assert.deepEqual(Object.keys(await offersOf(visitor, 'mode=promotion&type=amount')), ['Card']);
      const lamp = await offersOf(visitor, 'product_slug=lamp&mode=promotion');
      assert.deepEqual(Object.keys(lamp).toSorted(), ['Card', 'Many lamps', 'Mug', 'Rich']);
      assert.equal((await visitor('GET', '/v1.0/offer?product_slug=nothing')).status, 404);
    });

    test('shows nothing that is meant for others, and changes nothing', async () => {
      const visitor = await withShirt();
      assert.equal((await offersOf(visitor))['Others'], undefined);
      const named = await server.customer('somebody-else');
      await named('POST', detail, { items: [{ item_id: 1, item_size: 'M' }] });
      assert.equal((await offersOf(named))['Others']?.is_applied, true);
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"1\./);
    });
  });

  describe('an offer with a code', () => {
    test('is used and taken back like a coupon, once under one key', async () => {
      const visitor = await withShirt();
      const { body } = await visitor('GET', detail);
      const id = (body as unknown as CartDetail).id ?? '';
      const key = { 'idempotency-key': freshKey() };
      const applied = await visitor('POST', `/v1.0/offer?id=${id}`, { offer_code: 'ten' }, key);
      assert.deepEqual(
        [applied.status, applied.body['is_applied'], applied.body['applied_discount_amount']],
        [200, true, 9.5],
      );
      const again = await visitor('POST', `/v1.0/offer?id=${id}`, { offer_code: 'ten' }, key);
      assert.deepEqual([again.headers['idempotent-replayed'], again.body['is_applied']], ['true', true]);
      assert.match((await visitor('GET', detail)).headers['etag'] ?? '', /^"2\./);
      const removed = await visitor('DELETE', `/v1.0/offer?id=${id}`);
      assert.deepEqual([removed.body['code'], removed.body['is_applied']], ['ten', false]);
      const none = await visitor('DELETE', `/v1.0/offer?id=${id}`);
      assert.deepEqual([none.status, none.body.message], [200, 'No coupon is applied']);
    });

    test('that lacks something says what; an unknown one is not there', async () => {
      const visitor = await withShirt();
      const waiting = await visitor('POST', '/v1.0/offer', { offer_code: 'MORE' });
      assert.deepEqual([waiting.body['is_applied'], waiting.body['is_applicable']], [false, false]);
      assert.match(String(waiting.body.message), /^Add ₹/);
      const unknown = await visitor('POST', '/v1.0/offer', { offer_code: 'NOBODY' });
      assert.deepEqual([unknown.status, unknown.body.error_code], [404, 'coupon_not_found']);
    });

    test('in the list of coupons has its texts, its end and what the cart would cost', async () => {
      const visitor = await withShirt();
      const { body } = await visitor('GET', '/v1.0/coupon?product_slug=shirt');
      const coupons = body['available_coupon_list'] as readonly Record<string, unknown>[];
      const ten = coupons.find(({ coupon_code }) => coupon_code === 'TEN');
      assert.deepEqual(
        [
          ten?.['coupon_amount'],
          ten?.['rule'],
          ten?.['tags'],
          ten?.['offer_text'],
          ten?.['expires_on'],
          ten?.['is_bank_offer'],
        ],
        [9.5, [{ discounted_price: 85.5 }], ['spring'], 'TEN for all', '', false],
      );
      assert.equal(coupons.length, 2);
    });
  });

  describe('products of an offer', () => {
    const productsOf = async (query: string) => {
      const { status, body } = await server.call('GET', `/v1.0/eligible-offer-products?${query}`);
      return { status, items: body['items'] as readonly { product_slug: string }[], page: body['page'] };
    };
    test('are those it takes something off', async () => {
      const { items } = await productsOf(`offer_id=${ids['shirts']}`);
      assert.deepEqual(items, [{ product_slug: 'shirt', uid: 1 }]);
    });

    test('come in pages, and by a code as by an id', async () => {
      const first = await productsOf('offer_code=ten&page_size=2');
      assert.deepEqual(
        [first.items.map(({ product_slug }) => product_slug), first.page],
        [['shirt', 'lamp'], { current: 1, size: 2, has_previous: false, has_next: true }],
      );
      const second = await productsOf('offer_code=ten&page_size=2&page=2');
      assert.deepEqual(
        [second.items.map(({ product_slug }) => product_slug), second.page],
        [['mug'], { current: 2, size: 2, has_previous: true, has_next: false }],
      );
    });

    test('of no offer are none', async () => {
      assert.equal((await productsOf('offer_id=000000000000000000000000')).status, 404);
      assert.equal((await productsOf('')).status, 404);
    });
  });

  describe('promotions beside a product', () => {
    test('are those that have to do with it, with their rules, terms and gifts', async () => {
      const { body } = await server.call('GET', '/v1.0/available-promotions?slug=shirt');
      const found = body['available_promotions'] as readonly Record<string, unknown>[];
      assert.deepEqual(found.map(({ promotion_name }) => promotion_name).toSorted(), ['Card', 'Mug', 'Rich', 'Shirts']);
      const shirts = found.find(({ id }) => id === ids['shirts']);
      assert.deepEqual(
        [
          shirts?.['offer_text'],
          shirts?.['description'],
          shirts?.['buy_rules'],
          shirts?.['tags'],
          shirts?.['valid_till'],
        ],
        ['5% off shirts', 'All shirts', { 'rule#1': { item_id: [1] } }, ['summer'], null],
      );
      const gift = found.find(({ id }) => id === ids['gift']);
      const [mug] = gift?.['free_gift_items'] as readonly Record<string, unknown>[];
      assert.deepEqual([mug?.['item_slug'], mug?.['item_id'], mug?.['available_sizes']], ['mug', 3, ['M']]);
    });

    test('can be narrowed by group, type and number', async () => {
      const namesOf = async (query: string) => {
        const { body } = await server.call('GET', `/v1.0/available-promotions?${query}`);
        return (body['available_promotions'] as readonly { promotion_name: string }[]).map((one) => one.promotion_name);
      };
      assert.deepEqual((await namesOf('promotion_group=cart')).toSorted(), ['Mug', 'Rich']);
      assert.deepEqual(await namesOf('promotion_type=ladder_price'), ['Many lamps']);
      assert.equal((await namesOf('page_size=1')).length, 1);
    });
  });

  describe('promotions for a way of paying', () => {
    test('say what they would take off the cart, the best first', async () => {
      const visitor = await withShirt(3);
      const { body } = await visitor('GET', '/v1.0/available-payment-offers');
      const found = body['promotions'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        found.map(({ id, discount, payment_modes }) => [id, discount, payment_modes]),
        [[ids['card'], 20, ['CARD']]],
      );
    });
  });

  describe('prices by quantity', () => {
    test('are the engine’s own for each band of the cheapest article', async () => {
      const { body } = await server.call('GET', '/v1.0/available-ladder-prices?slug=lamp');
      const [offer] = body['available_offers'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        (offer?.['offer_prices'] as readonly Record<string, unknown>[]).map(
          ({ price, margin, min_quantity, max_quantity, type }) => [
            (price as { offer_price: number }).offer_price,
            margin,
            min_quantity,
            max_quantity,
            type,
          ],
        ),
        [
          [855, 5, 2, 4, 'percentage'],
          [810, 10, 5, 0, 'percentage'],
        ],
      );
      assert.deepEqual([body['currency'], body['store_id']], [{ code: 'INR', symbol: '₹' }, [1, 2]]);
      assert.equal((await server.call('GET', '/v1.0/available-ladder-prices')).status, 400);
      const none = await server.call('GET', '/v1.0/available-ladder-prices?slug=shirt');
      assert.deepEqual(none.body['available_offers'], []);
    });

    test('of each seller are what a cart with so many of his units costs', async () => {
      const { body } = await server.call('GET', '/v1.0/bulk-price?slug=lamp');
      const data = body['data'] as readonly {
        article_id: string;
        seller: { uid: number };
        offers: readonly Record<string, unknown>[];
      }[];
      const shown = data.map(({ article_id, seller, offers }) => [
        article_id,
        seller.uid,
        offers.map(({ quantity, total, best }) => [quantity, total, best]),
      ]);
      assert.deepEqual(
        shown.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        [
          [
            'a2',
            1,
            [
              [2, 1900, false],
              [5, 4500, true],
            ],
          ],
          [
            'b2',
            2,
            [
              [2, 1710, false],
              [5, 4050, true],
            ],
          ],
        ],
      );
      const visitor = server.visitor();
      const added = await visitor('POST', detail, {
        items: [{ article_id: 'b2', item_id: 2, item_size: 'M', quantity: 5 }],
      });
      assert.equal(added.body.cart.items?.[0]?.price?.converted?.effective, 4050);
      assert.equal((await server.call('GET', '/v1.0/bulk-price')).status, 400);
      const one = await server.call('GET', '/v1.0/bulk-price?article_id=b2');
      assert.deepEqual(
        (one.body['data'] as readonly { article_id: string }[]).map(({ article_id }) => article_id),
        ['b2'],
      );
    });
  });
});
