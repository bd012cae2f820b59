/** What a storefront finds: search, filters, pages, currencies, and answers that need not be sent again. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import {
  type ProductDetail,
  type ProductList,
  ProductDetail as DetailSchema,
  ProductList as ListSchema,
} from '../../src/contract/catalog/catalog-contract.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller, openShop } from './shop.ts';

const listSchema = Compile(ListSchema);
const detailSchema = Compile(DetailSchema);

forEachEngine(async (engine) => {
  const shoe = { l1: { uid: 1, name: 'Fashion' }, l2: { uid: 12, name: 'Shoes' }, l3: { uid: 121, name: 'Sneakers' } };
  const shop = await openShop(engine);
  after(() => shop.close());
  await shop.feed('sellers', [aSeller, { uid: 2, name: 'Second' }]);
  await shop.feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.0125' }]);
  await shop.feed('products', [
    aProduct(1, { name: 'Blue linen shirt' }),
    aProduct(2, {
      name: 'Crème trainers',
      category_hierarchy: [shoe],
      brand: { uid: 8, name: 'Volta' },
      tags: ['sale'],
    }),
    aProduct(3, { name: 'Green linen shirt', departments: [{ uid: 4, name: 'Women' }] }),
    aProduct(4, { name: 'Hidden shirt', is_active: false }),
    aProduct(5, { name: 'Unpriced shirt' }),
    aProduct(6, {
      name: 'Summer box',
      type: 'bundle',
      children: [
        { item_id: 1, size: 'M', quantity: 2, auto_add: true },
        { item_id: 2, quantity: 1 },
      ],
    }),
  ]);
  const inr = (marked: number, effective: number) => ({ prices: [{ currency_code: 'INR', marked, effective }] });
  await shop.feed('articles', [
    anArticle(1, { ...inr(2000, 1500), quantity: 0 }),
    anArticle(1, { ...inr(2000, 1600), size: 'L', quantity: 3 }),
    anArticle(1, { ...inr(2000, 1800), size: 'L', store_id: 2, seller_id: 2, quantity: 4 }),
    anArticle(2, {
      prices: [
        { currency_code: 'INR', marked: '4000.00', effective: '4000.00' },
        { currency_code: 'USD', marked: 60, effective: 45.5 },
      ],
      quantity: 0,
      custom_order: { is_custom_order: true, manufacturing_time: 3, manufacturing_time_unit: 'days' },
    }),
    anArticle(3, { ...inr(1000, 700), quantity: 0 }),
    anArticle(4, inr(10, 10)),
    anArticle(6, inr(5000, 4999)),
  ]);
  const { applicationId, companyId } = shop;
  await shop.owner({
    method: 'PATCH',
    url: `/service/platform/configuration/v1.0/company/${companyId}/application/${applicationId}`,
    payload: { currencies: ['USD', 'EUR'] },
  });

  const list = async (query: string, headers?: Record<string, string>): Promise<ProductList> => {
    const answer = await shop.ask(`/products${query}`, headers);
    assert.equal(answer.statusCode, 200, answer.payload);
    const value = answer.json<ProductList>();
    assert.deepEqual(listSchema.Errors(value), []);
    return value;
  };
  const uids = async (query: string): Promise<readonly number[]> => (await list(query)).items.map(({ uid }) => uid);

  describe('the list of products', () => {
    const cases: readonly (readonly [string, string, readonly number[]])[] = [
      ['shows what is sold, newest number first', '', [6, 3, 2, 1]],
      ['finds words wherever they stand and however they begin', '?q=LIN%20shi', [3, 1]],
      ['finds accents without accents', '?q=creme', [2]],
      ['finds a brand and an item code', '?q=volta', [2]],
      ['wants every word', '?q=linen%20volta', []],
      ['takes signs for nothing', '?q=%20--%20', [6, 3, 2, 1]],
      ['filters by brand', '?brand=8', [2]],
      ['takes any of several brands', '?brand=8&brand=7', [6, 3, 2, 1]],
      ['filters by category of any level', '?category=12', [2]],
      ['filters by third level', '?l3_category=111', [6, 3, 1]],
      ['filters by department', '?department=4', [3]],
      ['filters by tag', '?tag=sale', [2]],
      ['joins filters', '?brand=7&department=4', [3]],
      ['shows what can be had', '?in_stock=true', [2, 1]],
      ['keeps to a price range', '?min_price=700&max_price=1500', [3, 1]],
      ['sorts by price', '?sort=price_asc', [3, 1, 2, 6]],
      ['sorts by price downwards', '?sort=price_desc', [6, 2, 1, 3]],
      ['sorts by name', '?sort=name', [1, 2, 3, 6]],
      ['finds EANs', '?product_ean_id=8900000000011&product_ean_id=8900000000031,404', [3, 1]],
      ['finds nothing for an EAN nobody has', '?product_ean_id=404', []],
    ];
    for (const [name, query, expected] of cases) {
      test(name, async () => assert.deepEqual(await uids(query), expected));
    }

    test('shows prices from the lowest to the highest, and which sizes can be had', async () => {
      const { items } = await list('?q=blue');
      const inr = { currency_code: 'INR', currency_symbol: '₹' };
      assert.deepEqual(items[0]?.price, {
        effective: { min: 1500, max: 1800, ...inr },
        marked: { min: 2000, max: 2000, ...inr },
      });
      assert.deepEqual(items[0]?.sizes, [
        { value: 'M', display: 'Medium', is_available: false },
        { value: 'L', display: 'Large', is_available: true },
      ]);
      assert.deepEqual([items[0]?.discount, items[0]?.sellable], ['25% OFF', true]);
    });

    test('pages by number and by token, and a token is good for its own list only', async () => {
      const first = await list('?page_size=3&sort=name');
      assert.deepEqual(first.page, {
        ...first.page,
        type: 'number',
        current: 1,
        size: 3,
        limit: 100,
        item_count: 3,
        item_total: 3,
        total: 4,
        has_previous: false,
        has_next: true,
      });
      assert.equal(first.page.next, first.page.next_id);
      const second = await list(`?page_size=3&sort=name&page_id=${first.page.next_id}`);
      assert.deepEqual(
        [second.items.map(({ uid }) => uid), second.page.type, second.page.current, second.page.next],
        [[6], 'cursor', 2, null],
      );
      assert.deepEqual((await list('?page_no=9')).items, []);
      for (const query of [
        `?page_size=3&sort=latest&page_id=${first.page.next_id}`,
        '?page_no=0',
        '?page_size=101',
        '?page_id=abc',
      ]) {
        const answer = await shop.ask(`/products${query}`);
        assert.deepEqual(
          [answer.statusCode, answer.json<{ error_code: string }>().error_code],
          [400, 'page_invalid'],
          query,
        );
      }
    });

    test('refuses 51 different EANs and takes 50', async () => {
      const eans = Array.from({ length: 51 }, (_, n) => String(8_900_000_000_000 + n));
      const asked = (some: readonly string[]) => shop.ask(`/products?product_ean_id=${some.join(',')}`);
      const refused = await asked(eans);
      assert.deepEqual([refused.statusCode, refused.json<{ error_code: string }>().error_code], [400, 'too_many_eans']);
      assert.equal((await asked([...eans.slice(0, 50), ...eans.slice(0, 50)])).statusCode, 200);
    });

    test('speaks the currency asked for: own prices first, converted ones else', async () => {
      const { items } = await list('?sort=price_asc', { 'x-currency-code': 'USD' });
      const effective = (uid: number) => items.find((item) => item.uid === uid)?.price?.effective;
      assert.deepEqual(effective(1), { min: 18.75, max: 22.5, currency_code: 'USD', currency_symbol: '$' });
      assert.equal(effective(2)?.min, 45.5);
      for (const currency of ['EUR', 'GBP', 'nonsense']) {
        const other = await list('?q=blue', { 'x-currency-code': currency });
        assert.equal(other.items[0]?.price?.effective.currency_code, 'INR', currency);
      }
      const cheap = await list('?max_price=9', { 'x-currency-code': 'USD' });
      assert.deepEqual(
        cheap.items.map(({ uid }) => uid),
        [3],
      );
    });

    test('is not sent again until something changes, and then at once', async () => {
      const url = '/products?q=green';
      const first = await shop.ask(url);
      const etag = String(first.headers.etag);
      const again = await shop.ask(url, { 'if-none-match': etag });
      assert.deepEqual([again.statusCode, again.payload], [304, '']);
      assert.equal((await shop.ask(url, { 'if-none-match': etag, 'x-currency-code': 'USD' })).statusCode, 200);
      await shop.feed('inventory', [
        { uid: '3_M_1', quantity: 9, prices: [{ currency_code: 'INR', marked: 900, effective: 650 }] },
      ]);
      const changed = await shop.ask(url, { 'if-none-match': etag });
      assert.equal(changed.statusCode, 200);
      const [item] = changed.json<ProductList>().items;
      assert.deepEqual([item?.price?.effective.min, item?.sizes[0]?.is_available], [650, true]);
      assert.deepEqual(await uids('?in_stock=true&department=4'), [3]);
      await shop.feed('inventory', [{ uid: '3_M_1', quantity: 0 }]);
      assert.deepEqual(await uids('?in_stock=true&department=4'), []);
    });

    test('loses a product whose last article is gone', async () => {
      await shop.feed('products', [aProduct(30, { name: 'Ephemeral' })]);
      await shop.feed('articles', [anArticle(30)]);
      assert.deepEqual(await uids('?q=ephemeral'), [30]);
      await shop.feed('articles', [anArticle(30, { is_active: false })]);
      assert.deepEqual(await uids('?q=ephemeral'), []);
    });

    test('is a company’s own', async () => {
      const other = await newShop(shop.node);
      const token = Buffer.from(`${other.applicationId}:${other.applicationToken}`).toString('base64');
      const answer = await shop.ask('/products', { authorization: `Bearer ${token}` });
      assert.deepEqual(answer.json<ProductList>().items, []);
      const detail = await shop.ask('/products/product-1', { authorization: `Bearer ${token}` });
      assert.equal(detail.statusCode, 404);
      assert.equal((await shop.app.inject('/service/application/catalog/v1.0/products')).statusCode, 401);
    });
  });

  describe('one product', () => {
    const detail = async (slug: string): Promise<ProductDetail> => {
      const value = (await shop.ask(`/products/${slug}`)).json<ProductDetail>();
      assert.deepEqual(detailSchema.Errors(value), []);
      return value;
    };

    test('shows who has which size where', async () => {
      const { sizes, attributes, category_hierarchy } = await detail('product-1');
      assert.deepEqual([attributes, category_hierarchy.length], [{ Material: 'Linen' }, 1]);
      const [medium, large] = sizes;
      assert.deepEqual([medium?.product_ean_id, medium?.is_available], ['8900000000011', false]);
      assert.deepEqual([large?.quantity, large?.seller_count], [7, 2]);
      assert.deepEqual(
        large?.articles.map(({ article_id, seller, store }) => [article_id, seller.name, store.uid]),
        [
          ['1_L_1', 'Loom & Co', 1],
          ['1_L_2', 'Second', 2],
        ],
      );
    });

    test('that is made to order can be had without stock', async () => {
      const { sizes } = await detail('product-2');
      assert.deepEqual([sizes[0]?.is_available, sizes[0]?.articles[0]?.made_to_order], [true, true]);
    });

    test('that is a bundle costs what the cart will cost: the box and all parts that come along', async () => {
      const box = await detail('product-6');
      assert.deepEqual([box.price?.effective.min, box.price?.marked.min], [4999 + 2 * 1500, 5000 + 2 * 2000]);
      assert.deepEqual([box.parts_price?.effective, box.parts_price?.marked], [3000, 4000]);
      assert.equal(box.discount, '11% OFF');
      const listed = (await list('?q=summer')).items[0];
      assert.deepEqual([listed?.price, listed?.parts_price], [box.price, box.parts_price]);
      assert.equal((await detail('product-1')).parts_price, null);
    });

    test('that is a bundle can be had when all parts that come along can', async () => {
      const seen = async () => {
        const box = await detail('product-6');
        const listed = (await list('?q=summer')).items[0];
        return [box.sellable, box.sizes[0]?.is_available, listed?.sellable, listed?.sizes[0]?.is_available];
      };
      assert.deepEqual(await seen(), [false, false, false, false]);
      await shop.feed('inventory', [{ uid: '1_M_1', quantity: 1 }]);
      assert.deepEqual(await seen(), [false, false, false, false]);
      await shop.feed('inventory', [{ uid: '1_M_1', quantity: 8 }]);
      assert.deepEqual(await seen(), [true, true, true, true]);
      assert.equal((await detail('product-6')).sizes[0]?.quantity, 4);
      await shop.feed('inventory', [{ uid: '1_M_1', quantity: 0 }]);
    });

    test('that is a bundle shows what is in it', async () => {
      assert.deepEqual((await detail('product-6')).children, [
        {
          item_id: 1,
          slug: 'product-1',
          name: 'Blue linen shirt',
          size: 'M',
          quantity: 2,
          auto_add: true,
          is_available: false,
        },
        {
          item_id: 2,
          slug: 'product-2',
          name: 'Crème trainers',
          size: null,
          quantity: 1,
          auto_add: false,
          is_available: true,
        },
      ]);
    });

    test('is not found when it is not sold, or not there', async () => {
      for (const slug of ['product-4', 'nothing']) assert.equal((await shop.ask(`/products/${slug}`)).statusCode, 404);
    });
  });
});
