/**
 * What a list can be narrowed by, counted within its question. A kind is counted as if nothing of it were chosen, so that a second
 * value can be; everything else of the question holds. Its cost grows with the products found: it runs through `scan`. Pure.
 */
import type { ProductsQuery } from '../../contract/catalog/catalog-contract.ts';
import { type Condition, conditionsOf, offersOf, type Question } from './listing-query.ts';

export const facets = [
  { name: 'brand', term: 'brand', display: 'Brand' },
  { name: 'l1_category', term: 'l1', display: 'Category' },
  { name: 'l2_category', term: 'l2', display: 'Category, second level' },
  { name: 'l3_category', term: 'l3', display: 'Category, third level' },
  { name: 'department', term: 'department', display: 'Department' },
  { name: 'tag', term: 'tag', display: 'Tag' },
] as const;
export type Facet = (typeof facets)[number];

/** A question as if nothing of these were asked. */
export const without = (question: Question, ...fields: readonly (keyof ProductsQuery)[]): Question => ({
  ...question,
  query: Object.fromEntries(
    Object.entries(question.query).filter(([name]) => !(fields as readonly string[]).includes(name)),
  ),
});

/** ';' follows ':', so a kind's terms lie between `brand:` and `brand;`. */
const within = ({ companyId }: Question, { term }: Facet): Condition => ({
  sql: 't.company_id = ? and t.term >= ? and t.term < ?',
  params: [companyId, `${term}:`, `${term};`],
});
const TERMS = 'select t.term, count(*) as total, min(t.item_id) as item_id from';

/** Nothing narrows the list: the terms are counted as they lie, without those of the few products that are not listed. */
const countedOfAll = (question: Question, facet: Facet): Condition => {
  const { sql, params } = within(question, facet);
  return {
    sql: `${TERMS} product_term t where ${sql} and t.item_id not in (select p.uid from product p
        left join product_offer o on o.company_id = p.company_id and o.item_id = p.uid
        where p.company_id = ? and (p.is_active = 0 or o.min_effective is null))
      group by t.term`,
    params: [...params, question.companyId],
  };
};

/** Begins with the products that the question finds and looks for their terms; a cross join keeps SQLite to that order. */
const countedOfSome = (question: Question, facet: Facet): Condition => {
  const conditions = [...conditionsOf(question), within(question, facet)];
  const offers = offersOf(question);
  return {
    sql: `${TERMS} product p cross join ${offers.sql} o cross join product_term t
      where o.company_id = p.company_id and o.item_id = p.uid and t.item_id = p.uid
        and ${conditions.map(({ sql }) => sql).join(' and ')}
      group by t.term`,
    params: [...offers.params, ...conditions.flatMap(({ params }) => params)],
  };
};

const counted = (question: Question, kinds: readonly Facet[]): Condition => {
  const isOpen = conditionsOf(question).length === 1;
  const parts = kinds.map((facet) => (isOpen ? countedOfAll(question, facet) : countedOfSome(question, facet)));
  return { sql: parts.map(({ sql }) => sql).join(' union all '), params: parts.flatMap(({ params }) => params) };
};

export const isChosen = ({ query }: Question, { name }: Facet): boolean => (query[name]?.length ?? 0) > 0;

/** One statement for all kinds of which nothing is chosen, and one for each of the others. */
export const facetCounts = (question: Question): readonly Condition[] => {
  const open = facets.filter((facet) => !isChosen(question, facet));
  const chosen = facets.filter((facet) => isChosen(question, facet));
  return [
    ...(open.length === 0 ? [] : [counted(question, open)]),
    ...chosen.map((facet) => counted(without(question, facet.name), [facet])),
  ];
};

/** The lowest and the highest base price in the currency of the answer, and how many can be had. */
export const priceAndStock = (question: Question): readonly [price: Condition, stock: Condition] => {
  const priced = conditionsOf(without(question, 'min_price', 'max_price'));
  const stocked = conditionsOf(without(question, 'in_stock'));
  const offers = offersOf(question, true);
  const from = (conditions: readonly Condition[], more: string): string =>
    `from product p join ${offers.sql} o on o.company_id = p.company_id and o.item_id = p.uid where ${conditions.map(({ sql }) => sql).join(' and ')} and ${more}`;
  return [
    {
      sql: `select min(o.min_effective) as least, max(o.min_effective) as most, count(*) as total
        ${from(priced, 'o.currency_code = ?')}`,
      params: [...offers.params, ...priced.flatMap(({ params }) => params), question.currency],
    },
    {
      sql: `select count(*) as total ${from(stocked, 'o.in_stock = 1')}`,
      params: [...offers.params, ...stocked.flatMap(({ params }) => params)],
    },
  ];
};
