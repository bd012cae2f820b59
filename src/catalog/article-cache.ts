/**
 * Products with all their articles, in memory, never staler than the read that asks: every load compares the versions of
 * the rows it is about to give, in one small read by key (joined over a turn of the loop), and fetches only the rows
 * whose version moved. A change of stock costs the reading of one article, on every node, and no message between nodes.
 *
 * A cached row is labelled with a version read before the row itself: it can be newer than its label, never older.
 */
import type { Database } from '../db/database.ts';
import type { Article } from './article.ts';
import { readArticles, readArticleVersions } from './article-store.ts';
import { joinedReads } from './joined-reads.ts';
import { isScheduled, nextPriceEdge, pricesAt } from './price-times.ts';
import type { Clock } from '../shared/clock.ts';
import { oncePer } from '../shared/once-per.ts';
import { LOAD_DEADLINE_MS, sharedLoads } from '../shared/shared-load.ts';
import { inSlices, nextTurn, workInTurns } from '../shared/slices.ts';
import { withWholeAddresses } from './listing/picture-address.ts';
import type { Product } from './product.ts';
import { type ItemVersions, readItemVersions, readProducts } from './product-store.ts';

/** What makes an item a part of one (item-part.ts). */
type ItemPart = {
  /** Sizes of all its articles that can be had. */
  readonly inStock: ReadonlySet<string>;
  /** All that an answer depends on, but for the stock of those that have enough. */
  readonly said: string;
  /** How many there are of each of `articles`. */
  readonly stock: readonly number[];
};
/** A product and its articles at one moment. `versions` is what an answer made from it depends on. */
export type Item = {
  readonly product: Product;
  readonly articles: readonly Article[];
  readonly versions: { readonly product: number; readonly articles: number };
  /** When one of its prices begins or ends next; left out where none does. */
  readonly pricedUntil?: number;
  readonly part?: ItemPart;
};
export type ArticleCache = {
  /** Items that are there, by their ids. Also those that are not active: who sells decides. */
  readonly load: (companyId: number, itemIds: readonly number[]) => Promise<ReadonlyMap<number, Item>>;
  /** What it holds and what it had to read, for /metrics and tests. */
  readonly figures: () => CacheFigures;
};
type CacheFigures = { readonly articles: number; readonly articlesRead: number; readonly productsRead: number };

/** About 1 KB each: 100 MB at most. */
const MOST_ARTICLES = 100_000;
const MOST_JOINED = 1_000;
/** Items whose articles are asked for at once. */
const ITEMS_A_TURN = 100;
/** Articles whose versions are compared in one turn: an item may lie in hundreds of stores in hundreds of sizes. */
const ARTICLES_A_TURN = 5_000;

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, readonly T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
};

/** The item with the prices of a time; null: they are of all times. */
const scheduled = oncePer((item: Item): { at: number; made: Item } | null =>
  item.articles.some(isScheduled) ? { at: -Infinity, made: { ...item, pricedUntil: -Infinity } } : null,
);

/** Articles whose prices are chosen in one turn; each may have a few. */
const PRICED_A_TURN = 5_000;
const FEW_PRICES = 5;

/** With the prices that count at a time. */
function* pricedAt(item: Item, at: number): Generator<number, Item> {
  const articles: Article[] = [];
  let until = Infinity;
  for (const article of item.articles) {
    yield 1 + article.prices.length / FEW_PRICES;
    articles.push(isScheduled(article) ? { ...article, prices: pricesAt(article.prices, at) } : article);
    until = Math.min(until, nextPriceEdge(article.prices, at) ?? until);
  }
  return { ...item, articles, ...(until === Infinity ? {} : { pricedUntil: until }) };
}

const byUid = (a: Article, b: Article): number => (a.uid < b.uid ? -1 : 1);

export type CacheOptions = {
  readonly mostArticles?: number;
  /** Where this node is reached. Pictures of the catalogue that lie on it are given with their whole address. */
  readonly publicUrl?: URL;
  /** By which prices begin and end; without it only those count that name no time. */
  readonly now?: Clock;
};

export const createArticleCache = (
  db: Database,
  { mostArticles = MOST_ARTICLES, publicUrl, now = () => 0 }: CacheOptions = {},
): ArticleCache => {
  const kept = new Map<string, Item>();
  let held = 0;
  let articlesRead = 0;
  let productsRead = 0;
  const name = (companyId: number, itemId: number): string => `${companyId}/${itemId}`;
  /** An item without articles takes room too. */
  const weight = ({ articles }: Item): number => articles.length + 1;

  const drop = (key: string): void => {
    const item = kept.get(key);
    if (item === undefined) return;
    kept.delete(key);
    held -= weight(item);
  };
  const keep = (key: string, item: Item): void => {
    drop(key); // A Map keeps the order of insertion: the first key is the least recently used.
    kept.set(key, item);
    held += weight(item);
    for (const oldest of kept.keys()) {
      if (held <= mostArticles || oldest === key) break;
      drop(oldest);
    }
  };

  /** Articles of items, of which those whose version is known are taken from what is kept. */
  const currentArticles = async (companyId: number, itemIds: readonly number[]): Promise<readonly Article[]> => {
    const versions = await readArticleVersions(db, companyId, itemIds);
    const before = itemIds.flatMap((itemId) => kept.get(name(companyId, itemId))?.articles ?? []);
    if (versions.length > ARTICLES_A_TURN) await nextTurn();
    const changed = new Map<string, number>();
    await inSlices(versions, ARTICLES_A_TURN, ({ uid, version }) => changed.set(uid, version));
    const current: Article[] = [];
    await inSlices(before, ARTICLES_A_TURN, (article) => {
      if (changed.get(article.uid) !== article.version) return;
      current.push(article);
      changed.delete(article.uid);
    });
    const missing = [...changed.keys()];
    const read: Article[] = [];
    for (let at = 0; at < missing.length; at += MOST_JOINED) {
      // An item may lie in hundreds of stores, and SQLite answers at once.
      if (at > 0) await nextTurn();
      read.push(...(await readArticles(db, companyId, missing.slice(at, at + MOST_JOINED))));
    }
    articlesRead += read.length;
    for (const one of read) current.push(one);
    return current;
  };
  const freshArticles = async (companyId: number, itemIds: readonly number[]) => {
    const found: Article[] = [];
    for (let at = 0; at < itemIds.length; at += ITEMS_A_TURN) {
      if (at > 0) await nextTurn();
      for (const one of await currentArticles(companyId, itemIds.slice(at, at + ITEMS_A_TURN))) found.push(one);
    }
    return grouped(found.toSorted(byUid), ({ itemId }) => itemId);
  };

  const freshProducts = async (companyId: number, itemIds: readonly number[]) => {
    const read = await readProducts(db, companyId, itemIds);
    productsRead += read.length;
    return new Map(read.map((product) => [product.uid, withWholeAddresses(product, publicUrl)]));
  };

  const refresh = async (companyId: number, stale: readonly ItemVersions[]): Promise<ReadonlyMap<number, Item>> => {
    // Taken once, before anything is awaited: another turn may put an older item in its place meanwhile.
    const known = new Map(stale.map(({ uid }) => [uid, kept.get(name(companyId, uid))]));
    const before = (uid: number): Item | undefined => known.get(uid);
    const changed = (part: 'product' | 'articles', version: (row: ItemVersions) => number): readonly number[] =>
      stale.filter((row) => before(row.uid)?.versions[part] !== version(row)).map(({ uid }) => uid);
    const productIds = changed('product', ({ version }) => version);
    const itemIds = changed('articles', ({ articles_version }) => articles_version);
    const products = await freshProducts(companyId, productIds);
    const articles = await freshArticles(companyId, itemIds);
    const asked = new Set(itemIds);
    const items = new Map<number, Item>();
    for (const { uid, version, articles_version } of stale) {
      const product = products.get(uid) ?? before(uid)?.product;
      if (product === undefined) continue;
      const own = asked.has(uid) ? articles.get(uid) : before(uid)?.articles;
      const item = { product, articles: own ?? [], versions: { product: version, articles: articles_version } };
      keep(name(companyId, uid), item);
      items.set(uid, item);
    }
    return items;
  };

  const loadTurn = async (companyId: number, itemIds: readonly number[]): Promise<ReadonlyMap<number, Item>> => {
    const versions = await readItemVersions(db, companyId, itemIds);
    const found = new Map<number, Item>();
    const stale: ItemVersions[] = [];
    for (const row of versions) {
      const item = kept.get(name(companyId, row.uid));
      if (item?.versions.product !== row.version || item.versions.articles !== row.articles_version) stale.push(row);
      else {
        // While there is room in plenty nobody has to go, and the order of use says nothing.
        if (held > mostArticles / 2) keep(name(companyId, row.uid), item);
        found.set(row.uid, item);
      }
    }
    if (stale.length > 0) for (const [uid, item] of await refresh(companyId, stale)) found.set(uid, item);
    return found;
  };

  const shared = sharedLoads<Item>({ what: 'scheduled prices', deadlineMs: LOAD_DEADLINE_MS });
  /** With the prices that count now; the same one until the next of them begins or ends. Made once, whoever waits for it. */
  const inForce = (companyId: number, item: Item): Item | Promise<Item> => {
    const kept = scheduled(item);
    if (kept === null) return item;
    const at = now();
    if (at >= kept.at && at < (kept.made.pricedUntil ?? Infinity)) return kept.made;
    const { product, articles } = item.versions;
    return shared(`${name(companyId, item.product.uid)}/${product}/${articles}`, async () => {
      const made = await workInTurns(pricedAt(item, at), PRICED_A_TURN);
      kept.at = at;
      kept.made = made;
      return made;
    });
  };

  const joined = joinedReads(loadTurn, MOST_JOINED);
  return {
    load: async (companyId, itemIds) => {
      const found = await joined(companyId, itemIds);
      const items = new Map<number, Item>();
      for (const itemId of itemIds) {
        const item = found.get(itemId);
        if (item === undefined) continue;
        const priced = inForce(companyId, item);
        items.set(itemId, priced instanceof Promise ? await priced : priced);
      }
      return items;
    },
    figures: () => ({ articles: held, articlesRead, productsRead }),
  };
};
