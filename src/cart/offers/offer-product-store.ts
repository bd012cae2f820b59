/** Products that an offer may give to, in SQL: those it names by item, brand, category or department, else all. */
import { filterTerm, type FilterKind } from '../../catalog/listing/search-rules.ts';
import { valueList } from '../../db/value-list.ts';
import type { All, Database, Value } from '../../db/database.ts';
import type { CompiledOffer, Criteria, Dimension } from '../../pricing/compile/offer-types.ts';

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

/** Values beyond this are not worth a list: every product is looked at instead. */
const MOST_VALUES = 500;

const among = (
  offer: CompiledOffer,
  companyId: number,
): { readonly sql: string; readonly params: readonly Value[] } => {
  const found = offer.discounts.flatMap(({ criteria }) => criteria.map(narrowingOf));
  const known = found.filter((one) => one !== null);
  const items = known.flatMap((one) => one.items);
  const terms = known.flatMap((one) => one.terms);
  const isOpen = known.length < found.length || offer.discounts.some(({ criteria }) => criteria.length === 0);
  if (isOpen || items.length + terms.length > MOST_VALUES) return { sql: '', params: [] };
  const named = valueList(items.length === 0 ? [0] : items);
  const termed = valueList(terms.length === 0 ? [''] : terms);
  return {
    sql: `and (uid in ${named.places} or uid in
      (select item_id from product_term where company_id = ? and term in ${termed.places}))`,
    params: [...named.values, companyId, ...termed.values],
  };
};

/** Numbers of products that are sold, in order, beginning after `afterUid`. */
export const candidateProducts = async (
  db: Database,
  companyId: number,
  { offer, afterUid, limit }: { readonly offer: CompiledOffer; readonly afterUid: number; readonly limit: number },
): All<number> => {
  const { sql, params } = among(offer, companyId);
  const rows = await db.all<{ uid: number }>(
    `select uid from product where company_id = ? and is_active = 1 and uid > ? ${sql} order by uid limit ?`,
    [companyId, afterUid, ...params, limit],
  );
  return rows.map(({ uid }) => uid);
};
