/** Does a buy condition hold now, and if not, what exactly is missing? */
import { unreachable } from '../../shared/unreachable.ts';
import type { Minor } from '../../shared/money.ts';
import { lineAmount, startAmount } from '../lots.ts';
import type { Matcher } from './match-lines.ts';
import type {
  BuyCondition,
  BuyRule,
  CartCondition,
  Comparison,
  CompiledOffer,
  Metric,
} from '../compile/offer-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { Shortfall } from '../why-not-types.ts';

export type ConditionView = {
  readonly lines: readonly PricedLine[];
  readonly match: Matcher;
  readonly basis: 'before_discounts' | 'after_discounts';
  /** What rules that were looked at came to, by slug: a condition may name one hundreds of times. */
  readonly judged: Map<string, Verdict>;
};
/** `missing` null with `holds` false: a rule that must not hold does, or no line matches. */
export type Verdict = Readonly<{ holds: boolean; matched: readonly string[]; missing: Shortfall | null }>;

/** How much more it takes, or how much less when negative; zero when the comparison holds. */
export const gapOf = (have: number, comparison: Comparison, value: number): number => {
  switch (comparison) {
    case 'greater_than_equals':
      return Math.max(0, value - have);
    case 'greater_than':
      return Math.max(0, value + 1 - have);
    case 'less_than_equals':
      return Math.min(0, value - have);
    case 'less_than':
      return Math.min(0, value - 1 - have);
    case 'equals':
      return value - have;
    default:
      return unreachable(comparison);
  }
};

/** Each distinct item counts once. */
const uniqueItems = (lines: readonly PricedLine[]): ReadonlyMap<number, PricedLine> =>
  new Map(lines.map((line) => [line.article.itemId, line]));

const unitPriceNow = (line: PricedLine, basis: ConditionView['basis']): Minor =>
  basis === 'before_discounts' ? line.start : Math.max(...line.lots.map(({ price }) => price));

const measure = (metric: Metric, lines: readonly PricedLine[], basis: ConditionView['basis']): number => {
  switch (metric) {
    case 'cart_total':
      return lines.reduce(
        (total, line) => total + (basis === 'before_discounts' ? startAmount(line) : lineAmount(line)),
        0,
      );
    case 'cart_quantity':
      return lines.reduce((units, line) => units + line.quantity, 0);
    case 'cart_unique_item_quantity':
      return uniqueItems(lines).size;
    case 'cart_unique_item_amount': {
      const dearest = new Map<number, Minor>();
      for (const line of lines) {
        const price = unitPriceNow(line, basis);
        dearest.set(line.article.itemId, Math.max(price, dearest.get(line.article.itemId) ?? 0));
      }
      return [...dearest.values()].reduce((total, price) => total + price, 0);
    }
    default:
      return unreachable(metric);
  }
};

const shortfallOf = (
  { metric, comparison, value }: CartCondition,
  lines: readonly PricedLine[],
  view: ConditionView,
  rule: string,
): Shortfall | null => {
  const have = measure(metric, lines, view.basis);
  const gap = gapOf(have, comparison, value);
  return gap === 0 ? null : { metric, comparison, need: value, have, gap, rule };
};

/** A rule with criteria holds only when some line matches; one without is about the cart as a whole. */
const judgeRule = ({ slug, criteria, conditions }: BuyRule, view: ConditionView): Verdict => {
  const lines: PricedLine[] = [];
  for (const at of view.match.linesOf(criteria)) {
    const line = view.lines[at];
    if (line !== undefined) lines.push(line);
  }
  for (const condition of conditions) {
    const missing = shortfallOf(condition, lines, view, slug);
    if (missing !== null) return { holds: false, matched: [], missing };
  }
  return lines.length === 0 ? { holds: false, matched: [], missing: noItem(slug) } : holding([slug]);
};
const holding = (matched: readonly string[]): Verdict => ({ holds: true, matched, missing: null });
const noItem = (rule: string): Shortfall => ({
  metric: 'units',
  comparison: 'greater_than_equals',
  need: 1,
  have: 0,
  gap: 1,
  rule,
});

/** Of several ways to hold, the one that misses least where they are measured alike, else the first named. */
const nearest = (verdicts: readonly Verdict[]): Verdict => {
  const [first, ...others] = verdicts;
  if (first === undefined) return { holds: false, matched: [], missing: null };
  return others.reduce((best, verdict) => {
    const [a, b] = [best.missing, verdict.missing];
    return a !== null && b !== null && a.metric === b.metric && Math.abs(b.gap) < Math.abs(a.gap) ? verdict : best;
  }, first);
};

export const judge = (condition: BuyCondition, offer: CompiledOffer, view: ConditionView): Verdict => {
  switch (condition.kind) {
    case 'rule': {
      const known = view.judged.get(condition.slug);
      if (known !== undefined) return known;
      const rule = offer.rules.find(({ slug }) => slug === condition.slug);
      const verdict = rule === undefined ? { holds: false, matched: [], missing: null } : judgeRule(rule, view);
      view.judged.set(condition.slug, verdict);
      return verdict;
    }
    case 'not': {
      const { holds } = judge(condition.of, offer, view);
      return holds ? { holds: false, matched: [], missing: null } : holding([]);
    }
    case 'all': {
      const verdicts = condition.of.map((part) => judge(part, offer, view));
      return verdicts.find(({ holds }) => !holds) ?? holding(verdicts.flatMap(({ matched }) => matched));
    }
    case 'any': {
      const verdicts = condition.of.map((part) => judge(part, offer, view));
      const held = verdicts.filter(({ holds }) => holds);
      return held.length > 0 ? holding(held.flatMap(({ matched }) => matched)) : nearest(verdicts);
    }
    default:
      return unreachable(condition);
  }
};
