/** What a buy rule asks of the goods it matches, as a list of comparisons. Pure. */
import { type Json, numberAt, type Path, withValue } from './body.ts';

export const metrics = [
  ['cart_total', 'their value'],
  ['cart_quantity', 'their units'],
  ['cart_unique_item_quantity', 'units of one product'],
  ['cart_unique_item_amount', 'the value of one product'],
] as const;
export const comparisons = [
  ['greater_than_equals', 'is at least'],
  ['greater_than', 'is more than'],
  ['less_than_equals', 'is at most'],
  ['less_than', 'is less than'],
  ['equals', 'is exactly'],
] as const;

export type Comparison = { readonly metric: string; readonly comparison: string; readonly value: number };
export const isMoney = (metric: string): boolean => metric === 'cart_total' || metric === 'cart_unique_item_amount';

export const comparisonsOf = (body: Json, rule: Path): readonly Comparison[] =>
  metrics.flatMap(([metric]) =>
    comparisons.flatMap(([comparison]) => {
      const value = numberAt(body, [...rule, metric, comparison]);
      return value === undefined ? [] : [{ metric, comparison, value }];
    }),
  );

export const withComparisons = (body: Json, rule: Path, all: readonly Comparison[]): Json => {
  const bare = metrics.reduce((left, [metric]) => withValue(left, [...rule, metric], undefined), body);
  return all.reduce(
    (made, { metric, comparison, value }) => withValue(made, [...rule, metric, comparison], value),
    bare,
  );
};

/** One that is not asked yet. */
export const nextComparison = (asked: readonly Comparison[]): Comparison | undefined => {
  const free = metrics.find(([metric]) => asked.every((one) => one.metric !== metric));
  return free && { metric: free[0], comparison: 'greater_than_equals', value: isMoney(free[0]) ? 1000 : 2 };
};
