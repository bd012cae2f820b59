/** Rows that a catalogue cannot take: each is refused with its field and a code for programs. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller, openShop } from './shop.ts';

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  await shop.feed('sellers', [aSeller]);

  const refusal = async (kind: string, row: unknown): Promise<string> => {
    const { rows } = await shop.feed(kind, [row]);
    const { success, field, error_code } = rows[0] ?? {};
    return success === true ? 'accepted' : `${field} ${error_code}`;
  };

  describe('a row is refused with its field', () => {
    before(async () => {
      await shop.feed('products', [aProduct(201), aProduct(202)]);
      await shop.feed('articles', [anArticle(202)]);
    });
    const price = (change: object) => [{ currency_code: 'INR', marked: 100, effective: 90, ...change }];
    const cases: readonly (readonly [string, string, () => unknown, string])[] = [
      [
        'an unknown currency',
        'articles',
        () => anArticle(201, { prices: price({ currency_code: 'XYZ' }) }),
        'prices[0].currency_code currency_unknown',
      ],
      [
        'a negative price',
        'articles',
        () => anArticle(201, { prices: price({ effective: -1 }) }),
        'prices[0].effective row_invalid',
      ],
      [
        'a floor of half a paisa',
        'articles',
        () => anArticle(201, { floor_price: '90.125' }),
        'floor_price row_invalid',
      ],
      [
        'half a paisa',
        'articles',
        () => anArticle(201, { prices: price({ effective: 90.125 }) }),
        'prices[0].effective row_invalid',
      ],
      [
        'a price above the marked one',
        'articles',
        () => anArticle(201, { prices: price({ effective: 101 }) }),
        'prices[0].effective row_invalid',
      ],
      ['no price', 'articles', () => anArticle(201, { prices: [] }), 'prices row_invalid'],
      [
        'a base price in a list',
        'articles',
        () => anArticle(201, { prices: price({ price_list: 'gold' }) }),
        'prices[0].price_list row_invalid',
      ],
      [
        'the same price list twice',
        'articles',
        () => anArticle(201, { prices: [...price({}), ...price({})] }),
        'prices[1] row_invalid',
      ],
      [
        'a currency without a rate',
        'articles',
        () => anArticle(201, { prices: price({ currency_code: 'JPY' }) }),
        'prices rate_missing',
      ],
      [
        'a weight that nothing has',
        'articles',
        () => anArticle(201, { meta: { weight: { shipping: 1e306, unit: 'kg' } } }),
        'meta.weight.shipping row_invalid',
      ],
      [
        'a side that nothing has',
        'articles',
        () => anArticle(201, { meta: { dimension: { length: 1, width: 1, height: 1e200 } } }),
        'meta.dimension.height row_invalid',
      ],
      [
        'a price from a year that never comes',
        'articles',
        () => anArticle(201, { prices: [...price({}), ...price({ valid_from: '+275760-01-01T00:00:00Z' })] }),
        'prices[1].valid_from row_invalid',
      ],
      ['a missing GST rate', 'articles', () => ({ ...anArticle(201), gst_rate: undefined }), 'gst_rate row_invalid'],
      ['a GST rate above all', 'articles', () => anArticle(201, { gst_rate: 101 }), 'gst_rate row_invalid'],
      ['a GST rate too fine', 'articles', () => anArticle(201, { gst_rate: 5.125 }), 'gst_rate row_invalid'],
      [
        'a minimum above the maximum',
        'articles',
        () => anArticle(201, { moq: { minimum: 5, maximum: 4 } }),
        'moq.minimum row_invalid',
      ],
      [
        'made to order without a time',
        'articles',
        () => anArticle(201, { custom_order: { is_custom_order: true } }),
        'custom_order.manufacturing_time row_invalid',
      ],
      ['an unknown product', 'articles', () => anArticle(999_999), 'item_id reference_unknown'],
      ['an unknown size', 'articles', () => anArticle(201, { size: 'XXL' }), 'size reference_unknown'],
      ['an unknown seller', 'articles', () => anArticle(201, { seller_id: 99 }), 'seller_id reference_unknown'],
      ['an article that moves', 'articles', () => anArticle(201, { uid: '202_M_1' }), 'item_id row_invalid'],
      ['negative stock', 'articles', () => anArticle(201, { quantity: -1 }), 'quantity row_invalid'],
      [
        'a size without a label',
        'products',
        () => aProduct(203, { sizes: [{ value: 'M' } as never] }),
        'sizes[0].display row_invalid',
      ],
      [
        'a size twice',
        'products',
        () =>
          aProduct(203, {
            sizes: [
              { value: 'M', display: 'M' },
              { value: 'M', display: 'm' },
            ],
          }),
        'sizes[1].value row_invalid',
      ],
      [
        'a bundle of itself',
        'products',
        () => aProduct(203, { type: 'bundle', children: [{ item_id: 203, quantity: 1 }] }),
        'children[0].item_id row_invalid',
      ],
      [
        'a bundle of something unknown',
        'products',
        () => aProduct(203, { type: 'bundle', children: [{ item_id: 888_888, quantity: 1 }] }),
        'children[0].item_id reference_unknown',
      ],
      [
        'children of a plain product',
        'products',
        () => aProduct(203, { children: [{ item_id: 201, quantity: 1 }] }),
        'children row_invalid',
      ],
      ['the slug of another product', 'products', () => aProduct(203, { slug: 'product-201' }), 'slug name_taken'],
      ['a rate that is missing', 'exchange-rates', () => ({ from: 'INR', to: 'USD' }), 'rate row_invalid'],
      ['a rate of nothing', 'exchange-rates', () => ({ from: 'INR', to: 'USD', rate: 0 }), 'rate row_invalid'],
      [
        'a rate of an unknown currency',
        'exchange-rates',
        () => ({ from: 'INR', to: 'QQQ', rate: 2 }),
        'to currency_unknown',
      ],
      [
        'an inventory change of an unknown article',
        'inventory',
        () => ({ uid: 'nobody', quantity: 1 }),
        'uid reference_unknown',
      ],
      ['an inventory change of nothing', 'inventory', () => ({ uid: '202_M_1' }), 'quantity row_invalid'],
      ['something that is no object', 'products', () => 5, ' row_invalid'],
    ];
    for (const [name, kind, row, expected] of cases) {
      test(name, async () => assert.equal(await refusal(kind, row()), expected));
    }

    test('a family in a circle, also when both sides come in one feed', async () => {
      await shop.feed('products', [aProduct(210), aProduct(211), aProduct(212)]);
      const bundle = (uid: number, child: number) =>
        aProduct(uid, { type: 'bundle', children: [{ item_id: child, quantity: 1, auto_add: true }] });
      const report = await shop.feed('products', [bundle(210, 211), bundle(211, 212), bundle(212, 210)]);
      assert.deepEqual(
        report.rows.map(({ success }) => success),
        [true, true, false],
      );
      assert.equal(await refusal('products', bundle(212, 211)), 'children[0].item_id row_invalid');
    });

    test('of a row that is as long as one may be few signs are told: ten thousand of them are kept for a report', async () => {
      const long = 'x'.repeat(100_000);
      const { rows } = await shop.feed('articles', [
        anArticle(201, { uid: long }),
        { ...anArticle(201), meta: { [long]: '\u0000' } },
        { ...anArticle(201), [long]: 1 },
      ]);
      assert.deepEqual(
        rows.map(({ success }) => success),
        [false, false, false],
      );
      for (const { key, field, message } of rows) {
        assert.ok((key ?? '').length <= 256 && (field ?? '').length <= 256 && message.length <= 1_000);
      }
    });

    test('two products that want one slug: the later one', async () => {
      const report = await shop.feed('products', [aProduct(220, { slug: 'same' }), aProduct(221, { slug: 'same' })]);
      assert.deepEqual(
        report.rows.map(({ success, field }) => [success, field]),
        [
          [true, null],
          [false, 'slug'],
        ],
      );
    });
  });
});
