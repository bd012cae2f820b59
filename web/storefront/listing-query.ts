/** The choices of a listing, which are its address; and the address after one of them changes. Pure. */
import type { ProductList } from '../../src/contract/catalog/catalog-contract.ts';
import type { Shelf, Shelves } from '../../src/contract/catalog/storefront-contract.ts';
import { words } from './words.ts';

/** What a choice may look like; an address that was mistyped or grew old has others, which count for nothing. */
const shapes: ReadonlyMap<string, RegExp> = new Map([
  ['q', /^[^]{1,200}$/],
  ['category', /^[1-9]\d{0,8}$/],
  ['brand', /^[1-9]\d{0,8}$/],
  ['min_price', /^\d{1,9}(\.\d{1,2})?$/],
  ['max_price', /^\d{1,9}(\.\d{1,2})?$/],
  ['in_stock', /^true$/],
  ['sort', /^(relevance|latest|price_asc|price_desc|name)$/],
  ['page', /^[1-9]\d{0,3}$/],
]);
/** How often a choice may be made in one address: every link of the page repeats them all. Others are made once, the first counts. */
const MOST_OF_A_KIND: ReadonlyMap<string, number> = new Map([
  ['category', 10],
  ['brand', 50],
]);
export const readable = (query: URLSearchParams): URLSearchParams => {
  const good = [...new Set(query.keys())].flatMap((name) => {
    const values = query.getAll(name).filter((value) => shapes.get(name)?.test(value) === true);
    return [...new Set(values)].slice(0, MOST_OF_A_KIND.get(name) ?? 1).map((value) => [name, value]);
  });
  return new URLSearchParams(good);
};

type Change = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Any change begins at the first page again, unless it names one. */
export const changed = (query: URLSearchParams, change: Change): URLSearchParams => {
  const next = new URLSearchParams(query);
  next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') next.append(name, one);
  }
  return next;
};

export const toggled = (query: URLSearchParams, name: string, value: string): URLSearchParams => {
  const all = query.getAll(name);
  return changed(query, { [name]: all.includes(value) ? all.filter((one) => one !== value) : [...all, value] });
};

/** From the first level down to the one that was chosen; empty when none was, or it is not among the shelves. */
export const chosenPath = (shelves: Shelves | undefined, query: URLSearchParams): readonly Shelf[] => {
  const uid = Number(query.get('category') ?? 0);
  for (const first of shelves?.categories ?? []) {
    if (first.uid === uid) return [first];
    for (const second of first.children) {
      if (second.uid === uid) return [first, second];
      const third = second.children.find((one) => one.uid === uid);
      if (third !== undefined) return [first, second, third];
    }
  }
  return [];
};

/** The shelves below the chosen one, or beside it when there are none below. */
export const shelvesBelow = (shelves: Shelves | undefined, path: readonly Shelf[]): readonly Shelf[] => {
  const [first, second] = path;
  const firstShelf = shelves?.categories.find(({ uid }) => uid === first?.uid);
  if (firstShelf === undefined) return shelves?.categories ?? [];
  return firstShelf.children.find(({ uid }) => uid === second?.uid)?.children ?? firstShelf.children;
};

export type Chip = { readonly label: string; readonly without: URLSearchParams };

/** What narrows the list, each with the address without it; the category is shown elsewhere. */
export const chipsOf = (
  query: URLSearchParams,
  shelves: Shelves | undefined,
  amount: (text: string) => string,
): readonly Chip[] => {
  const chip = (name: string, label: (text: string) => string): readonly Chip[] => {
    const text = query.get(name);
    return text === null ? [] : [{ label: label(text), without: changed(query, { [name]: undefined }) }];
  };
  const brandName = (uid: string): string =>
    shelves?.brands.find((brand) => String(brand.uid) === uid)?.name ?? words.listing.brand;
  return [
    ...chip('q', words.listing.quoted),
    ...query.getAll('brand').map((uid) => ({ label: brandName(uid), without: toggled(query, 'brand', uid) })),
    ...chip('min_price', (text) => words.listing.fromPrice(amount(text))),
    ...chip('max_price', (text) => words.listing.upTo(amount(text))),
    ...chip('in_stock', () => words.listing.inStock),
  ];
};

/** The shelves with as many products as the list has of each; as the shop has them where nothing was counted. */
export const shelvesWithin = (shelves: Shelves | undefined, filters: ProductList['filters']): Shelves | undefined => {
  if (shelves === undefined || filters === undefined) return shelves;
  const counts = new Map(
    filters.flatMap(({ key, values }) => values.map(({ value, count }) => [`${key.name}/${value}`, count] as const)),
  );
  const within = <T extends Shelf>(kind: string, shelf: T): T => ({
    ...shelf,
    count: counts.get(`${kind}/${shelf.uid}`) ?? 0,
  });
  return {
    brands: shelves.brands.map((brand) => within('brand', brand)),
    categories: shelves.categories.map((first) => ({
      ...within('l1_category', first),
      children: first.children.map((second) => ({
        ...within('l2_category', second),
        children: second.children.map((third) => within('l3_category', third)),
      })),
    })),
  };
};
