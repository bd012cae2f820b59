/** Articles, in SQL. An article that is fed as it already is keeps its version. */
import type { All, Database, Keyed, Statement } from '../db/database.ts';
import type { Article, ArticleDetails, ArticlePrice } from './article.ts';
import { nextPriceEdge, pricesAt } from './price-times.ts';
import { askedKeys, plannedFor, valueList } from '../db/value-list.ts';

type ArticleRow = {
  readonly uid: string;
  readonly item_id: number;
  readonly size: string;
  readonly store_id: number;
  readonly seller_id: number;
  readonly ean: string | null;
  readonly is_active: number;
  readonly quantity: number;
  readonly version: number;
  readonly prices: string;
  readonly document: string;
};

export const readArticles = async (db: Database, companyId: number, uids: readonly string[]): All<Article> => {
  if (uids.length === 0) return [];
  const { places, values } = valueList(uids);
  const rows = await db.all<ArticleRow>(
    `select uid, item_id, size, store_id, seller_id, ean, is_active, quantity, version, prices, document
     from article where company_id = ? and uid in ${places}`,
    [companyId, ...values],
  );
  return rows.map((row) => ({
    ...(JSON.parse(row.document) as ArticleDetails),
    uid: row.uid,
    version: row.version,
    itemId: row.item_id,
    size: row.size,
    storeId: row.store_id,
    sellerId: row.seller_id,
    ean: row.ean,
    isActive: row.is_active === 1,
    quantity: row.quantity,
    prices: JSON.parse(row.prices) as readonly ArticlePrice[],
  }));
};

export type ArticleVersion = { readonly uid: string; readonly version: number };

export const readArticleVersions = (
  db: Database,
  companyId: number,
  itemIds: readonly number[],
): All<ArticleVersion> => {
  const { places, values } = valueList(itemIds);
  return db.all<ArticleVersion>(`select uid, version from article where company_id = ? and item_id in ${places}`, [
    companyId,
    ...values,
  ]);
};

export type ArticlePlace = {
  readonly uid: string;
  readonly item_id: number;
  readonly size: string;
  readonly store_id: number;
  /** The feed that wrote it last. */
  readonly feed_run: string;
};

/** Which item, size and store these articles are: fixed for as long as they live. */
export const articlePlaces = async (
  db: Database,
  companyId: number,
  uids: readonly string[],
  fed = 0,
): Keyed<string, ArticlePlace> => {
  if (uids.length === 0) return new Map();
  const { places, values } = askedKeys(companyId, uids);
  const rows = await db.all<ArticlePlace>(
    plannedFor(
      fed,
      `with ${places} select a.uid, a.item_id, a.size, a.store_id, a.feed_run
       from asked q cross join article a where a.company_id = q.company_id and a.uid = q.key`,
    ),
    values,
  );
  return new Map(rows.map((row) => [row.uid, row]));
};

export type EanPlace = { readonly ean: string; readonly item_id: number; readonly size: string };

/** Items and sizes with these EANs, as the product or one of its articles names them. */
export const eanPlaces = (db: Database, companyId: number, eans: readonly string[]): All<EanPlace> => {
  const { places, values } = valueList(eans);
  return db.all<EanPlace>(
    `select ean, item_id, size from product_ean where company_id = ? and ean in ${places}
     union select ean, item_id, size from article where company_id = ? and ean in ${places}`,
    [companyId, ...values, companyId, ...values],
  );
};

export type SkuPlace = Readonly<{ sku: string; item_id: number; size: string; seller_id: number }>;
const MOST_SKU_PLACES = 1_000;

/** Items and sizes that sellers have under these numbers of their own. */
export const skuPlaces = (db: Database, companyId: number, skus: readonly string[]): All<SkuPlace> => {
  const { places, values } = valueList(skus);
  return db.all<SkuPlace>(
    `select distinct seller_identifier as sku, item_id, size, seller_id from article
     where company_id = ? and seller_identifier in ${places} and is_active = 1
     order by seller_identifier, item_id, size, seller_id limit ?`,
    [companyId, ...values, MOST_SKU_PLACES],
  );
};

export type ArticleToWrite = Omit<Article, 'version' | 'prices' | keyof ArticleDetails> & {
  readonly prices: readonly [ArticlePrice, ...ArticlePrice[]];
  readonly details: ArticleDetails;
};

const same = `article.document = excluded.document and article.prices = excluded.prices
  and article.quantity = excluded.quantity and article.is_active = excluded.is_active
  and article.seller_id = excluded.seller_id`;
const UPSERT = `insert into article (company_id, uid, item_id, size, store_id, seller_id, ean, is_active,
    is_made_to_order, quantity, version, currency_code, effective, feed_run, modified_at, prices, document,
    seller_identifier, price_edge)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (company_id, uid) do update set seller_id = excluded.seller_id, ean = excluded.ean,
    is_active = excluded.is_active, is_made_to_order = excluded.is_made_to_order, quantity = excluded.quantity,
    currency_code = excluded.currency_code, effective = excluded.effective, price_edge = excluded.price_edge, feed_run = excluded.feed_run,
    prices = excluded.prices, document = excluded.document, seller_identifier = excluded.seller_identifier,
    version = article.version + case when ${same} then 0 else 1 end,
    modified_at = case when ${same} then article.modified_at else excluded.modified_at end`;

/** What lists go by: the base price that counts then, and when that has to be looked at again. */
const listedAt = (prices: ArticleToWrite['prices'], at: number) => {
  const { currency, effective } = pricesAt(prices, at)[0] ?? prices[0];
  return { currency, effective, edge: nextPriceEdge(prices, at) };
};

export const upsertArticle = (companyId: number, article: ArticleToWrite, runId: string, at: number): Statement => {
  const { details, prices } = article;
  const { currency, effective, edge } = listedAt(prices, at);
  return {
    sql: UPSERT,
    params: [
      companyId,
      article.uid,
      article.itemId,
      article.size,
      article.storeId,
      article.sellerId,
      article.ean,
      article.isActive ? 1 : 0,
      details.customOrder === null ? 0 : 1,
      article.quantity,
      currency,
      effective,
      runId,
      at,
      JSON.stringify(prices),
      JSON.stringify(details),
      details.sellerIdentifier,
      edge,
    ],
  };
};

/** Guard `article`: it is there. */
export const updateInventory = (
  companyId: number,
  uid: string,
  {
    quantity,
    prices,
  }: { readonly quantity?: number | undefined; readonly prices?: ArticleToWrite['prices'] | undefined },
  at: number,
): Statement => {
  const stock = quantity === undefined ? [] : [quantity];
  const listed = prices && listedAt(prices, at);
  const money = listed === undefined ? [] : [listed.currency, listed.effective, listed.edge, JSON.stringify(prices)];
  return {
    sql: `update article set ${stock.length > 0 ? 'quantity = ?, ' : ''}${
      money.length > 0 ? 'currency_code = ?, effective = ?, price_edge = ?, prices = ?, ' : ''
    }version = version + 1, modified_at = ? where company_id = ? and uid = ?`,
    params: [...stock, ...money, at, companyId, uid],
    guard: { name: 'article', rows: 1 },
  };
};

/** What was in stock stays, also below nothing. In the batch of a row that cannot say so. */
export const setQuantity = (companyId: number, uid: string, quantity: number): Statement => ({
  sql: 'update article set quantity = ? where company_id = ? and uid = ?',
  params: [quantity, companyId, uid],
});

const MOST_IN_STOCK = 2_147_483_647;

/** Guard `stock`: that many are there, and no more than can be counted. What is below nothing may rise in steps. */
export const changeQuantity = (companyId: number, uid: string, change: number, at: number): Statement => ({
  sql: `update article set quantity = quantity + ?, version = version + 1, modified_at = ?
        where company_id = ? and uid = ? and quantity <= ? and quantity >= ?`,
  // Nothing is taken that is not there; what comes may come to what is below nothing.
  params: [change, at, companyId, uid, MOST_IN_STOCK - change, change > 0 ? -Number.MAX_SAFE_INTEGER : -change],
  guard: { name: 'stock', rows: 1 },
});
