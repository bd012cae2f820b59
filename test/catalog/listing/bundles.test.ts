/** Lists regard what a bundle costs and whether it can be had as its page and the cart do: with the parts it brings. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { partEarlierBundles } from '../../../src/catalog/part-statements.ts';
import type { ProductList } from '../../../src/contract/catalog/catalog-contract.ts';
import { forEachEngine } from '../../databases.ts';
import { anArticle, aProduct, aSeller, openShop } from '../shop.ts';

type Part = {
  readonly item_id: number;
  readonly quantity: number;
  readonly size?: string;
  readonly auto_add?: boolean;
};
const brings = (...parts: readonly Part[]) => ({
  type: 'bundle' as const,
  children: parts.map((part) => ({ auto_add: true, ...part })),
});

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  const { db } = shop.node;
  await shop.feed('sellers', [aSeller]);
  const sizes = { sizes: ['M', 'L'].map((value) => ({ value, display: value })) };
  const bundles = [
    aProduct(11, { ...sizes, ...brings({ item_id: 1, quantity: 2 }) }),
    aProduct(12, {
      ...sizes,
      ...brings({ item_id: 1, size: 'M', quantity: 1 }, { item_id: 2, size: 'M', quantity: 3 }),
    }),
    aProduct(13, { ...sizes, ...brings({ item_id: 2, size: 'M', quantity: 1, auto_add: false }) }),
    aProduct(14, { ...sizes, ...brings({ item_id: 3, size: 'M', quantity: 1 }) }),
    aProduct(15, {
      ...sizes,
      ...brings({ item_id: 4, size: 'L', quantity: 1 }, { item_id: 1, size: 'L', quantity: 1 }),
    }),
  ];
  await shop.feed('products', [
    aProduct(1, sizes),
    aProduct(2, sizes),
    aProduct(3, sizes),
    aProduct(4, sizes),
    ...bundles,
  ]);
  const inr = (effective: number) => ({ prices: [{ currency_code: 'INR', marked: 9000, effective }] });
  const made = { is_custom_order: true, manufacturing_time: 3, manufacturing_time_unit: 'days' } as const;
  await shop.feed('articles', [
    anArticle(1, { ...inr(300), quantity: 5 }),
    anArticle(1, { ...inr(200), quantity: 1, size: 'L' }),
    anArticle(2, { ...inr(50), quantity: 2 }),
    anArticle(3, { ...inr(40), quantity: 9 }),
    anArticle(4, { ...inr(70), quantity: 0, size: 'L', custom_order: made }),
    ...[11, 12, 13, 14, 15].flatMap((uid) => [
      anArticle(uid, { ...inr(uid), quantity: 3 }),
      anArticle(uid, { ...inr(uid + 1), quantity: uid % 2, size: 'L' }),
    ]),
  ]);
  const list = async (query: string): Promise<ProductList> => {
    const answer = await shop.ask(`/products?page_size=100&${query}`);
    assert.equal(answer.statusCode, 200, answer.payload);
    return answer.json<ProductList>();
  };
  const uids = async (query: string): Promise<readonly number[]> => (await list(query)).items.map(({ uid }) => uid);
  const priceOf = ({ price }: ProductList['items'][number]): number => price?.effective.min ?? 0;

  /** What lists say follows from what each product says of itself. */
  const agree = async (): Promise<void> => {
    const { items } = await list('');
    const inOrder = (way: 1 | -1) =>
      items.toSorted((a, b) => way * (priceOf(a) - priceOf(b)) || a.uid - b.uid).map(({ uid }) => uid);
    assert.deepEqual(await uids('sort=price_asc'), inOrder(1));
    assert.deepEqual(await uids('sort=price_desc'), inOrder(-1));
    const had = items.filter(({ sellable }) => sellable).map(({ uid }) => uid);
    assert.deepEqual(await uids('in_stock=true'), had);
    const between = (least: number, most: number) =>
      items.filter((item) => priceOf(item) >= least && priceOf(item) <= most).map(({ uid }) => uid);
    assert.deepEqual(await uids('min_price=100&max_price=420'), between(100, 420));
    const { filters = [] } = await list('filters=true&min_price=100&max_price=420');
    const of = (name: string) => filters.find(({ key }) => key.name === name)?.values[0];
    assert.equal(of('brand')?.count, between(100, 420).length);
    const prices = items.map(priceOf);
    assert.deepEqual([of('min_price')?.min, of('min_price')?.max], [Math.min(...prices), Math.max(...prices)]);
    const within = items.filter((item) => between(100, 420).includes(item.uid) && item.sellable);
    assert.equal(of('in_stock')?.count, within.length);
  };

  test('with the parts as they are, whatever becomes of their stock, price and shelf life', async () => {
    await agree();
    assert.deepEqual((await list('sort=price_asc')).items.map(priceOf).slice(0, 3), [13, 40, 50]);
    for (const rows of [
      [{ uid: '2_M_1', quantity: 3 }],
      [{ uid: '1_M_1', quantity: 1 }],
      [
        { uid: '1_M_1', quantity: 0 },
        { uid: '1_L_1', quantity: 0 },
      ],
      [
        { uid: '3_M_1', quantity: 0 },
        { uid: '1_L_1', quantity: 4 },
      ],
    ]) {
      await shop.feed('inventory', rows);
      await agree();
    }
    await shop.feed('products', [aProduct(3, { ...sizes, is_active: false })]);
    await agree();
    await shop.feed('products', [
      aProduct(14, { ...sizes, ...brings({ item_id: 2, size: 'M', quantity: 2 }) }),
      aProduct(3, sizes),
    ]);
    await agree();
  });

  test('also of bundles that were fed before their parts were kept', async () => {
    await db.commit([{ sql: 'delete from product_part' }, { sql: 'update product_child set parted = 0' }]);
    assert.equal(await partEarlierBundles(db), 5);
    assert.equal(await partEarlierBundles(db), 0);
    await agree();
  });
});
