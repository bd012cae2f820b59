/**
 * What values of filters are called: as a product says that has them. Kept for as long as no product of the company changes, so that
 * a list does not read a product for every value it can be narrowed by. A name can be newer than the version it is kept for, never
 * older.
 */
import type { Product } from '../product.ts';
import type { CatalogReader } from '../read-articles.ts';
import type { Facet } from './facet-query.ts';

/** A value by its term, and a product that has it. */
export type NamedValue = { readonly facet: Facet; readonly term: string; readonly item_id: number };
type ValueNames = (
  companyId: number,
  version: number,
  values: readonly NamedValue[],
) => Promise<ReadonlyMap<string, string>>;

const COMPANIES_KEPT = 1_000;
const NAMES_KEPT = 10_000;

export const valueOf = ({ facet, term }: Pick<NamedValue, 'facet' | 'term'>): string =>
  term.slice(facet.term.length + 1);

const namesIn = ({ categories, brand, departments }: Product, { term }: Facet) =>
  ({
    brand: [brand],
    l1: categories.map(({ l1 }) => l1),
    l2: categories.map(({ l2 }) => l2),
    l3: categories.map(({ l3 }) => l3),
    department: departments,
    tag: [],
  })[term];

/** By the terms of the values; one that nothing names, as a tag, is left out. */
export const valueNames = ({ items }: Pick<CatalogReader, 'items'>): ValueNames => {
  const kept = new Map<number, { readonly version: number; readonly names: Map<string, string> }>();
  const namesOf = (companyId: number, version: number): Map<string, string> => {
    const known = kept.get(companyId);
    if (known?.version === version && known.names.size < NAMES_KEPT) return known.names;
    if (kept.size >= COMPANIES_KEPT) kept.clear();
    const names = new Map<string, string>();
    kept.set(companyId, { version, names });
    return names;
  };
  return async (companyId, version, values) => {
    const names = namesOf(companyId, version);
    const unknown = values.filter(({ facet, term }) => facet.term !== 'tag' && !names.has(term));
    if (unknown.length === 0) return names;
    const samples = await items(companyId, [...new Set(unknown.map(({ item_id }) => item_id))]);
    for (const { facet, term, item_id } of unknown) {
      const product = samples.get(item_id)?.product;
      const value = valueOf({ facet, term });
      const named = product && namesIn(product, facet).find(({ uid }) => String(uid) === value);
      if (named !== undefined) names.set(term, named.name);
    }
    return names;
  };
};
