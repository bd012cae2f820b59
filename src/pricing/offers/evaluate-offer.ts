/**
 * The one evaluator of promotions and coupons: may it be used, do its conditions hold, which units are open to it, what does it
 * take from them. It answers with the changed lines and their derivation, or with the first thing that stands in the way.
 */
import type { Minor } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { isAboutGoods, takeBenefit } from './benefits.ts';
import { affordable, limitsWithin } from './budget.ts';
import { buyAndGet } from './buy-and-get.ts';
import { type CartState, didApply, type Outcome, replaceLines, sizeOf, unitsInCart } from '../cart-state.ts';
import { customView } from './custom-view.ts';
import { hasManyRules, type HeldRule, heldRules, verdictsOn, verdictsOneByOne, whyNot } from './held-rules.ts';
import { giveGifts } from './gifts.ts';
import { adjustmentPrefix, roomOf, type Run, runsFor, unitsOf } from '../goods.ts';
import { applyUses, lineAmount } from '../lots.ts';
import type { BuyWay, CompiledOffer, DiscountRule } from '../compile/offer-types.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { WhyNot, WhyNotReason } from '../why-not-types.ts';
import { isForPlace } from './match-lines.ts';
import { refusalOf } from './restrictions.ts';
import { type BenefitView, isTaken, type NotTaken, type OpenWay, type Taken } from './taking.ts';

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

/** The alternatives, and for one that holds the units open to each of its requirements: found when it has its turn. */
const openWays = (
  ways: readonly BuyWay[],
  offer: CompiledOffer,
  goods: readonly PricedLine[],
  cart: CartState,
): readonly (() => OpenWay | null)[] => {
  const verdictOn = verdictsOn(offer, cart);
  return ways.map(({ condition, requirements }) => () => {
    if (!verdictOn(condition).holds) return null;
    return requirements.map(({ criteria, units }) => ({ runs: runsFor(goods, [criteria], offer, cart.match), units }));
  });
};

/** What the rules before left, and took. */
type Begun = { readonly goods: readonly PricedLine[]; readonly taken: Minor };

/** The units that a rule may take from, or why there are none. */
const viewFor = (
  rule: DiscountRule,
  offer: CompiledOffer,
  { goods, taken: before }: Begun,
  cart: CartState,
): BenefitView | WhyNot => {
  const runs = runsFor(goods, rule.criteria, offer, cart.match);
  if (runs.length === 0) {
    const reason = noRunsReason(rule, offer, cart);
    const closer = reason === 'closed' ? closerOf(rule, offer, goods, cart) : undefined;
    return { ...whyNot(offer, reason), ...(closer === undefined ? {} : { by: closer }) };
  }
  return {
    offer,
    runs,
    limits: limitsWithin(rule.limits, offer, cart, before),
    policy: cart.input.policy,
    custom: customView(goods, cart.input),
  };
};

/** One rule's work on the lines as the rules before it left them. */
const takeRule = (held: HeldRule, offer: CompiledOffer, begun: Begun, cart: CartState): Outcome => {
  const { benefit } = held.rule;
  if (benefit.kind === 'gift') return giveGifts(benefit, held, offer, cart);
  if (!isAboutGoods(benefit) || benefit.kind === 'buy_get') return whyNot(offer, 'no_item');
  const view = viewFor(held.rule, offer, begun, cart);
  return 'reason' in view ? view : outcomeOf(held, view, begun.goods, takeBenefit(benefit, view));
};

/** The lines that change, and how. */
const outcomeOf = (
  { rule, verdict }: HeldRule,
  { offer, runs }: BenefitView,
  goods: readonly PricedLine[],
  taken: Taken | NotTaken,
): Outcome => {
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

/** So many cuts of a lot are copied in the time of a line that meets a rule. */
const CUTS_A_MEETING = 100;
/** And of the criteria that it names, so many are looked up. */
const CRITERIA_A_MEETING = 10;

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
    // What the rules before took is in every lot of theirs.
    const again = held.length > 1 ? sizeOf(lines) * (1 + adjustments.length / CUTS_A_MEETING) : 0;
    const named = each.rule.criteria.length / CRITERIA_A_MEETING;
    if (again + named >= 1) yield again + named;
    const taken = adjustments.reduce((sum, { amount }) => sum + amount, 0);
    const begun = { goods: lines, taken };
    const { benefit } = each.rule;
    // It may have many ways to buy.
    const view = benefit.kind === 'buy_get' ? viewFor(each.rule, offer, begun, cart) : null;
    const outcome =
      benefit.kind !== 'buy_get' || view === null
        ? takeRule(each, offer, begun, cart)
        : 'reason' in view
          ? view
          : outcomeOf(each, view, lines, yield* buyAndGet(benefit, view, openWays(benefit.ways, offer, lines, cart)));
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
    // Each line may bar itself in a round of its own.
    yield sizeOf(cart.lines);
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
    hasManyRules(offer) ? yield* verdictsOneByOne(offer, cart) : undefined,
  );
  if ('reason' in held) return held;
  const outcome =
    offer.onMarked && offer.mode === 'promotion'
      ? yield* takeOnMarked(held, offer, cart)
      : yield* takeRules(held, offer, cart.lines, cart);
  return affordable(outcome, offer, cart);
}
