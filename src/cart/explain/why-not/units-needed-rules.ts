/**
 * How many units of a good an offer needs at the very least: fewer cannot meet its conditions, whatever else the engine would say.
 * Counted with prices before all offers, which conditions never exceed; that no offer makes goods dearer is taken for granted. Pure.
 */
import type { Addable } from './change-types.ts';
import { requiredSlugs } from '../../../pricing/compile/buy-condition.ts';
import { boundsOf } from '../../../pricing/compile/condition-bounds.ts';
import type { BuyRule, CompiledOffer, Metric } from '../../../pricing/compile/offer-types.ts';
import { matches } from '../../../pricing/offers/match-lines.ts';
import type { PricedLine } from '../../../pricing/priced-types.ts';
import type { Place } from '../../../pricing/pricing-types.ts';
import { unreachable } from '../../../shared/unreachable.ts';

export type GoodsSeen = { readonly goods: readonly PricedLine[]; readonly place: Place | null };

const priceOf = ({ selling, start }: PricedLine): number => Math.max(selling, start);

const dearest = (lines: readonly PricedLine[]): ReadonlyMap<number, number> => {
  const prices = new Map<number, number>();
  for (const line of lines) {
    const { itemId } = line.article;
    prices.set(itemId, Math.max(priceOf(line), prices.get(itemId) ?? 0));
  }
  return prices;
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** Units of the good that bring the metric to `least`; one even where none is needed. */
const unitsFor = (metric: Metric, least: number, lines: readonly PricedLine[], { line }: Addable): number => {
  const price = priceOf(line);
  const { itemId } = line.article;
  switch (metric) {
    case 'cart_total': {
      const missing = least - sum(lines.map((one) => priceOf(one) * one.quantity));
      if (missing <= 0) return 1;
      return price > 0 ? Math.ceil(missing / price) : Infinity;
    }
    case 'cart_quantity':
      return Math.max(1, least - sum(lines.map(({ quantity }) => quantity)));
    case 'cart_unique_item_quantity':
      return new Set([...lines.map(({ article }) => article.itemId), itemId]).size >= least ? 1 : Infinity;
    case 'cart_unique_item_amount':
      return sum(dearest([...lines, line]).values()) >= least ? 1 : Infinity;
    default:
      return unreachable(metric);
  }
};

const have = (metric: Metric, lines: readonly PricedLine[]): number => {
  switch (metric) {
    case 'cart_total':
      return sum(lines.map((line) => priceOf(line) * line.quantity));
    case 'cart_quantity':
      return sum(lines.map(({ quantity }) => quantity));
    case 'cart_unique_item_quantity':
      return dearest(lines).size;
    case 'cart_unique_item_amount':
      return sum(dearest(lines).values());
    default:
      return unreachable(metric);
  }
};

/** Infinity: no number of units of this good makes the rule hold. */
export const unitsForRule = ({ criteria, conditions }: BuyRule, one: Addable, { goods, place }: GoodsSeen): number => {
  const lines = goods.filter((line) => matches(line, criteria, place));
  const joins = matches(one.line, criteria, place);
  if (!joins && lines.length === 0) return Infinity;
  const metrics = [...new Set(conditions.map(({ metric }) => metric))];
  return metrics.reduce((units, metric) => {
    const { least } = boundsOf(conditions.filter((condition) => condition.metric === metric));
    const needed = joins ? unitsFor(metric, least, lines, one) : have(metric, lines) >= least ? 1 : Infinity;
    return Math.max(units, needed);
  }, 1);
};

export const unitsForOffer = (offer: CompiledOffer, one: Addable, seen: GoodsSeen): number =>
  Math.min(
    ...offer.discounts.map(({ condition }) => {
      const required = new Set(requiredSlugs(condition));
      const rules = offer.rules.filter(({ slug }) => required.has(slug));
      return Math.max(1, ...rules.map((rule) => unitsForRule(rule, one, seen)));
    }),
  );

/** Whether the offer asks for this good, or gives to it. */
export const isAbout = (offer: CompiledOffer, { line }: Addable, place: Place | null): boolean =>
  offer.restrictions.orderQuantity !== null ||
  [...offer.rules.map(({ criteria }) => criteria), ...offer.discounts.flatMap(({ criteria }) => criteria)].some(
    (criteria) => matches(line, criteria, place),
  );
