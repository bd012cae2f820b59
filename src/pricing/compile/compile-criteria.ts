/** Item criteria and cart conditions of a stored rule, compiled. */
import type {
  BuyRule,
  CartCondition,
  Comparison,
  Criteria,
  Definition,
  Dimension,
  Metric,
  Want,
} from './offer-types.ts';
import { amount, figure, numberList, record, signedAmount, wordList } from './read-definition.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** From the most telling question to the least: the index files an offer under the first one it asks. */
const fields: readonly (readonly [string, Dimension, 'numbers' | 'strings'])[] = [
  ['article_id', 'article', 'strings'],
  ['item_id', 'item', 'numbers'],
  ['item_sku', 'sku', 'strings'],
  ['item_brand', 'brand', 'numbers'],
  ['item_category', 'l3', 'numbers'],
  ['item_l2_category', 'l2', 'numbers'],
  ['item_l1_category', 'l1', 'numbers'],
  ['item_department', 'department', 'numbers'],
  ['item_tags', 'tag', 'strings'],
  ['product_tags', 'tag', 'strings'],
  ['item_store', 'store', 'numbers'],
  ['item_company', 'company', 'numbers'],
  ['item_size', 'size', 'strings'],
];
/** `item_brand` is excluded by `item_exclude_brand`; what has no such name cannot be excluded. */
const excludable = fields.filter(([name]) => name.startsWith('item_'));

const wantOf = (definition: Definition, name: string, dimension: Dimension, type: string): readonly Want[] => {
  const values: readonly (number | string)[] =
    type === 'numbers' ? numberList(ownEntry(definition, name)) : wordList(ownEntry(definition, name));
  return values.length === 0 ? [] : [{ dimension, values: new Set(values) }];
};

const unitPriceOf = (definition: Definition, exponent: number): Criteria['unitPrice'] => {
  const range = record(definition.price_range);
  const [from, to] = [amount(range.min, exponent), amount(range.max, exponent)];
  return from === null && to === null ? null : { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
};

const zonesOf = (named: readonly number[]): Criteria['zones'] => (named.length === 0 ? [] : [named]);

export const compileCriteria = (definition: Definition, id: string, exponent: number): Criteria => ({
  id,
  wants: definition.all_items === true ? [] : fields.flatMap((field) => wantOf(definition, ...field)),
  excludes: excludable.flatMap(([name, dimension, type]) =>
    wantOf(definition, name.replace('item_', 'item_exclude_'), dimension, type),
  ),
  zones: zonesOf(numberList(definition.available_zones)),
  unitPrice: unitPriceOf(definition, exponent),
  ...(definition.not_on_sale === true ? { fullPrice: true } : {}),
});

const pricesOfBoth = (own: Criteria['unitPrice'], other: Criteria['unitPrice']): Criteria['unitPrice'] => {
  if (own === null || other === null) return own ?? other;
  return { from: Math.max(own.from, other.from), to: Math.min(own.to, other.to) };
};

/** Both at once: what a discount rule asks beside "the items that matched rule#1". */
export const narrowed = (criteria: Criteria, by: Criteria, id: string): Criteria => ({
  id,
  wants: [...by.wants, ...criteria.wants],
  excludes: [...by.excludes, ...criteria.excludes],
  zones: [...by.zones, ...criteria.zones],
  unitPrice: pricesOfBoth(by.unitPrice, criteria.unitPrice),
  ...(by.fullPrice || criteria.fullPrice ? { fullPrice: true } : {}),
});

const metrics: readonly Metric[] = [
  'cart_total',
  'cart_quantity',
  'cart_unique_item_quantity',
  'cart_unique_item_amount',
];
const comparisons: readonly Comparison[] = [
  'equals',
  'greater_than',
  'greater_than_equals',
  'less_than',
  'less_than_equals',
];
export const isMoney = (metric: Metric): boolean => metric === 'cart_total' || metric === 'cart_unique_item_amount';

const compileConditions = (definition: Definition, exponent: number): readonly CartCondition[] =>
  metrics.flatMap((metric) => {
    const asked = record(definition[metric]);
    return comparisons.flatMap((comparison) => {
      const value = isMoney(metric) ? signedAmount(asked[comparison], exponent) : figure(asked[comparison]);
      return value === null ? [] : [{ metric, comparison, value }];
    });
  });

/** A named rule. The SDK's samples keep filters in `item_criteria` and conditions in `cart_conditions`, or all in one object. */
export const compileBuyRule = (slug: string, definition: Definition, offerId: string, exponent: number): BuyRule => {
  const flat: Definition = {
    ...definition,
    ...record(definition.item_criteria),
    ...record(definition.cart_conditions),
  };
  return {
    slug,
    criteria: compileCriteria(flat, `${offerId}/${slug}`, exponent),
    conditions: compileConditions(flat, exponent),
  };
};
