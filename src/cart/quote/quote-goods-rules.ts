/** Goods that are asked about as if they were something: a product with another price, class or weight, or no product at all. Pure. */
import type { Supposed } from '../price/trial-cart.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import type { Product } from '../../catalog/product.ts';
import type { QuoteItem } from '../../contract/cart/places/quote-contract.ts';
import { amountProblems } from '../../shared/amount-rules.ts';
import type { Currency } from '../../shared/currency.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';

/** Behind every number that a product can have. */
const DESCRIBED = 2 ** 31;
export const isDescribed = (itemId: number): boolean => itemId >= DESCRIBED;

const plenty = 1_000_000_000;

const described = (itemId: number): Product => ({
  uid: itemId,
  slug: '',
  isActive: true,
  version: 0,
  name: '',
  itemCode: null,
  type: 'product',
  isSet: false,
  brand: { uid: 0, name: '', logo: null },
  categories: [],
  departments: [],
  tags: [],
  attributes: {},
  images: [],
  teaserTag: null,
  sizes: [{ value: '', display: '', ean: null }],
  children: [],
  shortDescription: '',
  description: '',
  countryOfOrigin: '',
  customJson: {},
});

/** An article of which nothing is told. */
export const plainArticle = (itemId: number, storeId: number): Article => ({
  uid: `described-${itemId}`,
  version: 0,
  itemId,
  size: '',
  storeId,
  sellerId: 0,
  ean: null,
  isActive: true,
  quantity: plenty,
  prices: [],
  sellerIdentifier: null,
  gstRate: 0,
  hsnCode: null,
  moq: { minimum: null, maximum: null, increment: null },
  customOrder: null,
  isGiftVisible: false,
  giftPrice: null,
  identifiers: null,
  tags: [],
  variants: {},
  meta: {},
});

const itemIdOf = ({ product_id: id }: QuoteItem, at: number): number =>
  id === undefined ? DESCRIBED + at : Number(id);
const sizeOf = ({ product_id: id, size = '' }: QuoteItem): string => (id === undefined ? '' : size);

/** As lines of a cart. */
export const quoteLines = (items: readonly QuoteItem[]): readonly Supposed[] =>
  items.map((item, at) => ({
    itemId: itemIdOf(item, at),
    size: sizeOf(item),
    quantity: item.quantity ?? 1,
    storeId: item.store_id ?? null,
  }));

/** What cannot be asked. */
export const quoteProblems = (items: readonly QuoteItem[], { exponent }: Currency): readonly FieldProblem[] => {
  const names = items.map((item, at) => `${itemIdOf(item, at)} ${sizeOf(item)}`);
  return items.flatMap((item, at) => {
    const field = `items[${at}]`;
    const { product_id: id, size, price, store_id: store } = item;
    if (id !== undefined && size === undefined) return [{ field: `${field}.size`, message: 'Name the size, too.' }];
    if (id === undefined && (price === undefined || store === undefined)) {
      return [{ field, message: 'Name a product_id and its size, or a price and the store_id that sends it.' }];
    }
    if (names.indexOf(names[at] ?? '') < at) return [{ field, message: 'This size of the product is listed before.' }];
    return amountProblems(`${field}.price`, price, exponent);
  });
};

const supposed = (article: Article, { price, tax_class: taxClass, weight }: QuoteItem, home: Currency): Article => {
  const minor = price === undefined ? null : toMinor(price, home.exponent);
  return {
    ...article,
    ...(minor === null ? {} : { prices: [{ currency: home.code, list: null, marked: minor, effective: minor }] }),
    ...(taxClass === undefined ? {} : { taxClass }),
    ...(weight === undefined ? {} : { meta: { ...article.meta, weight: { shipping: weight, unit: 'kg' } } }),
  };
};

/** What the catalogue has, as it is supposed to be, and what it does not have. In the order asked. */
export const quoteGoods = (
  items: readonly QuoteItem[],
  found: ReadonlyMap<number, Item>,
  asked: readonly number[],
  home: Currency,
): ReadonlyMap<number, Item> => {
  const askedOf = Map.groupBy(
    items.map((item, at) => ({ item, id: itemIdOf(item, at) })),
    ({ id }) => id,
  );
  return new Map(
    asked.flatMap((id) => {
      const own = (askedOf.get(id) ?? []).map(({ item }) => item);
      const storeId = own[0]?.store_id ?? 0;
      const known = isDescribed(id)
        ? { product: described(id), articles: [plainArticle(id, storeId)], versions: { product: 0, articles: 0 } }
        : found.get(id);
      if (known === undefined) return [];
      const articles = known.articles.map((article) => {
        const item = own.find((one) => sizeOf(one) === article.size);
        return item === undefined ? article : supposed(article, item, home);
      });
      return [[id, { ...known, articles }] as const];
    }),
  );
};
