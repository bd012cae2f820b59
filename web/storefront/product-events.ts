/** What the pages show, in the words of events. Pure. */
import type { ProductDetail, ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { EventFields } from '../emitter/emitter-api.ts';

type Prices = { readonly effective: number; readonly marked: number; readonly currency_code: string };

/** `addressOf` a product's page, from anywhere. */
export const listingFields = (
  { items, page }: ProductList,
  query: string,
  addressOf: (slug: string) => string,
): EventFields<'product_listing'> => ({
  query,
  item_total: page.total,
  products: items.flatMap(({ name, uid, brand, price, slug }) =>
    price === null
      ? []
      : {
          name,
          product_id: uid,
          brand: brand.name,
          esp: price.effective.min,
          mrp: price.marked.min,
          currency: price.effective.currency_code,
          source_url: addressOf(slug),
        },
  ),
});

export const searchFields = ({ items, page }: ProductList, query: string): EventFields<'product_search'> => ({
  query,
  item_total: page.total,
  products: items.map(({ name }) => name),
});

/** There is one wishlist, and it has no prices when something joins it. */
export const wishFields = ({ uid, brand, category_hierarchy: [path], price }: ProductDetail) => {
  const added: EventFields<'product_wishlist_add'> = {
    wishlist_name: 'Wishlist',
    wishlist_id: 'default',
    product_id: uid,
    brand: brand.name,
    l3_category: path?.l3.name ?? '',
    quantity: '1',
    value: String(price?.effective.min ?? ''),
  };
  const removed: EventFields<'product_wishlist_remove'> = {
    ...added,
    mrp: price?.marked.min ?? null,
    esp: price?.effective.min ?? null,
    currency: price?.effective.currency_code ?? null,
  };
  return { added, removed };
};

/** Whole units of the currency, half up, as the event wants them. */
export const viewFields = (product: ProductDetail, prices: Prices): EventFields<'product_view'> => {
  const path = product.category_hierarchy[0];
  return {
    product_id: product.uid,
    currency: prices.currency_code,
    brand: product.brand.name,
    l1_category: path?.l1.name ?? '',
    l3_category: path?.l3.name ?? '',
    mrp: Math.round(prices.marked),
    esp: Math.round(prices.effective),
    quantity: 1,
  };
};
