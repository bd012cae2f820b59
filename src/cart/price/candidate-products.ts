/** Products that criteria may mean, in SQL: those named by item, brand, category or department, else all. */
import { filterTerm, type FilterKind } from '../../catalog/listing/search-rules.ts';
import { valueList } from '../../db/value-list.ts';
import type { All, Database, Value } from '../../db/database.ts';
import type { Criteria, Dimension } from '../../pricing/compile/offer-types.ts';

const termKinds: Readonly<Partial<Record<Dimension, FilterKind>>> = {
  brand: 'brand',
  l1: 'l1',
  l2: 'l2',
  l3: 'l3',
  department: 'department',
};

type Narrowing = { readonly items: readonly number[]; readonly terms: readonly string[] };

/** Null when what it asks for is not in the product's own row: then every product has to be looked at. */
const narrowingOf = ({ wants }: Criteria): Narrowing | null => {
  const items = wants.find(({ dimension }) => dimension === 'item');
  if (items !== undefined) return { items: [...items.values].map(Number), terms: [] };
  const telling = wants.find(({ dimension }) => termKinds[dimension] !== undefined);
  const kind = telling && termKinds[telling.dimension];
  if (telling === undefined || kind === undefined) return null;
  return { items: [], terms: [...telling.values].map((value) => filterTerm(kind, value)) };
};

/** Whether products can be found by what they ask for; else every product may be meant. */
export const namesProducts = (criteria: readonly Criteria[]): boolean =>
  criteria.length > 0 && criteria.every((one) => narrowingOf(one) !== null);

/** Values beyond this are not worth a list: every product is looked at instead. */
const MOST_VALUES = 500;

const among = (
  criteria: readonly Criteria[],
  companyId: number,
): { readonly sql: string; readonly params: readonly Value[] } => {
  const known = criteria.map(narrowingOf).filter((one) => one !== null);
  const items = known.flatMap((one) => one.items);
  const terms = known.flatMap((one) => one.terms);
  const isOpen = known.length < criteria.length || criteria.length === 0;
  if (isOpen || items.length + terms.length > MOST_VALUES) return { sql: '', params: [] };
  const named = valueList(items.length === 0 ? [0] : items);
  const termed = valueList(terms.length === 0 ? [''] : terms);
  return {
    sql: `and (p.uid in ${named.places} or p.uid in
      (select item_id from product_term where company_id = ? and term in ${termed.places}))`,
    params: [...named.values, companyId, ...termed.values],
  };
};

type Sought = { readonly criteria: readonly Criteria[]; readonly limit: number };

/** Numbers of products that are sold and that one of the criteria may mean, in order, beginning after `afterUid`. */
export const candidateProducts = async (
  db: Database,
  companyId: number,
  { criteria, afterUid, limit }: Sought & { readonly afterUid: number },
): All<number> => {
  const { sql, params } = among(criteria, companyId);
  const rows = await db.all<{ uid: number }>(
    `select p.uid from product p where p.company_id = ? and p.is_active = 1 and p.uid > ? ${sql}
     order by p.uid limit ?`,
    [companyId, afterUid, ...params, limit],
  );
  return rows.map(({ uid }) => uid);
};

export type CheapProduct = { readonly uid: number; readonly price: number };

/**
 * Products in stock that one of the criteria may mean, cheapest first by the catalogue's own price in the currency. Not those that
 * bring others along: what they cost is more than their own price.
 */
export const cheapestProducts = async (
  db: Database,
  companyId: number,
  { criteria, currency, limit }: Sought & { readonly currency: string },
): All<CheapProduct> => {
  const { sql, params } = among(criteria, companyId);
  const found: CheapProduct[] = [];
  const rows = db.scan<CheapProduct>(
    `select p.uid, o.min_effective as price
     from product p join product_offer o on o.company_id = p.company_id and o.item_id = p.uid
     where p.company_id = ? and p.is_active = 1 and o.in_stock = 1 and o.currency_code = ?
       and o.min_effective is not null ${sql}
       and not exists (select 1 from product_part m where m.company_id = p.company_id and m.bundle_id = p.uid)
     order by o.min_effective, p.uid limit ?`,
    [companyId, currency, ...params, limit],
  );
  for await (const portion of rows) found.push(...portion);
  return found;
};
