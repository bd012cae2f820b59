/** A product as storefronts see it, from the product, its articles and the currency of the answer. Pure. */
import type { ProductDetail, ProductListItem } from '../contract/catalog-contract.ts';
import { currencyOf } from '../shared/currency.ts';
import { toDecimal } from '../shared/money.ts';
import { type Article, type ArticlePrice, isSellable } from './article.ts';
import type { Item } from './article-cache.ts';
import { priceIn, type RatesInto } from './exchange-rate.ts';
import type { Seller } from './seller-store.ts';

export type Money = { readonly currency: string; readonly rateFrom: RatesInto };
type Priced = { readonly article: Article; readonly price: ArticlePrice | undefined };

const priced = ({ articles }: Item, { currency, rateFrom }: Money): readonly Priced[] =>
  articles
    .filter(({ isActive }) => isActive)
    .map((article) => ({ article, price: priceIn(article.prices, currency, rateFrom) }));

const pricesOf = (articles: readonly Priced[]): readonly ArticlePrice[] =>
  articles.flatMap(({ price }) => (price === undefined ? [] : [price]));

const rangeOf = (articles: readonly Priced[], currency: string): ProductListItem['price'] => {
  const prices = pricesOf(articles);
  if (prices.length === 0) return null;
  const { exponent, symbol } = currencyOf(currency);
  const range = (part: 'effective' | 'marked') => {
    const amounts = prices.map((price) => price[part]);
    return {
      min: toDecimal(Math.min(...amounts), exponent),
      max: toDecimal(Math.max(...amounts), exponent),
      currency_code: currency,
      currency_symbol: symbol,
    };
  };
  return { effective: range('effective'), marked: range('marked') };
};

/** Floored, so that nothing is promised that is not given. */
const discountOf = (articles: readonly Priced[]): string => {
  const [cheapest] = pricesOf(articles).toSorted((a, b) => a.effective - b.effective || b.marked - a.marked);
  if (cheapest === undefined || cheapest.marked === 0) return '';
  const percent = Math.floor((100 * (cheapest.marked - cheapest.effective)) / cheapest.marked);
  return percent < 1 ? '' : `${percent}% OFF`;
};

const canBeHad = ({ article, price }: Priced): boolean => price !== undefined && isSellable(article);
const ofSize = (articles: readonly Priced[], size: string): readonly Priced[] =>
  articles.filter(({ article }) => article.size === size);

const sharedView = ({ product }: Item, articles: readonly Priced[], currency: string) => ({
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
  price: rangeOf(articles, currency),
  discount: discountOf(articles),
  sellable: product.isActive && articles.some(canBeHad),
  tags: [...product.tags],
  teaser_tag: product.teaserTag,
  short_description: product.shortDescription,
});

export const listItem = (item: Item, money: Money): ProductListItem => {
  const articles = priced(item, money);
  return {
    ...sharedView(item, articles, money.currency),
    sizes: item.product.sizes.map(({ value, display }) => ({
      value,
      display,
      is_available: ofSize(articles, value).some(canBeHad),
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
  articles: readonly Priced[],
  currency: string,
  sellers: ReadonlyMap<number, Seller>,
): ProductDetail['sizes'][number] => {
  const own = ofSize(articles, value);
  const stocked = own.filter(({ article }) => article.quantity > 0);
  return {
    value,
    display,
    is_available: own.some(canBeHad),
    product_ean_id: ean ?? own.find(({ article }) => article.ean !== null)?.article.ean ?? null,
    quantity: stocked.reduce((sum, { article }) => sum + article.quantity, 0),
    seller_count: new Set(stocked.map(({ article }) => article.sellerId)).size,
    articles: own.map((one) => offerView(one, currency, sellers)),
  };
};

/** `family` holds the items that the product's children name. */
export const productDetail = (
  item: Item,
  money: Money,
  sellers: ReadonlyMap<number, Seller>,
  family: ReadonlyMap<number, Item>,
): ProductDetail => {
  const { product } = item;
  const articles = priced(item, money);
  return {
    ...sharedView(item, articles, money.currency),
    description: product.description,
    country_of_origin: product.countryOfOrigin,
    is_set: product.isSet,
    attributes: product.attributes,
    category_hierarchy: [...product.categories],
    departments: [...product.departments],
    sizes: product.sizes.map((size) => detailSize(size, articles, money.currency, sellers)),
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
