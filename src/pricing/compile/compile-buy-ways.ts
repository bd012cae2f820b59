/** What a buy condition asks to be bought: its alternatives, and in each the units of which goods, every time. */
import { type Alternative, alternativesOf } from './buy-condition.ts';
import { boundsOf } from './condition-bounds.ts';
import type { BuyCondition, BuyRule, BuyWay, Requirement } from './offer-types.ts';
import { DefinitionProblem } from './read-definition.ts';

/** Units a rule asks for: the number that its cart_quantity must reach; null when it asks none. */
export const unitsAskedBy = ({ conditions }: BuyRule): number | null => {
  const { least } = boundsOf(conditions.filter(({ metric }) => metric === 'cart_quantity'));
  return least === -Infinity ? null : Math.max(0, Math.ceil(least));
};

/** Every set of requirements is looked at when units are chosen, so their number is bounded. */
const mostRequirements = 10;
/** In all alternatives together: eight of ten requirements each, or any number of simple ones. */
const mostSets = 16_384;

/** Rules that ask a quantity are requirements of their own; where none does, one unit of the first rule's goods is bought. */
const requirementsOf = ({ holding }: Alternative, rules: readonly BuyRule[]): readonly Requirement[] => {
  const named = holding.flatMap((slug) => rules.find((rule) => rule.slug === slug) ?? []);
  const asking = named.flatMap((rule): readonly Requirement[] => {
    const units = unitsAskedBy(rule);
    return units === null ? [] : [{ criteria: rule.criteria, units }];
  });
  if (asking.length > mostRequirements)
    throw new DefinitionProblem(`The buy condition asks quantities of more than ${mostRequirements} rules at once.`);
  if (asking.length > 0) return asking;
  return named.slice(0, 1).map(({ criteria }) => ({ criteria, units: 1 }));
};

const conditionOf = ({ holding, failing }: Alternative): BuyCondition => ({
  kind: 'all',
  of: [
    ...holding.map((slug): BuyCondition => ({ kind: 'rule', slug })),
    ...failing.map((slug): BuyCondition => ({ kind: 'not', of: { kind: 'rule', slug } })),
  ],
});

/** An alternative that names no goods to buy cannot be bought: it is left out. */
export const compileBuyWays = (condition: BuyCondition, rules: readonly BuyRule[]): readonly BuyWay[] => {
  const ways = alternativesOf(condition)
    .map((alternative) => ({
      condition: conditionOf(alternative),
      requirements: requirementsOf(alternative, rules),
    }))
    .filter(({ requirements }) => requirements.length > 0);
  if (ways.length === 0) throw new DefinitionProblem('The buy condition names no goods that must be bought.');
  if (ways.reduce((sum, { requirements }) => sum + 2 ** (requirements.length + 1), 0) > mostSets)
    throw new DefinitionProblem('The buy condition asks quantities of too many rules in too many alternatives.');
  return ways;
};
