/**
 * What carts and prices read of the catalogue. Everything comes from the article cache, so it is as fresh as the database
 * and costs one small read by key; what an answer was made from is in `Item.versions`.
 */
import { articleNamed } from './found-articles.ts';
import type { Database } from '../db/database.ts';
import type { Article } from './article.ts';
import type { ArticleCache, Item } from './article-cache.ts';
import { articlePlaces, eanPlaces, skuPlaces } from './article-store.ts';
import { ARTICLES_A_TURN, itemPart, type PartAsked } from './item-part.ts';
import type { StoredRate } from './exchange-rate.ts';
import { keptRates } from './kept-rates.ts';
import { workInTurns } from '../shared/slices.ts';
import { readSellers, type Seller } from './seller-store.ts';

export type SkuItem = { readonly itemId: number; readonly size: string; readonly sellerId: number };

export type CatalogReader = {
  /** Products with all their articles, by item id. */
  readonly items: (companyId: number, itemIds: readonly number[]) => Promise<ReadonlyMap<number, Item>>;
  /** Of each item the part that is asked for, by item id. */
  readonly parts: (companyId: number, asked: readonly PartAsked[]) => Promise<ReadonlyMap<number, Item>>;
  /** The same, of items that were read. */
  readonly partsOf: (
    items: ReadonlyMap<number, Item>,
    asked: readonly PartAsked[],
  ) => Promise<ReadonlyMap<number, Item>>;
  /** Articles by uid, each with its item. */
  readonly articles: (
    companyId: number,
    uids: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly article: Article; readonly item: Item }>>;
  /** Articles of an item in a size, at every store. */
  readonly articlesOf: (companyId: number, itemId: number, size: string) => Promise<readonly Article[]>;
  /** Items and sizes by EAN. The caller limits how many are asked for (`distinctEans`). */
  readonly byEan: (
    companyId: number,
    eans: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { readonly itemId: number; readonly size: string }[]>>;
  /** Items and sizes by the sellers' own numbers; two sellers may use one number for two things. */
  readonly bySku: (companyId: number, skus: readonly string[]) => Promise<ReadonlyMap<string, readonly SkuItem[]>>;
  readonly sellers: (companyId: number, uids: readonly number[]) => Promise<ReadonlyMap<number, Seller>>;
  readonly rates: (companyId: number) => Promise<readonly StoredRate[]>;
};

/** The items that sets and bundles are made of. */
export const familyOf = (
  { items: read }: Pick<CatalogReader, 'items'>,
  companyId: number,
  items: readonly Item[],
): Promise<ReadonlyMap<number, Item>> => {
  const ids = new Set(items.flatMap(({ product }) => product.children.map(({ itemId }) => itemId)));
  return ids.size === 0 ? Promise.resolve(new Map()) : read(companyId, [...ids]);
};

function* partsIn(
  items: ReadonlyMap<number, Item>,
  asked: readonly PartAsked[],
): Generator<number, ReadonlyMap<number, Item>> {
  const parts = new Map<number, Item>();
  for (const one of asked) {
    const item = items.get(one.itemId);
    if (item !== undefined) parts.set(one.itemId, yield* itemPart(item, one));
  }
  return parts;
}

const PLACES_KEPT = 200_000;

export const catalogReader = (db: Database, cache: ArticleCache): CatalogReader => {
  /** Where an article belongs never changes, so it is remembered without a version. */
  const itemOf = new Map<string, number>();
  const itemIdsOf = async (companyId: number, uids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const name = (uid: string): string => `${companyId}/${uid}`;
    const unknown = uids.filter((uid) => !itemOf.has(name(uid)));
    const places = await articlePlaces(db, companyId, unknown);
    if (itemOf.size + places.size > PLACES_KEPT) itemOf.clear();
    for (const { uid, item_id } of places.values()) itemOf.set(name(uid), item_id);
    return new Map(
      uids.flatMap((uid) => {
        const itemId = itemOf.get(name(uid)) ?? places.get(uid)?.item_id;
        return itemId === undefined ? [] : [[uid, itemId]];
      }),
    );
  };

  const partsOf: CatalogReader['partsOf'] = (items, asked) => workInTurns(partsIn(items, asked), ARTICLES_A_TURN);

  return {
    items: cache.load,
    parts: async (companyId, asked) => {
      const itemIds = asked.map(({ itemId }) => itemId);
      return partsOf(await cache.load(companyId, itemIds), asked);
    },
    partsOf,
    articles: async (companyId, uids) => {
      const itemIds = await itemIdsOf(companyId, uids);
      const items = await cache.load(companyId, [...new Set(itemIds.values())]);
      return new Map(
        uids.flatMap((uid) => {
          const item = items.get(itemIds.get(uid) ?? 0);
          const article = articleNamed(item?.articles, uid);
          return item === undefined || article === undefined ? [] : [[uid, { article, item }]];
        }),
      );
    },
    articlesOf: async (companyId, itemId, size) => {
      const items = await cache.load(companyId, [itemId]);
      return items.get(itemId)?.articles.filter((article) => article.size === size) ?? [];
    },
    byEan: async (companyId, eans) => {
      const found = eans.length === 0 ? [] : await eanPlaces(db, companyId, [...new Set(eans)]);
      return Map.groupBy(
        found.map(({ ean, item_id, size }) => ({ ean, itemId: item_id, size })),
        ({ ean }) => ean,
      );
    },
    bySku: async (companyId, skus) => {
      const found = skus.length === 0 ? [] : await skuPlaces(db, companyId, [...new Set(skus)]);
      return Map.groupBy(
        found.map(({ sku, item_id, size, seller_id }) => ({ sku, itemId: item_id, size, sellerId: seller_id })),
        ({ sku }) => sku,
      );
    },
    sellers: (companyId, uids) => readSellers(db, companyId, uids),
    rates: keptRates(db),
  };
};
