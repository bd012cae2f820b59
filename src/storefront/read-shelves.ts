/**
 * What a shopper can choose from: categories in three levels and brands, each with the number of its products. Made from the
 * terms products are found by, so its cost is that of counting; kept until a product changes.
 */
import { type CatalogVersions, readCatalogVersions } from '../catalog/catalog-versions.ts';
import type { CategoryPath, Named, Product } from '../catalog/product.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import { filterTerm } from '../catalog/listing/search-rules.ts';
import type { Shelf, Shelves } from '../contract/catalog/storefront-contract.ts';
import type { Database } from '../db/database.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../shared/shared-load.ts';

type Counted = { readonly term: string; readonly total: number; readonly item_id: number };
type KeptShelves = { readonly version: CatalogVersions['product']; readonly shelves: Shelves };
export type ReadShelves = (companyId: number) => Promise<KeptShelves>;

/** Every page has all of them: those with most products, and so no category without the one that it lies in. */
const MOST_SHELVES = 1_000;
/** ';' follows ':', so a kind's terms lie between `brand:` and `brand;`. */
const COUNT = `select t.term, count(*) as total, min(t.item_id) as item_id
  from product_term t join product p on p.company_id = t.company_id and p.uid = t.item_id
  where t.company_id = ? and p.is_active = 1
    and ((t.term >= 'brand:' and t.term < 'brand;') or (t.term >= 'l1:' and t.term < 'l3;'))
  group by t.term order by count(*) desc, t.term limit ${MOST_SHELVES}`;
const COMPANIES_KEPT = 1_000;

const byCount = (a: Shelf, b: Shelf): number => b.count - a.count || a.uid - b.uid;
type Level = 'l1' | 'l2' | 'l3';

/** Every category and brand has a product among `samples` that names it and its place. Pure. */
export const shelvesOf = (counted: readonly Omit<Counted, 'item_id'>[], samples: readonly Product[]): Shelves => {
  const totals = new Map(counted.map(({ term, total }) => [term, total]));
  /** Those that were counted, each once, with what of `all` it is in. */
  const shelves = <Of>(kind: Level | 'brand', all: readonly Of[], namedBy: (one: Of) => Named) =>
    [...Map.groupBy(all, (one) => namedBy(one).uid)].flatMap(([uid, within]) => {
      const count = totals.get(filterTerm(kind, uid));
      const [{ name }] = within.slice(-1).map(namedBy) as [Named];
      return count === undefined ? [] : [{ shelf: { uid, name, count }, within }];
    });
  const level = <Below>(
    kind: Level,
    paths: readonly CategoryPath[],
    below: (shelf: Shelf, within: readonly CategoryPath[]) => Below,
  ) =>
    shelves(kind, paths, (path) => path[kind])
      .toSorted((a, b) => byCount(a.shelf, b.shelf))
      .map(({ shelf, within }) => below(shelf, within));
  return {
    categories: level(
      'l1',
      samples.flatMap(({ categories }) => categories),
      (first, inFirst) => ({
        ...first,
        children: level('l2', inFirst, (second, inSecond) => ({
          ...second,
          children: level('l3', inSecond, (third) => third),
        })),
      }),
    ),
    brands: shelves('brand', samples, ({ brand }) => brand)
      .map(({ shelf }) => shelf)
      .toSorted(byCount),
  };
};

export const shelfReader = (db: Database, catalog: CatalogReader, onLate?: OnLate): ReadShelves => {
  const kept = new Map<number, KeptShelves>();
  /** Counting goes through all products: asked for by many after a change, it is done once. */
  const counting = sharedLoads<KeptShelves>({ what: 'shelves', deadlineMs: LOAD_DEADLINE_MS, onLate });
  const count = async (companyId: number, version: number): Promise<KeptShelves> => {
    const counted: Counted[] = [];
    for await (const rows of db.scan<Counted>(COUNT, [companyId])) counted.push(...rows);
    const samples = await catalog.items(companyId, [...new Set(counted.map(({ item_id }) => item_id))]);
    const shelves = shelvesOf(
      counted,
      [...samples.values()].map(({ product }) => product),
    );
    const fresh = { version, shelves };
    if (kept.size >= COMPANIES_KEPT) kept.clear();
    kept.set(companyId, fresh);
    return fresh;
  };
  return async (companyId) => {
    const { product: version } = await readCatalogVersions(db, companyId);
    const known = kept.get(companyId);
    return known?.version === version ? known : counting(`${companyId}/${version}`, () => count(companyId, version));
  };
};
