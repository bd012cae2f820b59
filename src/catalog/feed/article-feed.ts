/** The feed of articles, and the fast one of their prices and stock. */
import { ArticleRow, InventoryRow } from '../../contract/catalog/catalog-feed-contract.ts';
import { readKnownStores } from '../../delivery/store-statements.ts';
import type { FeedContext, FeedKind, RowProblem } from '../../feeds/feed-kind.ts';
import { repeated } from '../../feeds/feed-run.ts';
import { articleDetails, articleProblem, eanOf, pricesOf } from './article-rules.ts';
import { articlesChange, articlesOfItemsChange } from '../article-statements.ts';
import { type ArticlePlace, articlePlaces, updateInventory, upsertArticle } from '../article-store.ts';
import { type PriceReach, priceReach } from './company-currencies.ts';
import { readPrices } from './price-rules.ts';
import type { Product } from '../product.ts';
import { readProducts } from '../product-store.ts';
import { readSellers } from '../seller-store.ts';

const unknown = (field: string, message: string): RowProblem => ({ field, message, code: 'reference_unknown' });

const itemProblem = (row: ArticleRow, product: Product | undefined): RowProblem | undefined => {
  if (product === undefined) return unknown('item_id', `There is no product ${row.item_id}. Feed it before.`);
  return product.sizes.some(({ value }) => value === row.size)
    ? undefined
    : unknown('size', `Product ${row.item_id} has no size ${row.size}.`);
};

/** Carts, orders and caches rely on it. */
const placeProblem = (row: ArticleRow, place: ArticlePlace | undefined, runId: string): RowProblem | undefined => {
  if (place === undefined) return undefined;
  if (place.feed_run === runId) return repeated;
  const moved = (['item_id', 'size', 'store_id'] as const).find((field) => place[field] !== row[field]);
  return moved === undefined
    ? undefined
    : { field: moved, message: `Article ${row.uid} is of ${moved} ${place[moved]}, which cannot change.` };
};

/** Taken all the same: catalogues are often fed before stores. Until then nobody goes from there, so carts cannot order it. */
const storeWarning = ({ store_id }: ArticleRow, stores: ReadonlySet<number>): RowProblem | undefined =>
  stores.has(store_id)
    ? undefined
    : {
        field: 'store_id',
        message: `There is no store ${store_id} yet. Until it is fed, this article cannot be delivered or picked up.`,
        isWarning: true,
      };

const check = async (
  rows: readonly ArticleRow[],
  { db, companyId, runId, at, fed }: FeedContext,
): Promise<readonly (RowProblem | undefined)[]> => {
  const itemIds = [...new Set(rows.map(({ item_id }) => item_id))];
  const products = new Map((await readProducts(db, companyId, itemIds)).map((product) => [product.uid, product]));
  const uids = rows.map(({ uid }) => uid);
  const places = await articlePlaces(db, companyId, uids, fed);
  const sellerIds = rows.map(({ seller_id }) => seller_id);
  const sellers = await readSellers(db, companyId, sellerIds);
  const stores = await readKnownStores(db, companyId, [...new Set(rows.map(({ store_id }) => store_id))]);
  const reach = await priceReach(db, companyId, at);
  return rows.map(
    (row) =>
      articleProblem(row) ??
      itemProblem(row, products.get(row.item_id)) ??
      (sellers.has(row.seller_id)
        ? undefined
        : unknown('seller_id', `There is no seller ${row.seller_id}. Feed it before.`)) ??
      placeProblem(row, places.get(row.uid), runId) ??
      reach(pricesOf(row.prices)) ??
      storeWarning(row, stores),
  );
};

export const articleFeed: FeedKind<ArticleRow> = {
  name: 'articles',
  summary: 'Feed articles',
  permission: 'company/products/write',
  schema: ArticleRow,
  key: ({ uid }) => uid,
  repeats: 'refused',
  check,
  statements: (row, { companyId, runId, at }) => [
    upsertArticle(
      companyId,
      {
        uid: row.uid,
        itemId: row.item_id,
        size: row.size,
        storeId: row.store_id,
        sellerId: row.seller_id,
        ean: eanOf(row),
        isActive: row.is_active ?? true,
        quantity: row.quantity,
        prices: pricesOf(row.prices),
        details: articleDetails(row),
      },
      runId,
      at,
    ),
  ],
  around: (rows, { companyId, fed }) =>
    articlesOfItemsChange(
      companyId,
      rows.map(({ item_id }) => item_id),
      fed,
    ),
};

const inventoryProblem = (row: InventoryRow, reach: PriceReach): RowProblem | undefined => {
  if (row.prices === undefined) {
    return row.quantity === undefined ? { field: 'quantity', message: 'Give quantity, prices or both.' } : undefined;
  }
  const read = readPrices(row.prices);
  return 'problem' in read ? read.problem : reach(read.prices);
};

/** A stream of changes: the same article may come again, and the newest row holds. */
export const inventoryFeed: FeedKind<InventoryRow> = {
  name: 'inventory',
  summary: 'Change prices and stock',
  permission: 'company/inventory/write',
  schema: InventoryRow,
  key: ({ uid }) => uid,
  repeats: 'newer',
  check: async (rows, { db, companyId, at, fed }) => {
    const uids = rows.map(({ uid }) => uid);
    const known = await articlePlaces(db, companyId, uids, fed);
    const reach = rows.some(({ prices }) => prices !== undefined)
      ? await priceReach(db, companyId, at)
      : () => undefined;
    return rows.map((row) =>
      known.has(row.uid) ? inventoryProblem(row, reach) : unknown('uid', `There is no article ${row.uid}.`),
    );
  },
  statements: ({ uid, quantity, prices }, { companyId, at }) => [
    updateInventory(companyId, uid, { quantity, prices: prices && pricesOf(prices) }, at),
  ],
  around: (rows, { companyId, fed }) =>
    articlesChange(
      companyId,
      rows.map(({ uid }) => uid),
      fed,
    ),
};
