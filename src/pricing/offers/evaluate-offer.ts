/**
 * The one evaluator of promotions and coupons: may it be used, do its conditions hold, which units are open to it, what does it
 * take from them. It answers with the changed lines and their derivation, or with the first thing that stands in the way.
 */
import type { Minor } from '../../shared/money.ts';
import { atOnce, type Work } from '../work.ts';
import { isAboutGoods, takeBenefit } from './benefits.ts';
import { affordable, limitsWithin } from './budget.ts';
import { type CartState, didApply, type Outcome, replaceLines, unitsInCart } from '../cart-state.ts';
import { customView } from './custom-view.ts';
import { judge, type Verdict } from './conditions.ts';
import { giveGifts } from './gifts.ts';
import { adjustmentPrefix, roomOf, type Run, runsFor, unitsOf } from '../goods.ts';
import { applyUses, lineAmount } from '../lots.ts';
import type { BuyCondition, BuyWay, CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { Shortfall, WhyNot, WhyNotReason } from '../why-not-types.ts';
import { isForPlace } from './match-lines.ts';
import { refusalOf } from './restrictions.ts';
import { isTaken, type OpenWay } from './taking.ts';

export const whyNot = (offer: CompiledOffer, reason: WhyNotReason, shortfall: Shortfall | null = null): WhyNot => ({
  offerId: offer.id,
  reason,
  shortfall,
});

/** Restrictions and cart-wide exclusivity: all that does not depend on a rule. */
export const obstacleOf = (offer: CompiledOffer, cart: CartState): WhyNot | null => {
  const { now, shopper, payment } = cart.input;
  const refusal = refusalOf(offer, {
    now,
    shopper,
    payment,
    methods: () => (cart.consignments ?? []).flatMap(({ method }) => method?.id ?? []),
    units: () => unitsInCart(cart.lines),
  });
  if (refusal !== null) return whyNot(offer, refusal.reason, refusal.shortfall);
  const rival = rivalOf(offer, cart);
  if (rival !== undefined) return { ...whyNot(offer, 'excluded'), by: rival };
  if (cart.closedBy !== null && cart.closedBy !== offer.id && !offer.applyAll) {
    return { ...whyNot(offer, 'exclusive'), by: cart.closedBy };
  }
  const other = cart.applied.find((id) => id !== offer.id);
  return offer.exclusive === 'cart' && other !== undefined ? { ...whyNot(offer, 'exclusive'), by: other } : null;
};

export const hasRivals = ({ stackGroup, excludes, isReferral }: CompiledOffer): boolean =>
  stackGroup !== undefined || excludes !== undefined || isReferral === true;

/** The first offer that acts already and does not go together with this one. */
const rivalOf = (offer: CompiledOffer, { applied, rivals, coupons }: CartState): string | undefined => {
  if (offer.excludes === undefined && rivals.size === 0 && !coupons.some(hasRivals)) return undefined;
  return applied.find((id) => {
    if (id === offer.id) return false;
    if (offer.excludes?.includes(id)) return true;
    const other = coupons.find((each) => each.id === id) ?? rivals.get(id);
    if (other?.excludes?.includes(offer.id) || (offer.isReferral && other?.isReferral)) return true;
    return offer.stackGroup !== undefined && other?.stackGroup === offer.stackGroup;
  });
};

/** What conditions of the offer come to in this cart; a rule that several of them name is looked at once. */
export const verdictsOn = (offer: CompiledOffer, cart: CartState): ((condition: BuyCondition) => Verdict) => {
  const view = {
    lines: cart.lines,
    match: cart.match,
    basis: offer.mode === 'coupon' ? 'after_discounts' : cart.input.policy.threshold_basis,
    judged: new Map<string, Verdict>(),
  } as const;
  return (condition) => judge(condition, offer, view);
};

export type HeldRule = { readonly rule: DiscountRule; readonly verdict: Verdict };

/** The rules of a stage whose condition holds; of all tiers of the offer only the highest. None: what the nearest one misses. */
export const heldRules = (
  rules: readonly DiscountRule[],
  offer: CompiledOffer,
  cart: CartState,
): readonly HeldRule[] | WhyNot => {
  const verdictOn = verdictsOn(offer, cart);
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

/** The alternatives that hold, with the units open to each of their requirements. */
const openWays = (
  ways: readonly BuyWay[],
  offer: CompiledOffer,
  goods: readonly PricedLine[],
  cart: CartState,
): readonly OpenWay[] => {
  const verdictOn = verdictsOn(offer, cart);
  return ways
    .filter(({ condition }) => verdictOn(condition).holds)
    .map(({ requirements }) =>
      requirements.map(({ criteria, units }) => ({ runs: runsFor(goods, [criteria], offer, cart.match), units })),
    );
};

/** What the rules before left, and took. */
type Begun = { readonly goods: readonly PricedLine[]; readonly taken: Minor };

/** One rule's work on the lines as the rules before it left them. */
const takeRule = (
  { rule, verdict }: HeldRule,
  offer: CompiledOffer,
  { goods, taken: before }: Begun,
  cart: CartState,
): Outcome => {
  const { benefit } = rule;
  if (benefit.kind === 'gift') return giveGifts(benefit, { rule, verdict }, offer, cart);
  if (!isAboutGoods(benefit)) return whyNot(offer, 'no_item');
  const runs = runsFor(goods, rule.criteria, offer, cart.match);
  if (runs.length === 0) {
    const reason = noRunsReason(rule, offer, cart);
    const closer = reason === 'closed' ? closerOf(rule, offer, goods, cart) : undefined;
    return { ...whyNot(offer, reason), ...(closer === undefined ? {} : { by: closer }) };
  }
  const taken = takeBenefit(benefit, {
    offer,
    runs,
    ways: benefit.kind === 'buy_get' ? openWays(benefit.ways, offer, goods, cart) : [],
    limits: limitsWithin(rule.limits, offer, cart, before),
    policy: cart.input.policy,
    custom: customView(goods, cart.input),
  });
  if (!isTaken(taken)) return whyNot(offer, taken.reason, taken.shortfall);
  const amount = taken.uses.reduce((sum, use) => sum + use.amount, 0);
  if (amount === 0) return whyNot(offer, isHeldByFloor(runs, goods) ? 'floor_price' : 'nothing_left');
  const id = `${adjustmentPrefix(offer)}${rule.index}`;
  const { changed, shares } = applyUses(goods, taken.uses, {
    adjustment: id,
    offerId: offer.id,
    closes: !offer.stackable,
    closesLine: offer.exclusive === 'article',
    spends: taken.spends,
  });
  const adjustment: Adjustment = {
    id,
    stage: offer.mode === 'coupon' ? 'coupon' : 'promotion',
    source: { kind: 'offer', id: offer.id },
    rule: rule.index,
    steps: taken.steps,
    cap: taken.cap,
    room: taken.room,
    amount,
    shares,
    matched: verdict.matched,
    eligibleUnits: unitsOf(runs),
  };
  return { changed, added: [], adjustments: [adjustment] };
};

/** Goods that could still give something, were it not for their floors. */
const isHeldByFloor = (runs: readonly Run[], goods: readonly PricedLine[]): boolean =>
  roomOf(runs) === 0 && runs.some(({ line }) => (goods[line]?.floor ?? 0) > 0);

const noRunsReason = (rule: DiscountRule, offer: CompiledOffer, cart: CartState): WhyNotReason => {
  if (rule.criteria.length > 0 && rule.criteria.every((one) => !isForPlace(one, cart.input.place))) return 'place';
  if (rule.criteria.every((criteria) => cart.match.linesOf(criteria).length === 0)) return 'no_item';
  return offer.boundToLine ? 'line_not_added' : 'closed';
};

/** Who used the first of the goods that it means. */
const closerOf = (
  rule: DiscountRule,
  offer: CompiledOffer,
  goods: readonly PricedLine[],
  { match }: CartState,
): string | undefined =>
  rule.criteria
    .flatMap((criteria) => match.linesOf(criteria))
    .flatMap((at) => goods[at]?.lots ?? [])
    .flatMap(({ usedBy }) => usedBy)
    .find((id) => id !== offer.id);

/** The offer's rules, one after another, on `goods`; conditions look at the cart itself. */
function* takeRules(
  held: readonly HeldRule[],
  offer: CompiledOffer,
  goods: readonly PricedLine[],
  cart: CartState,
): Work<Outcome> {
  const changed = new Map<number, PricedLine>();
  const added: PricedLine[] = [];
  const adjustments: Adjustment[] = [];
  let lines = goods;
  let first: WhyNot | null = null;
  for (const each of held) {
    // Before the first whoever has the offer met has paused.
    if (held.length > 1) yield lines.length;
    const taken = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    const outcome = takeRule(each, offer, { goods: lines, taken }, cart);
    if (!didApply(outcome)) {
      first ??= outcome;
      continue;
    }
    if (held.length === 1) return outcome;
    lines = replaceLines(lines, outcome.changed);
    for (const [at, line] of outcome.changed) changed.set(at, line);
    added.push(...outcome.added);
    adjustments.push(...outcome.adjustments);
  }
  return adjustments.length > 0 ? { changed, added, adjustments } : (first ?? whyNot(offer, 'nothing_left'));
}

/** Lines as an MRP promotion sees them: untouched ones begin again at the marked price, the others are out of its reach. */
const atMarked = (lines: readonly PricedLine[], barred: ReadonlySet<number>): readonly PricedLine[] =>
  lines.map((line, at) => {
    if (barred.has(at) || line.lots.some(({ usedBy }) => usedBy.length > 0)) return { ...line, closed: true };
    const lots = line.lots.map((lot) => ({ ...lot, price: line.marked }));
    return { ...line, start: line.marked, onMarked: true, lots };
  });

/** An MRP promotion stays only on lines that end lower than without it. */
function* takeOnMarked(held: readonly HeldRule[], offer: CompiledOffer, cart: CartState): Work<Outcome> {
  const barred = new Set<number>();
  for (;;) {
    const outcome = yield* takeRules(held, offer, atMarked(cart.lines, barred), cart);
    if (!didApply(outcome)) return barred.size > 0 ? whyNot(offer, 'not_cheaper') : outcome;
    const dearer = [...outcome.changed].filter(([at, line]) => {
      const before = cart.lines[at];
      return before !== undefined && lineAmount(line) >= lineAmount(before);
    });
    if (dearer.length === 0) return outcome;
    for (const [at] of dearer) barred.add(at);
  }
}

const isForNow = ({ benefit }: DiscountRule): boolean => isAboutGoods(benefit) || benefit.kind === 'gift';
export const isAboutNow = (offer: CompiledOffer): boolean => offer.discounts.some(isForNow);

/** What the offer does to the goods of this cart, rule by rule: a hundred of them may act on hundreds of lines. */
export function* meetOffer(offer: CompiledOffer, cart: CartState): Work<Outcome> {
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const held = heldRules(
    offer.discounts.every(isForNow) ? offer.discounts : offer.discounts.filter(isForNow),
    offer,
    cart,
  );
  if ('reason' in held) return held;
  const outcome =
    offer.onMarked && offer.mode === 'promotion'
      ? yield* takeOnMarked(held, offer, cart)
      : yield* takeRules(held, offer, cart.lines, cart);
  return affordable(outcome, offer, cart);
}
export const evaluateOffer = (offer: CompiledOffer, cart: CartState): Outcome => atOnce(meetOffer(offer, cart));
