/** A product as storefronts see it, from the product, its articles and the currency of the answer. Pure. */
import type { ProductDetail, ProductListItem } from '../../contract/catalog/catalog-contract.ts';
import { currencyOf } from '../../shared/currency.ts';
import { sum, toDecimal } from '../../shared/money.ts';
import { workInTurns } from '../../shared/slices.ts';
import { onceBeside, onceFor, oncePer } from '../../shared/once-per.ts';
import { type Article, type ArticlePrice, isSellable } from '../article.ts';
import type { Item } from '../article-cache.ts';
import { type RatesInto, soldIn } from '../exchange-rate.ts';
import type { Seller } from '../seller-store.ts';

export type Money = { readonly currency: string; readonly rateFrom: RatesInto };
/** Items by their ids. */
type Family = ReadonlyMap<number, Item>;
type Priced = { readonly article: Article; readonly price: ArticlePrice | undefined };

/** What is sold of an item, all of it and by size: there may be hundreds of sizes in hundreds of stores. */
type Goods = { readonly all: readonly Priced[]; readonly bySize: ReadonlyMap<string, readonly Priced[]> };
const goodsOf = ({ articles }: Item, { currency, rateFrom }: Money): Goods => {
  const all = articles
    .filter(({ isActive }) => isActive)
    .map((article) => ({ article, price: soldIn(article.prices, currency, rateFrom) }));
  return { all, bySize: Map.groupBy(all, ({ article }) => article.size) };
};
/** Many bundles of a list may bring the same item. */
const goodsIn = oncePer((money: Money) => onceBeside((item: Item) => goodsOf(item, money)));

const pricesOf = (articles: readonly Priced[]): readonly ArticlePrice[] =>
  articles.flatMap(({ price }) => (price === undefined ? [] : [price]));

const canBeHad = ({ article, price }: Priced): boolean => price !== undefined && isSellable(article);

const nothing: Goods = { all: [], bySize: new Map() };
const ofSize = ({ bySize }: Goods, size: string): readonly Priced[] => bySize.get(size) ?? [];

/** What joins the cart with a bundle: the articles it can be, and for how many bundles there is enough in a size. */
type Part = {
  readonly quantity: number;
  readonly articles: readonly Priced[];
  readonly setsIn: (size: string) => number;
};
const partsOf = ({ product }: Item, money: Money, family: Family): readonly Part[] =>
  product.children
    .filter(({ autoAdd }) => autoAdd)
    .map(({ itemId, size, quantity }) => {
      const child = family.get(itemId);
      const goods = child === undefined || !child.product.isActive ? nothing : goodsIn(money)(child);
      const articles = size === null ? goods.all : ofSize(goods, size);
      const sets = onceFor((wanted: string) => setsOf(ofSize(goods, wanted), quantity));
      // Of a part that comes in no size of its own, those in the bundle's.
      return { quantity, articles, setsIn: (wanted) => sets(size ?? wanted) };
    });

const inStock = (articles: readonly Priced[]): number =>
  sum(articles.map(({ article }) => Math.max(0, article.quantity)));

/** For how many bundles there is enough of a part: a line of a cart is of one article. What is made to order is no limit. */
const setsOf = (articles: readonly Priced[], quantity: number): number => {
  const had = articles.filter(canBeHad);
  if (had.some(({ article }) => article.customOrder !== null)) return Infinity;
  return sum(had.map(({ article }) => Math.floor(article.quantity / quantity)));
};

/** Prices of a part that count: of what can be had, or of what there would be. */
const partPrices = ({ articles }: Part): readonly ArticlePrice[] => {
  const there = pricesOf(articles.filter(canBeHad));
  return there.length === 0 ? pricesOf(articles) : there;
};

type Amount = 'effective' | 'marked';
const least = (prices: readonly ArticlePrice[], pick: Amount): number =>
  prices.reduce((found, price) => Math.min(found, price[pick]), Infinity);
const most = (prices: readonly ArticlePrice[], pick: Amount): number =>
  prices.reduce((found, price) => Math.max(found, price[pick]), -Infinity);

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

const isBelow = (one: ArticlePrice, other: ArticlePrice): boolean =>
  one.effective < other.effective || (one.effective === other.effective && one.marked > other.marked);

/** Floored, so that nothing is promised that is not given. */
const discountOf = (articles: readonly Priced[], parts: readonly Part[]): string => {
  const cheapest = (prices: readonly ArticlePrice[]): ArticlePrice | undefined =>
    prices.reduce<ArticlePrice | undefined>(
      (best, one) => (best === undefined || isBelow(one, best) ? one : best),
      undefined,
    );
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

const isAvailable = (goods: Goods, parts: readonly Part[], size: string): boolean =>
  ofSize(goods, size).some(canBeHad) && parts.every(({ setsIn }) => setsIn(size) > 0);

const sharedView = ({ product }: Item, goods: Goods, parts: readonly Part[], currency: string) => ({
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
  ...rangeOf(goods.all, parts, currency),
  discount: discountOf(goods.all, parts),
  sellable: product.isActive && product.sizes.some(({ value }) => isAvailable(goods, parts, value)),
  tags: [...product.tags],
  teaser_tag: product.teaserTag,
  short_description: product.shortDescription,
});

/** `family` holds the items that the product's children name. */
export const listItem = (item: Item, money: Money, family: Family): ProductListItem => {
  const goods = goodsIn(money)(item);
  const parts = partsOf(item, money, family);
  return {
    ...sharedView(item, goods, parts, money.currency),
    sizes: item.product.sizes.map(({ value, display }) => ({
      value,
      display,
      is_available: isAvailable(goods, parts, value),
    })),
  };
};

/** Articles that are gone through in one turn of the loop: some milliseconds. */
const A_TURN = 5_000;

/** What is sold of an item and of what it is made of; each is asked for again when the item is shown. */
function* pricedFirst(item: Item, money: Money, family: Family): Generator<number, void> {
  for (const { itemId } of item.product.children) {
    const child = family.get(itemId);
    if (child === undefined) continue;
    yield child.articles.length;
    goodsIn(money)(child);
  }
  yield item.articles.length;
}

function* listing(items: readonly Item[], money: Money, family: Family): Generator<number, ProductListItem[]> {
  const shown: ProductListItem[] = [];
  for (const item of items) {
    yield* pricedFirst(item, money, family);
    shown.push(listItem(item, money, family));
  }
  return shown;
}

/** Of many goods, with others in between: a hundred of them may have a hundred thousand articles. */
export const listItems = (items: readonly Item[], money: Money, family: Family): Promise<ProductListItem[]> =>
  workInTurns(listing(items, money, family), A_TURN);

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
  { goods, parts }: { readonly goods: Goods; readonly parts: readonly Part[] },
  currency: string,
  sellers: ReadonlyMap<number, Seller>,
): ProductDetail['sizes'][number] => {
  const own = ofSize(goods, value);
  const stocked = own.filter(({ article }) => article.quantity > 0);
  return {
    value,
    display,
    is_available: isAvailable(goods, parts, value),
    product_ean_id: ean ?? own.find(({ article }) => article.ean !== null)?.article.ean ?? null,
    quantity: Math.min(inStock(own), ...parts.map(({ setsIn }) => setsIn(value))),
    seller_count: new Set(stocked.map(({ article }) => article.sellerId)).size,
    articles: own.map((one) => offerView(one, currency, sellers)),
  };
};

/** `family` holds the items that the product's children name. */
export const productDetail = async (
  item: Item,
  money: Money,
  sellers: ReadonlyMap<number, Seller>,
  family: Family,
): Promise<ProductDetail> => {
  await workInTurns(pricedFirst(item, money, family), A_TURN);
  const { product } = item;
  const goods = goodsIn(money)(item);
  const parts = partsOf(item, money, family);
  return {
    ...sharedView(item, goods, parts, money.currency),
    description: product.description,
    country_of_origin: product.countryOfOrigin,
    is_set: product.isSet,
    attributes: product.attributes,
    category_hierarchy: [...product.categories],
    departments: [...product.departments],
    sizes: product.sizes.map((size) => detailSize(size, { goods, parts }, money.currency, sellers)),
    children: product.children.flatMap(({ itemId, size, quantity, autoAdd }) => {
      const child = family.get(itemId);
      if (child === undefined) return [];
      const { slug, name } = child.product;
      const ofChild = goodsIn(money)(child);
      const available = size === null ? ofChild.all : ofSize(ofChild, size);
      const is_available = available.some(canBeHad);
      return [{ item_id: itemId, slug, name, size, quantity, auto_add: autoAdd, is_available }];
    }),
    _custom_json: product.customJson,
  };
};
