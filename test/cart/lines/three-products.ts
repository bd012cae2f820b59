/** What rules about lines need to know of a shop: three products in two sizes. */
import type { CartFacts } from '../../../src/cart/lines/cart-facts.ts';
import type { Article } from '../../../src/catalog/article.ts';
import type { Item } from '../../../src/catalog/article-cache.ts';
import { currencyOf } from '../../../src/shared/currency.ts';

const itemOf = (itemId: number): Item => {
  const prices = [{ currency: 'INR', list: null, marked: 100, effective: 100 }];
  const moq = { minimum: null, maximum: null, increment: null };
  const common = { itemId, storeId: 1, sellerId: 1, isActive: true, quantity: 1000, prices, moq, customOrder: null };
  const articles = ['M', 'L'].map(
    (size) => ({ ...common, uid: `${itemId}_${size}`, size, tags: [] }) as object as Article,
  );
  const sizes = ['M', 'L'].map((value) => ({ value, display: value, ean: null }));
  const product = { uid: itemId, isActive: true, sizes, children: [] } as object as Item['product'];
  return { product, articles, versions: { product: 1, articles: 1 } };
};
/** Plenty of all, at one store. */
export const facts = {
  items: new Map([1, 2, 3].map((itemId) => [itemId, itemOf(itemId)])),
  delivery: { version: 0, area: null, stores: new Map(), lanes: new Map() },
  context: {
    now: 0,
    place: null,
    orderType: null,
    modes: [],
    orderingStore: null,
    home: { code: 'INR', rates: () => undefined },
    usual: { strategy: 'optimal', level: 'multi-companies' },
  },
  money: { currency: currencyOf('INR'), home: currencyOf('INR'), rate: undefined },
  quotas: { cart_data_bytes: 262_144 },
} as never as CartFacts;
