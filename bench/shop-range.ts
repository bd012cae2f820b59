/**
 * What the shop of the benches sells: the demo's range several times over, as large as that of a shop which has ten thousand
 * open carts. A change of stock then touches the carts that hold the article, and not most of them.
 */
import type { ArticleRow, ProductRow } from '../src/contract/catalog/catalog-feed-contract.ts';
import { demoFeeds } from '../src/demo/demo-shop.ts';

export type Sold = Readonly<{ item_id: number; item_size: string; slug: string; price: number }>;
export type Range = {
  /** What the demo shop does not have yet. */
  readonly products: readonly ProductRow[];
  readonly articles: readonly ArticleRow[];
  /** One size of everything that can be put into a cart as it is. */
  readonly sold: readonly Sold[];
};

/** Between the numbers of a product and of its copy. */
const APART = 1_000_000;
const ENOUGH = 10;

const rowsOf = (kind: string): readonly unknown[] => demoFeeds().find((feed) => feed.kind === kind)?.rows ?? [];

const productCopy = (row: ProductRow, copy: number): ProductRow => ({
  ...row,
  uid: row.uid + copy * APART,
  slug: `${row.slug}-${copy}`,
  item_code: `${row.item_code}-${copy}`,
  sizes: row.sizes?.map(({ ean: _own, ...size }) => size),
});

const articleCopy = ({ identifiers: _own, ...row }: ArticleRow, copy: number): ArticleRow => ({
  ...row,
  uid: `${row.uid}-${copy}`,
  item_id: row.item_id + copy * APART,
  seller_identifier: `${row.seller_identifier}-${copy}`,
});

const soldOf = (products: readonly ProductRow[], articles: readonly ArticleRow[]): readonly Sold[] => {
  const stocked = articles.filter(({ quantity, custom_order: made, moq }) => quantity > ENOUGH && !made && !moq);
  const byItem = Map.groupBy(stocked, ({ item_id }) => item_id);
  return products.flatMap(({ uid, slug }) => {
    const [first] = byItem.get(uid) ?? [];
    const price = Number(first?.prices[0]?.effective ?? 0);
    return first === undefined ? [] : [{ item_id: uid, item_size: first.size, slug, price }];
  });
};

/** `times` the range of the demo shop, sets and bundles apart. */
export const shopRange = (times: number): Range => {
  const products = (rowsOf('products') as readonly ProductRow[]).filter(({ type }) => type === 'product');
  const numbers = new Set(products.map(({ uid }) => uid));
  const articles = (rowsOf('articles') as readonly ArticleRow[]).filter(({ item_id }) => numbers.has(item_id));
  const copies = Array.from({ length: times - 1 }, (_, at) => at + 1);
  const more = {
    products: copies.flatMap((copy) => products.map((row) => productCopy(row, copy))),
    articles: copies.flatMap((copy) => articles.map((row) => articleCopy(row, copy))),
  };
  return { ...more, sold: soldOf([...products, ...more.products], [...articles, ...more.articles]) };
};
