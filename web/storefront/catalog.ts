/** What the shop offers, asked for. */
import type { ProductDetail, ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { Arrival, Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { call } from './call.ts';

const path = '/service/application/catalog/v1.0/products';

export const pageSize = 24;

/** The parameters of a listing's address are those of the operation, but for `page`. */
const passedOn = ['q', 'category', 'brand', 'min_price', 'max_price', 'in_stock', 'sort'];

export const listProducts = (asked: URLSearchParams): Promise<ProductList> =>
  call(path, {
    query: {
      ...Object.fromEntries(passedOn.filter((name) => asked.has(name)).map((name) => [name, asked.getAll(name)])),
      page_no: asked.get('page') ?? undefined,
      page_size: pageSize,
    },
  });

export const readProduct = (slug: string): Promise<ProductDetail> => call(`${path}/${encodeURIComponent(slug)}`);
export const readShelves = (): Promise<Shelves> => call('/storefront/shelves');
export const readArrival = (itemId: number, size: string, areaCode: string): Promise<Arrival> =>
  call('/storefront/arrival', { query: { item_id: itemId, size, area_code: areaCode } });
