/**
 * What a shopper can choose from: categories in three levels and brands, each with the number of its products. Made from the
 * terms products are found by, so its cost is that of counting; kept until a product changes.
 */
import { type CatalogVersions, readCatalogVersions } from '../catalog/catalog-versions.ts';
import type { Named, Product } from '../catalog/product.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import { filterTerm } from '../catalog/listing/search-rules.ts';
import type { Shelf, Shelves } from '../contract/catalog/storefront-contract.ts';
import type { Database } from '../db/database.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../shared/shared-load.ts';

type Counted = { readonly term: string; readonly total: number; readonly item_id: number };
type KeptShelves = { readonly version: CatalogVersions['product']; readonly shelves: Shelves };
export type ReadShelves = (companyId: number) => Promise<KeptShelves>;

/** ';' follows ':', so a kind's terms lie between `brand:` and `brand;`. */
const COUNT = `select t.term, count(*) as total, min(t.item_id) as item_id
  from product_term t join product p on p.company_id = t.company_id and p.uid = t.item_id
  where t.company_id = ? and p.is_active = 1
    and ((t.term >= 'brand:' and t.term < 'brand;') or (t.term >= 'l1:' and t.term < 'l3;'))
  group by t.term`;
const COMPANIES_KEPT = 1_000;

const byCount = (a: Shelf, b: Shelf): number => b.count - a.count || a.uid - b.uid;
const distinct = (all: readonly Named[]): readonly Named[] => [...new Map(all.map((one) => [one.uid, one])).values()];

/** Every category and brand has a product among `samples` that names it and its place. Pure. */
const shelvesOf = (counted: readonly Omit<Counted, 'item_id'>[], samples: readonly Product[]): Shelves => {
  const totals = new Map(counted.map(({ term, total }) => [term, total]));
  const shelf = (kind: 'brand' | 'l1' | 'l2' | 'l3', { uid, name }: Named): Shelf => ({
    uid,
    name,
    count: totals.get(filterTerm(kind, uid)) ?? 0,
  });
  const paths = samples.flatMap(({ categories }) => categories);
  const first = distinct(paths.map(({ l1 }) => l1));
  const second = (parent: Named) => distinct(paths.filter(({ l1 }) => l1.uid === parent.uid).map(({ l2 }) => l2));
  const third = (grand: Named, parent: Named) =>
    distinct(paths.filter(({ l1, l2 }) => l1.uid === grand.uid && l2.uid === parent.uid).map(({ l3 }) => l3));
  return {
    categories: first
      .map((l1) => ({
        ...shelf('l1', l1),
        children: second(l1)
          .map((l2) => ({
            ...shelf('l2', l2),
            children: third(l1, l2)
              .map((l3) => shelf('l3', l3))
              .toSorted(byCount),
          }))
          .toSorted(byCount),
      }))
      .toSorted(byCount),
    brands: distinct(samples.map(({ brand }) => brand))
      .map((brand) => shelf('brand', brand))
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
