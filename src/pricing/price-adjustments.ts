/** Price changes that other systems made for this cart: a unit price before offers, a discount on goods. Charges and tender read the rest. */
import { allocate } from '../shared/allocate.ts';
import type { Minor } from '../shared/money.ts';
import { type CartState, replaceLines, sizeOf } from './cart-state.ts';
import type { Work } from './work.ts';
import { obstacleOf } from './offers/evaluate-offer.ts';
import { verdictsOn, whyNot } from './offers/held-rules.ts';
import { dearestFirst, roomOf, type Run, spread, spreadInLine, takeUnits } from './goods.ts';
import { inCurrency } from './money/in-currency.ts';
import { applyUses, lineAmount, type Use } from './lots.ts';
import type { CompiledOffer } from './compile/offer-types.ts';
import type { Adjustment, Step } from './adjustment-types.ts';
import type { AdjustmentProblem, PricedLine, SetAside } from './priced-types.ts';
import type { AdjustmentArticle, PriceAdjustment } from './pricing-types.ts';
import type { PricingPolicy } from './pricing-policy.ts';
import { atUnitPrice } from './unit-prices.ts';

/** So many lines and articles are gone through in the time of a line that meets a rule. */
const GONE_A_MEETING = 10;
const goneThrough = ({ articles }: PriceAdjustment, { lines }: CartState): number =>
  (articles.length + sizeOf(lines)) / GONE_A_MEETING;

const aside = (cart: CartState, id: string, reason: AdjustmentProblem): CartState => {
  const entry: SetAside = { kind: 'adjustment', id, reason };
  return { ...cart, setAside: [...cart.setAside, entry] };
};

/** The adjustment with its amounts in the cart's currency, or why it cannot count. */
const readAdjustment = (adjustment: PriceAdjustment, { input }: CartState): PriceAdjustment | AdjustmentProblem => {
  if (adjustment.expiresAt !== null && adjustment.expiresAt <= input.now) return 'expired';
  if (!Number.isSafeInteger(adjustment.value) || adjustment.value < 0) return 'invalid';
  if (inCurrency(0, adjustment.currency, input) === null) return 'rate_missing';
  const change = (amount: Minor): Minor => inCurrency(amount, adjustment.currency, input) ?? 0;
  const articles = adjustment.articles.map(
    (article): AdjustmentArticle => ({
      ...article,
      value: change(article.value),
      ...(article.minimumPrice === undefined ? {} : { minimumPrice: change(article.minimumPrice) }),
    }),
  );
  const isLost = (price: Minor): boolean => price > 0 && change(price) === 0;
  // Where it names articles its own value is no price of anything.
  const prices = (adjustment.articles.length === 0 ? [adjustment] : adjustment.articles).map(({ value }) => value);
  if (adjustment.type === 'selling_price' && prices.some(isLost)) return 'price_too_small';
  return { ...adjustment, value: change(adjustment.value), articles };
};

export const leftOut = (
  cart: CartState,
  adjustments: readonly PriceAdjustment[],
  reason: AdjustmentProblem,
): CartState => adjustments.reduce((next, { id }) => aside(next, id, reason), cart);

/** Usable adjustments of a type, in the order in which they were made; the others are set aside. */
export const adjustmentsOf = (
  cart: CartState,
  type: PriceAdjustment['type'],
): { readonly usable: readonly PriceAdjustment[]; readonly cart: CartState } => {
  const usable: PriceAdjustment[] = [];
  let next = cart;
  for (const adjustment of cart.input.adjustments) {
    if (adjustment.type !== type) continue;
    const read = readAdjustment(adjustment, cart);
    if (typeof read === 'string') next = aside(next, adjustment.id, read);
    else usable.push(read);
  }
  return { usable, cart: next };
};

/** Lines an adjustment reaches: those of its articles, or all but gifts. */
export const reachedLines = ({ articles }: PriceAdjustment, lines: readonly PricedLine[]): readonly number[] => {
  const uids = new Set(articles.map(({ articleUid }) => articleUid));
  return [...lines.entries()]
    .filter(([, line]) => line.gift === null && (uids.size === 0 || uids.has(line.article.uid)))
    .map(([at]) => at);
};

/** Shares of an amount over lines: by what they cost, by their units, or the same for each. */
export const distribute = (
  amount: Minor,
  distribution: PriceAdjustment['distribution'],
  lines: readonly PricedLine[],
  withRoom: boolean,
): readonly Minor[] =>
  allocate(
    amount,
    lines.map((line) => ({
      weight: distribution === 'apportion' ? lineAmount(line) : distribution === 'weighted' ? line.quantity : 1,
      ...(withRoom ? { room: lineAmount(line) } : {}),
    })),
  );

type Reached = { readonly at: number; readonly line: PricedLine };
const runsOf = ({ key, lots, article }: PricedLine, at: number): readonly Run[] =>
  lots.map(({ units, price }, lot) => ({
    line: at,
    lot,
    key,
    units,
    price,
    room: price,
    spent: false,
    taxRate: article.taxRate,
  }));

/** The article's own value, once over all goods of it: from as many of the dearest units as it names, or from all. */
const usesOfArticle = (
  { value, quantity }: AdjustmentArticle,
  goods: readonly Reached[],
  policy: PricingPolicy,
): readonly Use[] => {
  const runs = goods.flatMap(({ line, at }) => runsOf(line, at));
  const chosen = quantity === undefined ? runs : takeUnits(dearestFirst(runs), quantity);
  return spread(Math.min(value, roomOf(chosen)), chosen, {
    ...policy,
    remainder: 'largest',
    allocation_weights: 'net',
  });
};

/** What each reached good gives: of its article's own value, or its share of the whole. */
const usesOf = (adjustment: PriceAdjustment, { lines, input: { policy } }: CartState): readonly Use[] => {
  const named = new Map(adjustment.articles.map((article) => [article.articleUid, article]));
  const reached = reachedLines(adjustment, lines).flatMap((at): readonly Reached[] => {
    const line = lines[at];
    return line === undefined ? [] : [{ at, line }];
  });
  if (adjustment.articleLevel && named.size > 0) {
    const goods = Map.groupBy(reached, ({ line }) => line.article.uid);
    return [...named].flatMap(([uid, article]) => usesOfArticle(article, goods.get(uid) ?? [], policy));
  }
  const shares = distribute(
    adjustment.value,
    adjustment.distribution,
    reached.map(({ line }) => line),
    true,
  );
  return reached.flatMap(({ at, line }, position) => spreadInLine(shares[position] ?? 0, runsOf(line, at)));
};

const floorsOf = ({ articles }: PriceAdjustment): ReadonlyMap<string, Minor> =>
  new Map(articles.map((article) => [article.articleUid, article.minimumPrice ?? 0]));

/** Only units it takes from can break it: one that was below before is none of its business. */
const breaksFloor = (adjustment: PriceAdjustment, changed: Iterable<PricedLine>, id: string): boolean => {
  const floors = floorsOf(adjustment);
  return [...changed].some((line) =>
    line.lots.some(
      ({ price, cuts }) =>
        price < (floors.get(line.article.uid) ?? 0) && cuts.some(({ adjustment: by, each }) => by === id && each > 0),
    ),
  );
};

const applyDiscount = (cart: CartState, adjustment: PriceAdjustment): CartState => {
  const uses = usesOf(adjustment, cart);
  const amount = uses.reduce((sum, use) => sum + use.amount, 0);
  if (amount === 0) return aside(cart, adjustment.id, 'no_article');
  const id = `adjustment:${adjustment.id}`;
  const mark = { adjustment: id, offerId: null, closes: false, closesLine: false, spends: false };
  const { changed, shares } = applyUses(cart.lines, uses, mark);
  if (breaksFloor(adjustment, changed.values(), id)) return aside(cart, adjustment.id, 'below_floor');
  const step: Step = { formula: 'asked', result: amount, taken: amount };
  const derived: Adjustment = {
    id,
    stage: 'adjustment',
    source:
      adjustment.offerId === undefined
        ? { kind: 'adjustment', id: adjustment.id }
        : { kind: 'offer', id: adjustment.offerId },
    rule: null,
    steps: [step],
    cap: null,
    room: null,
    amount,
    shares,
    matched: [],
    eligibleUnits: shares.reduce((units, share) => units + share.units, 0),
  };
  return { ...cart, lines: replaceLines(cart.lines, changed), adjustments: [...cart.adjustments, derived] };
};

/** Units that the cart has of each article, gifts apart. */
const unitsByArticle = (lines: readonly PricedLine[]): ReadonlyMap<string, number> => {
  const units = new Map<string, number>();
  for (const { gift, article, quantity } of lines) {
    if (gift === null) units.set(article.uid, (units.get(article.uid) ?? 0) + quantity);
  }
  return units;
};

/**
 * `selling_price`: the value becomes the unit price of its articles, never above the marked price nor below the least it names. Where
 * it names a quantity it was agreed for so many units: with more of them each costs the dearer of the two, so that nobody pays less
 * by taking more.
 */
export function* replaceSellingPrices(before: CartState): Work<CartState> {
  const { usable, cart } = adjustmentsOf(before, 'selling_price');
  let current = cart;
  for (const adjustment of usable) {
    yield goneThrough(adjustment, current);
    current = atAgreedPrices(current, adjustment);
  }
  return current;
}
const atAgreedPrices = (current: CartState, adjustment: PriceAdjustment): CartState => {
  const named = new Map(adjustment.articles.map((article) => [article.articleUid, article]));
  const floors = floorsOf(adjustment);
  const units = unitsByArticle(current.lines);
  const changed = new Map<number, PricedLine>();
  const derived: Adjustment[] = [];
  let reason: AdjustmentProblem = 'no_article';
  for (const at of reachedLines(adjustment, current.lines)) {
    const line = current.lines[at] as PricedLine;
    const { uid } = line.article;
    const { value: agreed, quantity: most = Infinity }: Pick<AdjustmentArticle, 'value' | 'quantity'> =
      named.get(uid) ?? adjustment;
    if (agreed > line.marked) return aside(current, adjustment.id, 'above_marked');
    if (agreed < (floors.get(uid) ?? 0)) return aside(current, adjustment.id, 'below_floor');
    if (agreed < line.effective && (units.get(uid) ?? 0) > most) {
      reason = 'too_many_units';
      continue;
    }
    changed.set(at, atUnitPrice(line, agreed));
    derived.push(replacedPrice(adjustment, line, agreed));
  }
  if (changed.size === 0) return aside(current, adjustment.id, reason);
  const lines = replaceLines(current.lines, changed);
  return { ...current, lines, adjustments: [...current.adjustments, ...derived] };
};

/** A replaced unit price may be higher than the seller's: its amount is then negative. */
const replacedPrice = (adjustment: PriceAdjustment, line: PricedLine, price: Minor): Adjustment => {
  const { key, quantity } = line;
  const each = line.effective - price;
  const amount = each * quantity;
  const base = line.effective * quantity;
  return {
    id: `price:${adjustment.id}:${key}`,
    stage: 'unit_price',
    source: { kind: 'adjustment', id: adjustment.id },
    rule: null,
    steps: [{ formula: 'down_to', base, price: price * quantity, result: amount, taken: amount }],
    cap: null,
    room: null,
    amount,
    shares: [{ line: key, units: quantity, amount, lots: [{ units: quantity, each }] }],
    matched: [],
    eligibleUnits: quantity,
  };
};

/** An external offer counts when its own restrictions and conditions hold and an adjustment names it. */
const externalProblem = (offer: CompiledOffer, cart: CartState) => {
  const obstacle = obstacleOf(offer, cart);
  if (obstacle !== null) return obstacle;
  const [rule] = offer.discounts;
  const isThere = rule?.criteria.some((criteria) => cart.match.linesOf(criteria).length > 0) === true;
  if (!isThere) return whyNot(offer, 'no_item');
  const verdict = rule === undefined ? null : verdictsOn(offer, cart)(rule.condition);
  return verdict?.holds === true ? null : whyNot(offer, 'condition', verdict?.missing ?? null);
};

/** Discounts that count before the coupon looks at the goods, or (not in eligibility) after it. */
export function* applyDiscountAdjustments(before: CartState, inEligibility: boolean): Work<CartState> {
  const { usable, cart } = adjustmentsOf(before, 'discount');
  const external = new Map(cart.offers.filter(isExternal).map((offer) => [offer.id, offer]));
  const chosen = usable.filter((adjustment) => adjustment.inEligibility === inEligibility);
  let current = inEligibility ? cart : before;
  for (const adjustment of chosen) {
    yield goneThrough(adjustment, current);
    current = withDiscount(current, adjustment, external.get(adjustment.offerId ?? ''));
  }
  return current;
}

const withDiscount = (current: CartState, adjustment: PriceAdjustment, offer: CompiledOffer | undefined): CartState => {
  if (adjustment.offerId === undefined) return applyDiscount(current, adjustment);
  const problem = offer === undefined ? null : externalProblem(offer, current);
  if (offer === undefined || problem !== null) {
    const noted = aside(current, adjustment.id, 'invalid');
    return problem === null ? noted : { ...noted, notApplied: [...noted.notApplied, problem] };
  }
  const next = applyDiscount(current, adjustment);
  if (next.adjustments === current.adjustments) return next;
  const closedBy = offer.exclusive === 'cart' ? offer.id : next.closedBy;
  return { ...next, applied: [...next.applied, offer.id], closedBy };
};

export const isExternal = ({ discounts }: CompiledOffer): boolean =>
  discounts.some(({ benefit }) => benefit.kind === 'external');
