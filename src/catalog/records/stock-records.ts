/** Stock and prices of articles, as those see them who may change no more than that. */
import type { InventoryRow } from '../../contract/catalog/catalog-feed-contract.ts';
import type { RecordKind } from '../../feeds/record-kind.ts';
import type { ArticlePrice } from '../article.ts';
import { inventoryFeed } from '../feed/article-feed.ts';
import { articleConditions, articleFilters, articleKey } from './article-records.ts';
import { priceRow } from './record-rows.ts';

export const stockRecords: RecordKind<InventoryRow> = {
  feed: inventoryFeed,
  one: 'article',
  readPermission: 'company/inventory/read',
  table: 'article',
  key: [articleKey],
  columns: ['item_id', 'size', 'store_id', 'seller_id', 'is_active', 'quantity', 'prices'],
  rowOf: ({ is_active, prices, uid, item_id, size, store_id, seller_id, quantity }) => ({
    uid,
    item_id,
    size,
    store_id,
    seller_id,
    is_active: is_active === 1,
    quantity,
    prices: (JSON.parse(prices as string) as readonly ArticlePrice[]).map(priceRow),
  }),
  named: ([uid]) => ({ uid }),
  completed: (row) => row,
  filters: articleFilters,
  conditions: articleConditions,
};
