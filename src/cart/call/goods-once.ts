/**
 * Goods are read once in a write: deciding, pricing and telling look at the same ones, and what they are is compared with the
 * database once. Not for what guards stock: that has to see it as it is now.
 */
import type { Item } from '../../catalog/article-cache.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { CartCall } from './cart-shop.ts';

/** For one call, which is of one company. */
const goodsOnce = (catalog: CatalogReader): CatalogReader => {
  const known = new Map<number, Item>();
  let rates: ReturnType<CatalogReader['rates']> | undefined;
  const items: CatalogReader['items'] = async (companyId, itemIds) => {
    const unknown = itemIds.filter((itemId) => !known.has(itemId));
    const found = unknown.length === 0 ? [] : await catalog.items(companyId, unknown);
    for (const [itemId, item] of found) known.set(itemId, item);
    const asked = new Map<number, Item>();
    for (const itemId of itemIds) {
      const item = known.get(itemId);
      if (item !== undefined) asked.set(itemId, item);
    }
    return asked;
  };
  return {
    ...catalog,
    items,
    parts: async (companyId, asked) => {
      const itemIds = asked.map(({ itemId }) => itemId);
      return catalog.partsOf(await items(companyId, itemIds), asked);
    },
    rates: (companyId) => (rates ??= catalog.rates(companyId)),
  };
};

export const withGoodsOnce = (call: CartCall): CartCall => ({
  ...call,
  shop: { ...call.shop, catalog: goodsOnce(call.shop.catalog) },
});
