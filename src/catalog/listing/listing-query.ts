/** A question about products, and the SQL that answers it. Its cost grows with the catalogue: it runs through `scan`. Pure. */
import type { ProductsQuery } from '../../contract/catalog/catalog-contract.ts';
import type { Value } from '../../db/database.ts';
import { currencyOf } from '../../shared/currency.ts';
import { powerOfTen } from '../../shared/money.ts';
import type { StoredRate } from '../exchange-rate.ts';
import { askedWords, type FilterKind, filterTerm, type TermRange } from './search-rules.ts';
import { valueList } from '../../db/value-list.ts';

export type Condition = { readonly sql: string; readonly params: readonly Value[] };
export type Listing = { readonly count: Condition; readonly page: (limit: number, offset: number) => Condition };

const anyOf = (companyId: number, terms: readonly string[], uid: string): Condition => {
  const { places, values } = valueList(terms);
  return {
    sql: `${uid} in (select item_id from product_term where company_id = ? and term in ${places})`,
    params: [companyId, ...values],
  };
};

const filters = (query: ProductsQuery): readonly (readonly string[])[] => {
  const terms = (kinds: readonly FilterKind[], values: readonly (string | number)[] = []) =>
    values.flatMap((value) => kinds.map((kind) => filterTerm(kind, value)));
  return [
    terms(['brand'], query.brand),
    terms(['l1', 'l2', 'l3'], query.category),
    terms(['l1'], query.l1_category),
    terms(['l2'], query.l2_category),
    terms(['l3'], query.l3_category),
    terms(['department'], query.department),
    terms(['tag'], query.tag),
  ].filter((list) => list.length > 0);
};

type Words = readonly (readonly TermRange[])[];
const words = (companyId: number, asked: Words, uid: string): readonly Condition[] =>
  asked.map((ranges) => ({
    sql: `${uid} in (select item_id from product_term where company_id = ? and (${ranges
      .map(() => '(term >= ? and term < ?)')
      .join(' or ')}))`,
    params: [companyId, ...ranges.flatMap(({ from, to }) => [from, to])],
  }));

/** Everything of a question that terms answer; `uid` is the column of the product, `meant` its words if they were looked up. */
export const termConditions = (
  companyId: number,
  query: ProductsQuery,
  uid: string,
  meant: Words = askedWords(query.q ?? '').map((range) => [range]),
): readonly Condition[] => [
  ...filters(query).map((terms) => anyOf(companyId, terms, uid)),
  ...words(companyId, meant, uid),
];

/** Bounds in the minor units of a product's own currency; a product without a rate is in no range. */
const priceRange = (
  { min_price: least, max_price: most }: ProductsQuery,
  currency: string,
  rates: readonly StoredRate[],
): readonly Condition[] => {
  if (least === undefined && most === undefined) return [];
  const sources = [
    { from: currency, factor: 1 },
    ...rates.map(({ from, digits, decimals }) => ({ from, factor: digits / powerOfTen(decimals) })),
  ];
  const ranges = sources.map(({ from, factor }) => {
    const minor = (amount: number): number => (amount / factor) * powerOfTen(currencyOf(from).exponent);
    // A millionth of slack, because a rate divides unevenly.
    const bounds = [Math.ceil(minor(least ?? 0) - 1e-6), Math.floor(minor(Math.min(most ?? 1e12, 1e12)) + 1e-6)];
    return {
      sql: '(o.currency_code = ? and o.min_effective >= ? and o.min_effective <= ?)',
      params: [from, ...bounds],
    };
  });
  return [{ sql: `(${ranges.map(({ sql }) => sql).join(' or ')})`, params: ranges.flatMap(({ params }) => params) }];
};

const orders: Readonly<Record<NonNullable<ProductsQuery['sort']>, string>> = {
  latest: 'p.created_at desc, p.uid desc',
  name: 'p.sort_name, p.uid',
  price_asc: 'o.currency_code, o.min_effective, p.uid',
  price_desc: 'o.currency_code, o.min_effective desc, p.uid',
};

export type Question = {
  readonly companyId: number;
  readonly query: ProductsQuery;
  readonly currency: string;
  /** The rates that hold now, into that currency. */
  readonly rates: readonly StoredRate[];
  /** The words of `query.q`, as the catalogue knows them. */
  readonly words: Words;
  /** The items that have the EANs asked for; undefined when none were. */
  readonly itemIds: readonly number[] | undefined;
};

/** What holds of every product that answers the question: of `p`, the product, and `o`, its offer. */
export const conditionsOf = ({
  companyId,
  query,
  currency,
  rates,
  itemIds,
  words: meant,
}: Question): readonly Condition[] => {
  const named = itemIds === undefined ? undefined : valueList(itemIds.length === 0 ? [0] : itemIds);
  return [
    { sql: 'p.company_id = ? and p.is_active = 1 and o.min_effective is not null', params: [companyId] },
    ...termConditions(companyId, query, 'p.uid', meant),
    ...priceRange(query, currency, rates),
    ...(query.in_stock === true ? [{ sql: 'o.in_stock = 1', params: [] }] : []),
    ...(named === undefined ? [] : [{ sql: `p.uid in ${named.places}`, params: named.values }]),
  ];
};

export const listing = (question: Question): Listing => {
  const { query } = question;
  const conditions = conditionsOf(question);
  const from = `from product p join product_offer o on o.company_id = p.company_id and o.item_id = p.uid
    where ${conditions.map(({ sql }) => sql).join(' and ')}`;
  const params = conditions.flatMap((condition) => condition.params);
  return {
    count: { sql: `select count(*) as total ${from}`, params },
    page: (limit, offset) => ({
      sql: `select p.uid ${from} order by ${orders[query.sort ?? 'latest']} limit ? offset ?`,
      params: [...params, limit, offset],
    }),
  };
};
