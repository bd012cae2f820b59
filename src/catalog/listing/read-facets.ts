/** What a list can be narrowed by, with names and counts. */
import type { ProductFilter, ProductsQuery } from '../../contract/catalog/catalog-contract.ts';
import type { Row } from '../../db/database.ts';
import { currencyOf } from '../../shared/currency.ts';
import { toDecimal } from '../../shared/money.ts';
import { turnFor } from '../../shared/slices.ts';
import { type Facet, facetCounts, facets, priceAndStock } from './facet-query.ts';
import type { Condition, Question } from './listing-query.ts';
import { type NamedValue, valueOf } from './value-names.ts';

type Counted = { readonly term: string; readonly total: number; readonly item_id: number };
export type Scanned = <T extends Row>(condition: Condition) => Promise<readonly T[]>;

const MOST_VALUES = 100;

const chosenOf = (query: ProductsQuery, { name }: Facet): ReadonlySet<string> =>
  new Set((query[name] ?? []).map(String));

const filterOf = (
  facet: Facet,
  rows: readonly Counted[],
  query: ProductsQuery,
  names: ReadonlyMap<string, string>,
): ProductFilter => {
  const chosen = chosenOf(query, facet);
  return {
    key: { display: facet.display, name: facet.name, kind: 'multivalued' },
    values: rows.map(({ term, total }) => {
      const value = valueOf({ facet, term });
      return { display: names.get(term) ?? value, value, count: total, is_selected: chosen.has(value) };
    }),
  };
};

const byTotal = (a: Counted, b: Counted): number => b.total - a.total || (a.term < b.term ? -1 : 1);

/** The first of them in order, without putting all of them in order: a range may have hundreds of thousands of tags. */
const firstOf = (rows: readonly Counted[]): readonly Counted[] => {
  let first: Counted[] = [];
  let last: Counted | undefined;
  for (const row of rows) {
    if (last !== undefined && byTotal(last, row) < 0) continue;
    first.push(row);
    if (first.length < 2 * MOST_VALUES) continue;
    first = first.toSorted(byTotal).slice(0, MOST_VALUES);
    last = first.at(-1);
  }
  return first.toSorted(byTotal).slice(0, MOST_VALUES);
};

/** Those with most products first; what is chosen stays, however few it has. */
const shown = (facet: Facet, rows: readonly Counted[], query: ProductsQuery): readonly Counted[] => {
  const chosen = chosenOf(query, facet);
  const begins = `${facet.term}:`;
  const own = rows.filter(({ term }) => term.startsWith(begins));
  const first = firstOf(own);
  if (chosen.size === 0) return first;
  const known = new Set(first);
  const others = own.filter((row) => !known.has(row) && chosen.has(valueOf({ facet, term: row.term })));
  return [...first, ...others.toSorted(byTotal)];
};

/** Fewer rows than so many times what is worth a turn are gone through at once. */
const ROWS = 100;
/** Of all that were counted those that are shown. */
export const shownOf = async (rows: readonly Counted[], { query }: Question): Promise<readonly Counted[]> => {
  const all: Counted[] = [];
  for (const facet of facets) {
    await turnFor(rows.length / ROWS);
    all.push(...shown(facet, rows, query));
  }
  return all;
};

type Range = { readonly least: number | null; readonly most: number | null; readonly total: number };

const priceFilter = (range: Range | undefined, { query, currency }: Question): ProductFilter => {
  const { least, most, total } = range ?? { least: null, most: null, total: 0 };
  const { exponent, symbol } = currencyOf(currency);
  const values = (lowest: number, highest: number): ProductFilter['values'] => [
    {
      display: 'Price',
      value: String(lowest),
      count: total,
      is_selected: query.min_price !== undefined || query.max_price !== undefined,
      min: lowest,
      max: highest,
      currency_code: currency,
      currency_symbol: symbol,
    },
  ];
  return {
    key: { display: 'Price', name: 'min_price', kind: 'range' },
    values: least === null || most === null ? [] : values(toDecimal(least, exponent), toDecimal(most, exponent)),
  };
};

const stockFilter = (count: number, { in_stock }: ProductsQuery): ProductFilter => ({
  key: { display: 'Availability', name: 'in_stock', kind: 'boolean' },
  values: [{ display: 'In stock', value: 'true', count, is_selected: in_stock === true }],
});

/** What was counted: of each value with an item that has it, of prices in the currency of the answer, of what can be had. */
export type FacetCounts = {
  readonly values: readonly Counted[];
  readonly prices: Range | undefined;
  readonly inStock: number;
};

export const facetsInTables = async (scanned: Scanned, question: Question): Promise<FacetCounts> => {
  const [price, stock] = priceAndStock(question);
  const counts = await Promise.all(facetCounts(question).map((count) => scanned<Counted>(count)));
  const [[prices], [had]] = await Promise.all([scanned<Range>(price), scanned<{ total: number }>(stock)]);
  return { values: await shownOf(counts.flat(), question), prices, inStock: had?.total ?? 0 };
};

export const shownFacets = async (
  { values, prices, inStock }: FacetCounts,
  namesOf: (values: readonly NamedValue[]) => Promise<ReadonlyMap<string, string>>,
  question: Question,
): Promise<ProductFilter[]> => {
  const { query } = question;
  const kinds = facets.map((facet) => ({ facet, rows: shown(facet, values, query) }));
  const names = await namesOf(kinds.flatMap(({ facet, rows }) => rows.map((row) => ({ facet, ...row }))));
  return [
    ...kinds.map(({ facet, rows }) => filterOf(facet, rows, query, names)),
    stockFilter(inStock, query),
    priceFilter(prices, question),
  ];
};
