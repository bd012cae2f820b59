/** A product as storefronts see it, from the product, its articles and the currency of the answer. Pure. */
import type { ProductDetail, ProductListItem } from '../../contract/catalog/catalog-contract.ts';
import { currencyOf } from '../../shared/currency.ts';
import { sum, toDecimal } from '../../shared/money.ts';
import { type Article, type ArticlePrice, isSellable } from '../article.ts';
import type { Item } from '../article-cache.ts';
import { type RatesInto, soldIn } from '../exchange-rate.ts';
import type { Seller } from '../seller-store.ts';

export type Money = { readonly currency: string; readonly rateFrom: RatesInto };
/** Items by their ids. */
type Family = ReadonlyMap<number, Item>;
type Priced = { readonly article: Article; readonly price: ArticlePrice | undefined };

const priced = ({ articles }: Item, { currency, rateFrom }: Money): readonly Priced[] =>
  articles
    .filter(({ isActive }) => isActive)
    .map((article) => ({ article, price: soldIn(article.prices, currency, rateFrom) }));

const pricesOf = (articles: readonly Priced[]): readonly ArticlePrice[] =>
  articles.flatMap(({ price }) => (price === undefined ? [] : [price]));

const canBeHad = ({ article, price }: Priced): boolean => price !== undefined && isSellable(article);

const ofSize = (articles: readonly Priced[], size: string): readonly Priced[] =>
  articles.filter(({ article }) => article.size === size);

/** What joins the cart with a bundle: how many of it, and the articles it can be. */
type Part = { readonly size: string | null; readonly quantity: number; readonly articles: readonly Priced[] };
const partsOf = ({ product }: Item, money: Money, family: Family): readonly Part[] =>
  product.children
    .filter(({ autoAdd }) => autoAdd)
    .map(({ itemId, size, quantity }) => {
      const child = family.get(itemId);
      const articles = child === undefined || !child.product.isActive ? [] : priced(child, money);
      return { size, quantity, articles: size === null ? articles : ofSize(articles, size) };
    });

/** Of a part that comes in no size of its own, those in the bundle's. */
const inSize = ({ size, articles }: Part, wanted: string): readonly Priced[] =>
  size === null ? ofSize(articles, wanted) : articles;
const inStock = (articles: readonly Priced[]): number =>
  sum(articles.map(({ article }) => Math.max(0, article.quantity)));

/** For how many bundles there is enough of a part: a line of a cart is of one article. What is made to order is no limit. */
const setsIn = (part: Part, size: string): number => {
  const had = inSize(part, size).filter(canBeHad);
  if (had.some(({ article }) => article.customOrder !== null)) return Infinity;
  return sum(had.map(({ article }) => Math.floor(article.quantity / part.quantity)));
};
const comesAlong = (part: Part, size: string): boolean => setsIn(part, size) > 0;

/** Prices of a part that count: of what can be had, or of what there would be. */
const partPrices = ({ articles }: Part): readonly ArticlePrice[] => {
  const there = pricesOf(articles.filter(canBeHad));
  return there.length === 0 ? pricesOf(articles) : there;
};

type Amount = 'effective' | 'marked';
const least = (prices: readonly ArticlePrice[], pick: Amount): number =>
  Math.min(...prices.map((price) => price[pick]));
const most = (prices: readonly ArticlePrice[], pick: Amount): number => Math.max(...prices.map((price) => price[pick]));

/** Of a bundle the whole price, with the parts it brings; where one of them has no price, the box's own. */
const rangeOf = (
  articles: readonly Priced[],
  parts: readonly Part[],
  currency: string,
): Pick<ProductListItem, 'price' | 'parts_price'> => {
  const own = pricesOf(articles);
  if (own.length === 0) return { price: null, parts_price: null };
  const { exponent, symbol } = currencyOf(currency);
  const named = { currency_code: currency, currency_symbol: symbol };
  const brought = parts.map((part) => ({ quantity: part.quantity, prices: partPrices(part) }));
  const counted = brought.every(({ prices }) => prices.length > 0) ? brought : [];
  const ofParts = (pick: Amount, end: typeof least): number =>
    sum(counted.map(({ quantity, prices }) => end(prices, pick) * quantity));
  const range = (pick: Amount) => ({
    min: toDecimal(least(own, pick) + ofParts(pick, least), exponent),
    max: toDecimal(most(own, pick) + ofParts(pick, most), exponent),
    ...named,
  });
  const amount = (pick: Amount): number => toDecimal(ofParts(pick, least), exponent);
  return {
    price: { effective: range('effective'), marked: range('marked') },
    parts_price: counted.length === 0 ? null : { effective: amount('effective'), marked: amount('marked'), ...named },
  };
};

/** Floored, so that nothing is promised that is not given. */
const discountOf = (articles: readonly Priced[], parts: readonly Part[]): string => {
  const cheapest = (prices: readonly ArticlePrice[]): ArticlePrice | undefined =>
    prices.toSorted((a, b) => a.effective - b.effective || b.marked - a.marked)[0];
  const own = cheapest(pricesOf(articles));
  if (own === undefined) return '';
  const all = [
    { ...own, quantity: 1 },
    ...parts.flatMap((part) => {
      const price = cheapest(partPrices(part));
      return price === undefined ? [] : [{ ...price, quantity: part.quantity }];
    }),
  ];
  const marked = sum(all.map((one) => one.marked * one.quantity));
  if (marked === 0) return '';
  const percent = Math.floor((100 * (marked - sum(all.map((one) => one.effective * one.quantity)))) / marked);
  return percent < 1 ? '' : `${percent}% OFF`;
};

const isAvailable = (articles: readonly Priced[], parts: readonly Part[], size: string): boolean =>
  ofSize(articles, size).some(canBeHad) && parts.every((part) => comesAlong(part, size));

const sharedView = ({ product }: Item, articles: readonly Priced[], parts: readonly Part[], currency: string) => ({
  uid: product.uid,
  slug: product.slug,
  name: product.name,
  type: product.type,
  item_code: product.itemCode,
  brand: product.brand,
  categories: [...new Map(product.categories.map(({ l3 }) => [l3.uid, l3])).values()],
  medias: product.images.map(({ url, alt, aspectRatio }) => ({
    type: 'image' as const,
    url,
    alt,
    aspect_ratio: aspectRatio,
  })),
  ...rangeOf(articles, parts, currency),
  discount: discountOf(articles, parts),
  sellable: product.isActive && product.sizes.some(({ value }) => isAvailable(articles, parts, value)),
  tags: [...product.tags],
  teaser_tag: product.teaserTag,
  short_description: product.shortDescription,
});

/** `family` holds the items that the product's children name. */
export const listItem = (item: Item, money: Money, family: Family): ProductListItem => {
  const articles = priced(item, money);
  const parts = partsOf(item, money, family);
  return {
    ...sharedView(item, articles, parts, money.currency),
    sizes: item.product.sizes.map(({ value, display }) => ({
      value,
      display,
      is_available: isAvailable(articles, parts, value),
    })),
  };
};

const offerView = (
  { article, price }: Priced,
  currency: string,
  sellers: ReadonlyMap<number, Seller>,
): ProductDetail['sizes'][number]['articles'][number] => {
  const { exponent, symbol } = currencyOf(currency);
  return {
    article_id: article.uid,
    seller: { uid: article.sellerId, name: sellers.get(article.sellerId)?.name ?? null },
    store: { uid: article.storeId },
    is_available: canBeHad({ article, price }),
    quantity: Math.max(0, article.quantity),
    made_to_order: article.customOrder !== null,
    price:
      price === undefined
        ? null
        : {
            effective: toDecimal(price.effective, exponent),
            marked: toDecimal(price.marked, exponent),
            currency_code: currency,
            currency_symbol: symbol,
          },
  };
};

const detailSize = (
  { value, display, ean }: Item['product']['sizes'][number],
  { articles, parts }: { readonly articles: readonly Priced[]; readonly parts: readonly Part[] },
  currency: string,
  sellers: ReadonlyMap<number, Seller>,
): ProductDetail['sizes'][number] => {
  const own = ofSize(articles, value);
  const stocked = own.filter(({ article }) => article.quantity > 0);
  return {
    value,
    display,
    is_available: isAvailable(articles, parts, value),
    product_ean_id: ean ?? own.find(({ article }) => article.ean !== null)?.article.ean ?? null,
    quantity: Math.min(inStock(own), ...parts.map((part) => setsIn(part, value))),
    seller_count: new Set(stocked.map(({ article }) => article.sellerId)).size,
    articles: own.map((one) => offerView(one, currency, sellers)),
  };
};

/** `family` holds the items that the product's children name. */
export const productDetail = (
  item: Item,
  money: Money,
  sellers: ReadonlyMap<number, Seller>,
  family: Family,
): ProductDetail => {
  const { product } = item;
  const articles = priced(item, money);
  const parts = partsOf(item, money, family);
  return {
    ...sharedView(item, articles, parts, money.currency),
    description: product.description,
    country_of_origin: product.countryOfOrigin,
    is_set: product.isSet,
    attributes: product.attributes,
    category_hierarchy: [...product.categories],
    departments: [...product.departments],
    sizes: product.sizes.map((size) => detailSize(size, { articles, parts }, money.currency, sellers)),
    children: product.children.flatMap(({ itemId, size, quantity, autoAdd }) => {
      const child = family.get(itemId);
      if (child === undefined) return [];
      const { slug, name } = child.product;
      const available = priced(child, money).filter(({ article }) => size === null || article.size === size);
      const is_available = available.some(canBeHad);
      return [{ item_id: itemId, slug, name, size, quantity, auto_add: autoAdd, is_available }];
    }),
    _custom_json: product.customJson,
  };
};
