/** Rules that no cart can ever satisfy, found in the compiled offer. Pure. */
import { mentionedSlugs } from '../../pricing/compile/buy-condition.ts';
import { boundsOf } from '../../pricing/compile/condition-bounds.ts';
import type { BuyCondition, CartCondition, CompiledOffer, Criteria } from '../../pricing/compile/offer-types.ts';
import type { FieldProblem } from '../../shared/errors.ts';

const contradicts = (conditions: readonly CartCondition[]): boolean =>
  conditions.some(({ metric }) => {
    const { least, most } = boundsOf(conditions.filter((other) => other.metric === metric));
    return least > most || most < 0;
  });

/** Everything that is wanted is also excluded, or no price lies between the bounds. */
const excludesAll = ({ wants, excludes, unitPrice }: Criteria): boolean =>
  (unitPrice !== null && unitPrice.from > unitPrice.to) ||
  wants.some(({ dimension, values }) =>
    [...values].every((value) => excludes.some((other) => other.dimension === dimension && other.values.has(value))),
  );

const holds = (condition: BuyCondition, isTrue: ReadonlySet<string>): boolean => {
  if (condition.kind === 'rule') return isTrue.has(condition.slug);
  if (condition.kind === 'not') return !holds(condition.of, isTrue);
  const part = (one: BuyCondition): boolean => holds(one, isTrue);
  return condition.kind === 'all' ? condition.of.every(part) : condition.of.some(part);
};

/** Beyond this many looks at a rule the question costs more than it is worth: each choice looks at all that the condition names. */
const MOST_LOOKS = 10_000;

/** Whether some choice of true rules makes the condition true, when the impossible ones are false. */
const canHold = (condition: BuyCondition, impossible: ReadonlySet<string>): boolean => {
  const mentioned = mentionedSlugs(condition);
  const free = [...new Set(mentioned)].filter((slug) => !impossible.has(slug));
  if (2 ** free.length * mentioned.length > MOST_LOOKS) return true;
  for (let choice = 0; choice < 2 ** free.length; choice += 1) {
    if (holds(condition, new Set(free.filter((_, at) => choice & (1 << at))))) return true;
  }
  return false;
};

export const matchProblems = (offer: CompiledOffer): readonly FieldProblem[] => {
  const never = offer.rules.filter(({ criteria, conditions }) => contradicts(conditions) || excludesAll(criteria));
  const impossible = new Set(never.map(({ slug }) => slug));
  const isCoupon = offer.definition.rule !== undefined;
  const rules = never.map(({ slug, conditions }) => ({
    field: isCoupon ? 'identifiers' : `buy_rules.${slug}`,
    message: contradicts(conditions)
      ? 'No cart can meet these conditions: they contradict each other.'
      : 'This rule can never match: it excludes everything that it asks for.',
  }));
  const discounts = offer.discounts.flatMap(({ index, condition, criteria, limits }) => {
    const field = `discount_rules[${index}]`;
    const found: FieldProblem[] = [];
    if (!canHold(condition, impossible)) {
      found.push({ field: `${field}.buy_condition`, message: 'This condition can never be true.' });
    }
    if (criteria.length > 0 && criteria.every(excludesAll)) {
      found.push({ field: `${field}.item_criteria`, message: 'No item can match: everything asked for is excluded.' });
    }
    if (limits.minimumUnits !== null && limits.maximumUnits !== null && limits.minimumUnits > limits.maximumUnits) {
      found.push({ field: `${field}.offer`, message: 'min_offer_quantity is larger than max_offer_quantity.' });
    }
    return found;
  });
  return isCoupon ? rules.slice(0, 1) : [...rules, ...discounts];
};
