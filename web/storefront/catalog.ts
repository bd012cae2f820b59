/** What the shop offers, asked for. */
import type { ProductDetail, ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { Arrival, Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { call } from './call.ts';
import { chosenCurrency } from './shop.ts';

const path = '/service/application/catalog/v1.0/products';

export const pageSize = 24;

/** The parameters of a listing's address are those of the operation, but for `page`. */
const passedOn = ['q', 'category', 'brand', 'min_price', 'max_price', 'in_stock'];

/** What was searched for comes in the order in which it was probably meant, until another is chosen. */
export const sortOf = (asked: URLSearchParams): string => {
  const sort = asked.get('sort') ?? 'relevance';
  return sort === 'relevance' && !asked.has('q') ? 'latest' : sort;
};
const sortIn = (asked: URLSearchParams) => (sortOf(asked) === 'latest' ? {} : { sort: sortOf(asked) });

/** Whether the list is narrowed by anything: then what it can be narrowed by further is counted within it. */
const isNarrowed = (asked: URLSearchParams): boolean => passedOn.some((name) => asked.has(name));

export const listProducts = (asked: URLSearchParams): Promise<ProductList> =>
  call(path, {
    query: {
      ...Object.fromEntries(passedOn.filter((name) => asked.has(name)).map((name) => [name, asked.getAll(name)])),
      ...sortIn(asked),
      page_no: asked.get('page') ?? undefined,
      page_size: pageSize,
      filters: isNarrowed(asked) || undefined,
    },
  });

const numbersIn = (asked: URLSearchParams, name: string) =>
  asked.has(name) ? { [name]: asked.getAll(name).map(Number) } : {};
const numberIn = (asked: URLSearchParams, name: string, as = name) =>
  asked.has(name) ? { [as]: Number(asked.get(name)) } : {};
const wordIn = (asked: URLSearchParams, name: string) => (asked.has(name) ? { [name]: asked.get(name) } : {});

/** The same, for the node itself, which asks without a call. */
export const listingQuestion = (asked: URLSearchParams) => ({
  ...wordIn(asked, 'q'),
  ...numbersIn(asked, 'category'),
  ...numbersIn(asked, 'brand'),
  ...numberIn(asked, 'min_price'),
  ...numberIn(asked, 'max_price'),
  ...(asked.has('in_stock') ? { in_stock: true } : {}),
  ...sortIn(asked),
  ...numberIn(asked, 'page', 'page_no'),
  page_size: pageSize,
  ...(isNarrowed(asked) ? { filters: true } : {}),
});

/** Under these names the answers are remembered. */
export const listingKey = (query: URLSearchParams): string => `listing/${chosenCurrency.get()}?${query}`;
export const productKey = (slug: string): string => `product/${chosenCurrency.get()}/${slug}`;
export const shelvesKey = 'shelves';

export const readProduct = (slug: string): Promise<ProductDetail> => call(`${path}/${encodeURIComponent(slug)}`);
export const readShelves = (): Promise<Shelves> => call('/storefront/shelves');
export const readArrival = (itemId: number, size: string, areaCode: string): Promise<Arrival> =>
  call('/storefront/arrival', { query: { item_id: itemId, size, area_code: areaCode } });
