/**
 * Contract and ladder prices: another unit price for the whole line, before promotions. Neither ever raises a price.
 * A ladder counts the units of an item over all its lines, and all of them get the price of the band that count falls in.
 */
import type { Minor, Rounding } from '../../shared/money.ts';
import type { Work } from '../work.ts';
import { type CartState, replaceLines, withOutcome } from '../cart-state.ts';
import { obstacleOf } from './evaluate-offer.ts';
import { hasManyRules, heldRules, verdictsOneByOne, whyNot } from './held-rules.ts';
import type { CompiledOffer, DiscountRule, Reward } from '../compile/offer-types.ts';
import type { Adjustment } from '../adjustment-types.ts';
import type { LadderBand, PricedLine } from '../priced-types.ts';
import { atUnitPrice, rewardedPrice } from '../unit-prices.ts';

type PriceRule = DiscountRule & {
  readonly benefit: { readonly kind: 'unit_price'; readonly reward: Reward; readonly binding: boolean };
};
const isPriceRule = (rule: DiscountRule): rule is PriceRule => rule.benefit.kind === 'unit_price';
const isPriceOffer = ({ group }: CompiledOffer): boolean => group === 'contract' || group === 'ladder_price';

/** Units of an item over all lines, counted once for all of them. */
const unitsByItem = (lines: readonly PricedLine[]): ((line: PricedLine) => number) => {
  const units = new Map<number, number>();
  for (const { article, quantity } of lines) units.set(article.itemId, (units.get(article.itemId) ?? 0) + quantity);
  return ({ article }) => units.get(article.itemId) ?? 0;
};

const covers = ({ limits }: DiscountRule, units: number): boolean =>
  units >= (limits.minimumUnits ?? 1) && units <= (limits.maximumUnits ?? Number.MAX_SAFE_INTEGER);

const basePrice = (line: PricedLine, { onMarked }: CompiledOffer): Minor => (onMarked ? line.marked : line.selling);

/** An offer, all its bands, and how prices are rounded. */
type Pricing = { readonly offer: CompiledOffer; readonly rules: readonly PriceRule[]; readonly rounding: Rounding };

const bandOf = (rule: PriceRule, line: PricedLine, { offer, rules, rounding }: Pricing): LadderBand => {
  const base = basePrice(line, offer);
  const from = rule.limits.minimumUnits ?? 1;
  const following = rules
    .filter(({ limits }) => (limits.minimumUnits ?? 1) > from)
    .toSorted((a, b) => (a.limits.minimumUnits ?? 1) - (b.limits.minimumUnits ?? 1))[0];
  return {
    offerId: offer.id,
    from,
    to: rule.limits.maximumUnits,
    price: Math.min(line.selling, rewardedPrice(rule.benefit.reward, base, rounding)),
    next:
      following === undefined
        ? null
        : { from: following.limits.minimumUnits ?? 1, price: rewardedPrice(following.benefit.reward, base, rounding) },
  };
};

/** The line at this rule's price, or null when that would not make it cheaper. */
const priced = (line: PricedLine, rule: PriceRule, pricing: Pricing): PricedLine | null => {
  const { offer, rounding } = pricing;
  const price = rewardedPrice(rule.benefit.reward, basePrice(line, offer), rounding);
  if (price >= line.effective) return null;
  const cheaper = { ...atUnitPrice(line, price), closed: line.closed || rule.benefit.binding };
  return offer.group === 'ladder_price' ? { ...cheaper, ladder: bandOf(rule, line, pricing) } : cheaper;
};

const derivation = (
  rule: PriceRule,
  offer: CompiledOffer,
  { before, after }: { readonly before: PricedLine; readonly after: PricedLine },
  matched: readonly string[],
): Adjustment => {
  const off = before.effective - after.effective;
  const amount = off * after.quantity;
  return {
    id: `price:${offer.id}:${rule.index}:${after.key}`,
    stage: 'unit_price',
    source: { kind: 'offer', id: offer.id },
    rule: rule.index,
    steps: [{ formula: 'each', amount: off, units: after.quantity, result: amount, taken: amount, line: after.key }],
    cap: null,
    room: before.effective * before.quantity,
    amount,
    shares: [{ line: after.key, units: after.quantity, amount, lots: [{ units: after.quantity, each: off }] }],
    matched,
    eligibleUnits: after.quantity,
  };
};

type Changes = { readonly changed: Map<number, PricedLine>; readonly adjustments: Adjustment[] };

/** The lines that a rule is for and covers, at its price. */
const priceLines = (
  { rule, matched }: { readonly rule: PriceRule; readonly matched: readonly string[] },
  pricing: Pricing,
  { lines, match }: CartState,
  { changed, adjustments, unitsOfItem }: Changes & { readonly unitsOfItem: (line: PricedLine) => number },
): void => {
  const { offer } = pricing;
  for (const at of new Set(rule.criteria.flatMap((criteria) => match.linesOf(criteria)))) {
    const line = changed.get(at) ?? lines[at];
    const isKeptAway = line?.closed === true && offer.group === 'ladder_price';
    if (line === undefined || isKeptAway || !covers(rule, unitsOfItem(line))) continue;
    const next = priced(line, rule, pricing);
    if (next === null) continue;
    changed.set(at, next);
    adjustments.push(derivation(rule, offer, { before: line, after: next }, matched));
  }
};

function* applyPriceOffer(cart: CartState, offer: CompiledOffer): Work<CartState> {
  // A price is no offer that others would have to mind: marks and rivals mean nothing among contracts and ladders.
  const obstacle = obstacleOf(offer, { ...cart, applied: [] });
  if (obstacle !== null) return withOutcome(cart, offer, obstacle);
  const rules = offer.discounts.filter(isPriceRule);
  const verdictOn = hasManyRules(offer) ? yield* verdictsOneByOne(offer, cart) : undefined;
  const held = heldRules(rules, offer, cart, verdictOn);
  if ('reason' in held) return withOutcome(cart, offer, held);
  const changed = new Map<number, PricedLine>();
  const adjustments: Adjustment[] = [];
  const so = { changed, adjustments, unitsOfItem: unitsByItem(cart.lines) };
  const pricing = { offer, rules, rounding: cart.input.policy.rounding };
  for (const { rule, verdict } of held) {
    if (held.length > 1) yield cart.lines.length;
    if (isPriceRule(rule)) priceLines({ rule, matched: verdict.matched }, pricing, cart, so);
  }
  if (changed.size === 0) return withOutcome(cart, offer, missing(offer, rules, cart));
  return {
    ...cart,
    lines: replaceLines(cart.lines, changed),
    adjustments: [...cart.adjustments, ...adjustments],
    applied: [...cart.applied, offer.id],
  };
}

/** Units to the lowest band, when that is what is missing. */
const missing = (offer: CompiledOffer, rules: readonly PriceRule[], cart: CartState) => {
  const lines = rules.flatMap(({ criteria }) => criteria.flatMap((each) => cart.match.linesOf(each)));
  if (lines.length === 0) return whyNot(offer, 'no_item');
  const need = Math.min(...rules.map(({ limits }) => limits.minimumUnits ?? 1));
  const unitsOfItem = unitsByItem(cart.lines);
  const have = lines.reduce((most, at) => Math.max(most, unitsOfItem(cart.lines[at] as PricedLine)), 0);
  if (have >= need) return whyNot(offer, 'not_cheaper');
  const comparison = 'greater_than_equals' as const;
  return whyNot(offer, 'too_few_units', { metric: 'set_units', comparison, need, have, gap: need - have, rule: null });
};

/** Contract prices first; a binding one closes its lines to ladders, and is opened again for promotions. */
export function* priceUnits(cart: CartState): Work<CartState> {
  const offers = cart.offers.filter(isPriceOffer);
  if (offers.length === 0) return cart;
  let done = cart;
  for (const offer of offers) {
    yield cart.lines.length;
    done = yield* applyPriceOffer(done, offer);
  }
  const lines = done.lines.map((line) => (line.closed ? { ...line, closed: false } : line));
  return { ...done, lines, applied: cart.applied, closedBy: null };
}
