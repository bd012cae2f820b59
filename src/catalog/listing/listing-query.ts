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

/** The terms of each filter that is asked for: a product has one of them. */
export const filterTerms = (query: ProductsQuery): readonly (readonly string[])[] => {
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
const WORDS_JOINED = 3;

/** Items that have one of these terms. */
const itemsOf = (companyId: number, ranges: readonly TermRange[]): Condition => ({
  sql: `select item_id from product_term where company_id = ? and (${ranges
    .map(() => '(term >= ? and term < ?)')
    .join(' or ')})`,
  params: [companyId, ...ranges.flatMap(({ from, to }) => [from, to])],
});

/**
 * Many words are one condition, the items that all of them have: PostgreSQL looks for the best order of joins among conditions of
 * their own, and for eight words in each of six counts it looked for seconds.
 */
const words = (companyId: number, asked: Words, uid: string): readonly Condition[] => {
  const sets = asked.map((ranges) => itemsOf(companyId, ranges));
  const all = { sql: sets.map(({ sql }) => sql).join(' intersect '), params: sets.flatMap(({ params }) => params) };
  return (asked.length > WORDS_JOINED ? [all] : sets).map(({ sql, params }) => ({ sql: `${uid} in (${sql})`, params }));
};

/** Everything of a question that terms answer; `uid` is the column of the product, `meant` its words if they were looked up. */
export const termConditions = (
  companyId: number,
  query: ProductsQuery,
  uid: string,
  meant: Words = askedWords(query.q ?? '').map((range) => [range]),
): readonly Condition[] => [
  ...filterTerms(query).map((terms) => anyOf(companyId, terms, uid)),
  ...words(companyId, meant, uid),
];

type PriceBounds = { readonly currency: string; readonly least: number; readonly most: number };

/** Bounds in the minor units of a product's own currency; undefined: none. A product without a rate is in no range. */
export const priceBounds = ({
  query: { min_price: least, max_price: most },
  currency,
  rates,
}: Pick<Question, 'query' | 'currency' | 'rates'>): readonly PriceBounds[] | undefined => {
  if (least === undefined && most === undefined) return undefined;
  const sources = [
    { from: currency, factor: 1 },
    ...rates.map(({ from, digits, decimals }) => ({ from, factor: digits / powerOfTen(decimals) })),
  ];
  return sources.map(({ from, factor }) => {
    const minor = (amount: number): number => (amount / factor) * powerOfTen(currencyOf(from).exponent);
    // A millionth of slack, because a rate divides unevenly.
    return {
      currency: from,
      least: Math.ceil(minor(least ?? 0) - 1e-6),
      most: Math.floor(minor(Math.min(most ?? 1e12, 1e12)) + 1e-6),
    };
  });
};

const priceRange = (question: Question): readonly Condition[] => {
  const bounds = priceBounds(question);
  if (bounds === undefined) return [];
  const one = '(o.currency_code = ? and o.min_effective >= ? and o.min_effective <= ?)';
  return [
    {
      sql: `(${bounds.map(() => one).join(' or ')})`,
      params: bounds.flatMap(({ currency, least, most }) => [currency, least, most]),
    },
  ];
};

const orders: Readonly<Record<Exclude<ProductsQuery['sort'], 'relevance' | undefined>, string>> = {
  latest: 'p.created_at desc, p.uid desc',
  name: 'p.sort_name, p.uid',
  price_asc: 'o.currency_code, o.min_effective, p.uid',
  price_desc: 'o.currency_code, o.min_effective desc, p.uid',
};

/** Two for each word of the question that the name has, one for one that a word of it begins with. Words are letters and figures alone. */
const nearness = (ranges: readonly TermRange[]): Condition => {
  const like = (name: string): string => `(${ranges.map(() => `${name} like ?`).join(' or ')})`;
  return {
    sql: `(case when ${like("' ' || p.sort_name || ' '")} then 2 when ${like("' ' || p.sort_name")} then 1 else 0 end)`,
    params: [...ranges.map(({ word }) => `% ${word} %`), ...ranges.map(({ word }) => `% ${word}%`)],
  };
};

const orderOf = ({ query: { sort = 'latest' }, words: meant }: Question): Condition => {
  if (sort !== 'relevance') return { sql: orders[sort], params: [] };
  if (meant.length === 0) return { sql: orders.latest, params: [] };
  const near = meant.map(nearness);
  return {
    sql: `${near.map(({ sql }) => sql).join(' + ')} desc, ${orders.latest}`,
    params: near.flatMap(({ params }) => params),
  };
};

/**
 * What a product costs and whether it can be had, as a table `o`. Of a bundle with the parts it brings: the cheapest of each that can
 * be had, in the bundle's own base currency, times their units; where one has no such price, the box alone. It can be had in a size in
 * which all of them come along. `product-view.ts` says the same of one product.
 */
export const wholeOffers = (companyId: number, itemIds?: readonly number[]): Condition => {
  const only = itemIds === undefined ? undefined : valueList(itemIds);
  const among = (column: string): string => (only === undefined ? '' : `and ${column} in ${only.places}`);
  const values = only?.values ?? [];
  return {
    sql: `(select q.company_id, q.item_id, q.currency_code, q.min_effective + coalesce(w.price, 0) as min_effective,
      case when w.bundle_id is null then q.in_stock else w.in_stock end as in_stock
    from product_offer q left join (
      select b.bundle_id, b.price, case when exists (
          select 1 from article a where a.company_id = b.company_id and a.item_id = b.bundle_id and a.is_active = 1
            and (a.quantity > 0 or a.is_made_to_order = 1) and not exists (
              select 1 from product_part m where m.company_id = b.company_id and m.bundle_id = b.bundle_id and not exists (
                select 1 from product c join article d on d.company_id = c.company_id and d.item_id = c.uid
                where c.company_id = m.company_id and c.uid = m.item_id and c.is_active = 1 and d.is_active = 1
                  and d.size = coalesce(m.size, a.size) and (d.quantity >= m.units or d.is_made_to_order = 1))))
        then 1 else 0 end as in_stock
      from (
        select x.company_id, x.bundle_id,
          case when count(*) = count(x.price) then cast(sum(x.units * x.price) as bigint) else 0 end as price
        from (
          select t.company_id, t.bundle_id, t.place, t.units,
            coalesce(min(case when a.quantity > 0 or a.is_made_to_order = 1 then a.effective end), min(a.effective)) as price
          from product_part t join product_offer own on own.company_id = t.company_id and own.item_id = t.bundle_id
            left join product c on c.company_id = t.company_id and c.uid = t.item_id and c.is_active = 1
            left join article a on a.company_id = c.company_id and a.item_id = c.uid and a.is_active = 1
              and a.currency_code = own.currency_code and a.size = coalesce(t.size, a.size)
          where t.company_id = ? ${among('t.bundle_id')}
          group by t.company_id, t.bundle_id, t.place, t.units) x
        group by x.company_id, x.bundle_id) b) w on w.bundle_id = q.item_id
    where q.company_id = ? ${among('q.item_id')})`,
    params: [companyId, ...values, companyId, ...values],
  };
};

/** Whether a list asks what a product costs or whether it can be had. */
export const asksWhole = ({ sort, min_price: least, max_price: most, in_stock: stock }: ProductsQuery): boolean =>
  sort === 'price_asc' || sort === 'price_desc' || least !== undefined || most !== undefined || stock === true;

/** To be called `o`. A company without bundles, and a list that does not ask for it, has the plain table. */
export const offersOf = ({ companyId, query, bundles }: Question, isAsked = asksWhole(query)): Condition =>
  bundles && isAsked ? wholeOffers(companyId) : { sql: 'product_offer', params: [] };

export type Question = {
  readonly companyId: number;
  readonly query: ProductsQuery;
  readonly currency: string;
  /** The rates that hold now, into that currency. */
  readonly rates: readonly StoredRate[];
  /** Whether the company sells bundles that bring parts into a cart. */
  readonly bundles: boolean;
  /** The words of `query.q`, as the catalogue knows them. */
  readonly words: Words;
  /** The items that have the EANs asked for; undefined when none were. */
  readonly itemIds: readonly number[] | undefined;
};

/** What holds of every product that answers the question: of `p`, the product, and `o`, its offer. */
export const conditionsOf = (question: Question): readonly Condition[] => {
  const { companyId, query, itemIds, words: meant } = question;
  const named = itemIds === undefined ? undefined : valueList(itemIds.length === 0 ? [0] : itemIds);
  return [
    { sql: 'p.company_id = ? and p.is_active = 1 and o.min_effective is not null', params: [companyId] },
    ...termConditions(companyId, query, 'p.uid', meant),
    ...priceRange(question),
    ...(query.in_stock === true ? [{ sql: 'o.in_stock = 1', params: [] }] : []),
    ...(named === undefined ? [] : [{ sql: `p.uid in ${named.places}`, params: named.values }]),
  ];
};

export const listing = (question: Question): Listing => {
  const order = orderOf(question);
  const conditions = conditionsOf(question);
  const offers = offersOf(question);
  const from = `from product p join ${offers.sql} o on o.company_id = p.company_id and o.item_id = p.uid
    where ${conditions.map(({ sql }) => sql).join(' and ')}`;
  const params = [...offers.params, ...conditions.flatMap((condition) => condition.params)];
  return {
    count: { sql: `select count(*) as total ${from}`, params },
    page: (limit, offset) => ({
      sql: `select p.uid ${from} order by ${order.sql} limit ? offset ?`,
      params: [...params, ...order.params, limit, offset],
    }),
  };
};
