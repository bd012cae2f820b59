/** Which rules of an offer hold in a cart, and if none does, what is missing. */
import type { Work } from '../work.ts';
import type { CartState } from '../cart-state.ts';
import { judge, type Verdict } from './conditions.ts';
import type { BuyCondition, CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { Shortfall, WhyNot, WhyNotReason } from '../why-not-types.ts';
import { isForPlace } from './match-lines.ts';

export const whyNot = (offer: CompiledOffer, reason: WhyNotReason, shortfall: Shortfall | null = null): WhyNot => ({
  offerId: offer.id,
  reason,
  shortfall,
});

/** What conditions of the offer come to in this cart; a rule that several of them name is looked at once. */
type VerdictOn = (condition: BuyCondition) => Verdict;
export const verdictsOn = (offer: CompiledOffer, cart: CartState): VerdictOn => {
  const view = {
    lines: cart.lines,
    match: cart.match,
    basis: offer.mode === 'coupon' ? 'after_discounts' : cart.input.policy.threshold_basis,
    judged: new Map<string, Verdict>(),
  } as const;
  return (condition) => judge(condition, offer, view);
};

export type HeldRule = { readonly rule: DiscountRule; readonly verdict: Verdict };

/** So many lines are measured for a rule in the time of one that meets it. */
const MEASURED_A_MEETING = 10;

/** The same where an offer has more rules than most: one by one, for whatever conditions name them. */
export function* verdictsOneByOne(offer: CompiledOffer, cart: CartState): Work<VerdictOn> {
  const verdictOn = verdictsOn(offer, cart);
  for (const { slug } of offer.rules) {
    yield cart.lines.length / MEASURED_A_MEETING;
    verdictOn({ kind: 'rule', slug });
  }
  return verdictOn;
}
export const hasManyRules = ({ rules }: CompiledOffer): boolean => rules.length > 5;

/** The rules of a stage whose condition holds; of all tiers of the offer only the highest. None: what the nearest one misses. */
export const heldRules = (
  rules: readonly DiscountRule[],
  offer: CompiledOffer,
  cart: CartState,
  verdictOn: VerdictOn = verdictsOn(offer, cart),
): readonly HeldRule[] | WhyNot => {
  const all = offer.discounts.map((rule): HeldRule => ({ rule, verdict: verdictOn(rule.condition) }));
  const judged = rules.length === all.length ? all : all.filter(({ rule }) => rules.includes(rule));
  if (!judged.some(({ verdict }) => verdict.holds)) {
    const lowest = judged.toSorted((a, b) => (a.rule.tier ?? 0) - (b.rule.tier ?? 0))[0];
    const missing = lowest?.verdict.missing ?? null;
    const asked = offer.rules.find(({ slug }) => slug === missing?.rule);
    if (asked !== undefined && !isForPlace(asked.criteria, cart.input.place)) return whyNot(offer, 'place');
    return missing?.metric === 'units' ? whyNot(offer, 'no_item', missing) : whyNot(offer, 'condition', missing);
  }
  // Most offers have one rule, and then there is nothing to choose.
  if (all.length === 1) return all;
  const held = all.filter(({ verdict }) => verdict.holds);
  const highest = Math.max(...held.map(({ rule }) => rule.tier ?? -1));
  const tier = held.findLast(({ rule }) => rule.tier === highest);
  return judged.filter((entry) => entry.verdict.holds && (entry.rule.tier === null || entry === tier));
};
