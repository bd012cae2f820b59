/** Articles and exchange rates, one by one. */
import { Type } from 'typebox';
import type { ArticleRow, ExchangeRateRow } from '../../contract/catalog/catalog-feed-contract.ts';
import { QueryBoolean } from '../../contract/primitives.ts';
import type { Row as StoredRow } from '../../db/database.ts';
import type { RecordKind } from '../../feeds/record-kind.ts';
import { isoTime } from '../../shared/clock.ts';
import { catalogChanged } from '../catalog-change-statements.ts';
import { articleDetails, pricesOf } from '../feed/article-rules.ts';
import { articleFeed } from '../feed/article-feed.ts';
import { exchangeRateFeed, rateOf } from '../feed/exchange-rate-feed.ts';
import type { ArticleDetails, ArticlePrice } from '../article.ts';
import { removeRate } from '../rate-store.ts';
import { setQuantity } from '../article-store.ts';
import { articleRow } from './record-rows.ts';
import { flagIs, numberIs, textIs } from './record-filters.ts';
import { decimalText } from '../../shared/money.ts';

const id = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description }));
const text = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** What articles can be listed by, as articles and as stock. */
export const articleFilters = {
  item_id: id('Of this product.'),
  store_id: id('At this store.'),
  seller_id: id('Of this seller.'),
  size: text('In this size.'),
  seller_identifier: text('With this number of the seller’s own.'),
  ean: text('With this EAN.'),
  is_active: QueryBoolean('Only what is sold, or only what is not.'),
  max_quantity: Type.Optional(Type.Integer({ description: 'Of which at most so many are in stock.' })),
};
export const articleConditions: RecordKind<ArticleRow>['conditions'] = (query) => [
  ...numberIs('item_id', query['item_id']),
  ...numberIs('store_id', query['store_id']),
  ...numberIs('seller_id', query['seller_id']),
  ...textIs('size', query['size']),
  ...textIs('seller_identifier', query['seller_identifier']),
  ...textIs('ean', query['ean']),
  ...flagIs('is_active', query['is_active']),
  ...numberIs('quantity', query['max_quantity'], '<='),
];

const rowOf = (stored: StoredRow): ArticleRow =>
  articleRow({
    uid: stored['uid'] as string,
    itemId: stored['item_id'] as number,
    size: stored['size'] as string,
    storeId: stored['store_id'] as number,
    sellerId: stored['seller_id'] as number,
    isActive: stored['is_active'] === 1,
    quantity: stored['quantity'] as number,
    prices: JSON.parse(stored['prices'] as string) as readonly ArticlePrice[],
    details: JSON.parse(stored['document'] as string) as ArticleDetails,
  });

export const articleKey = { name: 'uid', column: 'uid', schema: Type.String({ minLength: 1, maxLength: 100 }) };

export const articleRecords: RecordKind<ArticleRow> = {
  feed: articleFeed,
  one: 'article',
  readPermission: 'company/products/read',
  table: 'article',
  key: [articleKey],
  columns: ['item_id', 'size', 'store_id', 'seller_id', 'is_active', 'quantity', 'prices', 'document'],
  rowOf,
  named: ([uid]) => ({ uid }),
  completed: (row) =>
    articleRow({
      uid: row.uid,
      itemId: row.item_id,
      size: row.size,
      storeId: row.store_id,
      sellerId: row.seller_id,
      isActive: row.is_active ?? true,
      quantity: row.quantity,
      prices: pricesOf(row.prices),
      details: articleDetails(row),
    }),
  /** What is made to order may be below nothing in stock, which no row can say: it stays unless the change says otherwise. */
  beside: (row, change) => {
    const { uid, quantity } = row;
    const stays = quantity < 0 && !Object.hasOwn(change, 'quantity');
    return {
      row: stays ? { ...row, quantity: 0 } : row,
      statements: (companyId) => (stays ? [setQuantity(companyId, uid, quantity)] : []),
    };
  },
  filters: articleFilters,
  conditions: articleConditions,
};

const rateIdOf = (row: ExchangeRateRow): string => exchangeRateFeed.key(row);

export const rateRecords: RecordKind<ExchangeRateRow> = {
  feed: exchangeRateFeed,
  one: 'exchange rate',
  readPermission: 'company/products/read',
  table: 'exchange_rate',
  key: [
    {
      name: 'id',
      column: 'id',
      schema: Type.String({ maxLength: 40, description: 'Both currencies and valid_from in milliseconds: INR-USD-0.' }),
    },
  ],
  version: 'modified_at',
  columns: ['from_currency', 'to_currency', 'valid_from', 'rate_digits', 'rate_decimals'],
  rowOf: (stored) => ({
    from: stored['from_currency'],
    to: stored['to_currency'],
    rate: decimalText({ digits: stored['rate_digits'] as number, decimals: stored['rate_decimals'] as number }),
    valid_from: isoTime(stored['valid_from'] as number),
  }),
  named: () => ({}),
  completed: (row) => {
    const { from, to, digits, decimals, validFrom } = rateOf(row);
    return { from, to, rate: decimalText({ digits, decimals }), valid_from: isoTime(validFrom) };
  },
  filters: { from: text('From this currency.'), to: text('Into this currency.') },
  conditions: (query) => [...textIs('from_currency', query['from']), ...textIs('to_currency', query['to'])],
  removal: (companyId, row) => ({
    statements: [removeRate(companyId, rateIdOf(row)), catalogChanged(companyId, 'rate', rateIdOf(row))],
  }),
};
