/** Offers from the side of the product: what an offer is for, what a product has, and what it costs by quantity. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openOfferShop } from './offer-shop.ts';
import { forEachEngine } from '../../databases.ts';

const detail = '/v1.0/detail?i=true&b=true';
type Shown = readonly Record<string, unknown>[];

forEachEngine(async (engine) => {
  const { server, ids } = await openOfferShop(engine);
  after(() => server.close());

  describe('products of an offer', () => {
    const productsOf = async (query: string) => {
      const { status, body } = await server.call('GET', `/v1.0/eligible-offer-products?${query}`);
      return { status, items: body['items'] as readonly { product_slug: string }[], page: body['page'] };
    };
    test('are those it takes something off', async () => {
      const { items } = await productsOf(`offer_id=${ids.shirts}`);
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
      assert.deepEqual(found.map(({ promotion_name }) => String(promotion_name)).toSorted(), [
        'Card',
        'Mug',
        'Rich',
        'Shirts',
      ]);
      const shirts = found.find(({ id }) => id === ids.shirts);
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
      const gift = found.find(({ id }) => id === ids.gift);
      const [mug] = (gift?.['free_gift_items'] ?? []) as Shown;
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
      const visitor = server.visitor();
      await visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 3 }] });
      const { body } = await visitor('GET', '/v1.0/available-payment-offers');
      const found = body['promotions'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        found.map(({ id, discount, payment_modes }) => [id, discount, payment_modes]),
        [[ids.card, 20, ['CARD']]],
      );
    });
  });

  describe('prices by quantity', () => {
    test('are the engine’s own for each band of the cheapest article', async () => {
      const { body } = await server.call('GET', '/v1.0/available-ladder-prices?slug=lamp');
      const [offer] = body['available_offers'] as readonly Record<string, unknown>[];
      assert.deepEqual(
        ((offer?.['offer_prices'] ?? []) as Shown).map(({ price, margin, min_quantity, max_quantity, type }) => [
          (price as { offer_price: number }).offer_price,
          margin,
          min_quantity,
          max_quantity,
          type,
        ]),
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
