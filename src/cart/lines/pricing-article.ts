/** An article of the catalogue as pricing reads it: prices by currency, with one in the application's own. Pure. */
import type { Item } from '../../catalog/article-cache.ts';
import type { Article, ArticlePrice } from '../../catalog/article.ts';
import { type RatesInto, soldIn } from '../../catalog/exchange-rate.ts';
import { findPrice } from '../../catalog/feed/price-rules.ts';
import type { Product } from '../../catalog/product.ts';
import { oncePer } from '../../shared/once-per.ts';
import type { Store } from '../../delivery/store-rules.ts';
import type { Article as PricingArticle, UnitPrices } from '../../pricing/pricing-types.ts';
import { currencyOf } from '../../shared/currency.ts';
import type { Minor } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { stateNamed } from '../../shared/places/state-names.ts';
import { convert } from '../../shared/rates.ts';

export type HomePrices = { readonly code: string; readonly rates: RatesInto };

const listsOf = (prices: readonly ArticlePrice[], currency: string): Readonly<Record<string, Minor>> =>
  Object.fromEntries(
    prices.flatMap(({ currency: code, list, effective }) =>
      code === currency && list !== null ? [[list, effective]] : [],
    ),
  );

/** Prices of lists at home: their own, else those that stand beside the base price, converted like it. */
const homeLists = (prices: readonly ArticlePrice[], home: HomePrices): Readonly<Record<string, Minor>> => {
  const base = prices[0]?.currency ?? home.code;
  const rate = base === home.code ? undefined : home.rates(base);
  if (rate === undefined) return listsOf(prices, home.code);
  const [from, to] = [currencyOf(base), currencyOf(home.code)];
  const fed = Object.entries(listsOf(prices, base));
  const converted = fed
    .map(([list, amount]) => ({ list, amount, atHome: convert(amount, rate, from, to) }))
    .filter(({ amount, atHome }) => amount === 0 || atHome > 0)
    .map(({ list, atHome }) => [list, atHome] as const);
  return { ...Object.fromEntries(converted), ...listsOf(prices, home.code) };
};

const unitPrices = ({ prices }: Article, home: HomePrices): Readonly<Record<string, UnitPrices>> => {
  const codes = new Set([home.code, ...prices.map(({ currency }) => currency)]);
  return Object.fromEntries(
    [...codes].map((code) => {
      const own = code === home.code ? soldIn(prices, code, home.rates) : findPrice(prices, code, null);
      const lists = code === home.code ? homeLists(prices, home) : listsOf(prices, code);
      return [code, { ...(own && { marked: own.marked, selling: own.effective }), lists }];
    }),
  );
};

/** Prices of gift wrapping and floors are fed in the currency of the article's first price. */
const atHome = (amount: Minor | null, { prices: [base] }: Article, home: HomePrices): Minor | undefined => {
  if (amount === null || base === undefined) return undefined;
  if (base.currency === home.code) return amount;
  const rate = home.rates(base.currency);
  return rate && convert(amount, rate, currencyOf(base.currency), currencyOf(home.code));
};

/** The price by which assignment compares articles. */
export const comparedPrice = (article: Article, list: string | null, home: HomePrices): Minor | null => {
  const listed = list === null ? undefined : ownEntry(homeLists(article.prices, home), list);
  return listed ?? soldIn(article.prices, home.code, home.rates)?.effective ?? null;
};

const unique = (uids: readonly number[]): readonly number[] => [...new Set(uids)];

/** GST is India's: a store elsewhere has no state to split it by. */
const gstState = (store: Store | undefined): string | null =>
  store?.country === 'IN' ? stateNamed(store.state, store.country) : null;

type Priced = Readonly<{ product: Product; store: Store | undefined; code: string; article: PricingArticle }>;
const latest = oncePer((_article: Article): { made: Priced | undefined } => ({ made: undefined }));
/** Where no rate has a say, it is the same in every cart. */
const isAtHome = ({ prices }: Article, { code }: HomePrices): boolean =>
  prices.every(({ currency }) => currency === code);

export const pricingArticle = (
  article: Article,
  { product }: Item,
  home: HomePrices,
  store: Store | undefined,
): PricingArticle => {
  if (!isAtHome(article, home)) return articlePriced(article, product, home, store);
  const kept = latest(article);
  const { made } = kept;
  if (made?.product === product && made.store === store && made.code === home.code) return made.article;
  const fresh = articlePriced(article, product, home, store);
  kept.made = { product, store, code: home.code, article: fresh };
  return fresh;
};

const articlePriced = (
  article: Article,
  product: Product,
  home: HomePrices,
  store: Store | undefined,
): PricingArticle => {
  const giftPrice = atHome(article.giftPrice, article, home);
  const floor = atHome(article.floorPrice ?? null, article, home);
  return {
    uid: article.uid,
    itemId: article.itemId,
    size: article.size,
    sku: article.sellerIdentifier,
    storeId: article.storeId,
    companyId: article.sellerId,
    brandId: product.brand.uid,
    l1: unique(product.categories.map(({ l1 }) => l1.uid)),
    l2: unique(product.categories.map(({ l2 }) => l2.uid)),
    l3: unique(product.categories.map(({ l3 }) => l3.uid)),
    departments: product.departments.map(({ uid }) => uid),
    tags: [...product.tags, ...article.tags],
    prices: unitPrices(article, home),
    taxRate: article.gstRate,
    state: gstState(store),
    stock: Math.max(0, article.quantity),
    ...(giftPrice === undefined ? {} : { giftPrice }),
    ...(floor === undefined ? {} : { floor }),
  };
};
