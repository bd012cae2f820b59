/**
 * What a cart costs, and why.
 *
 * Takes everything prices depend on as one value and returns every line as unit lots, every adjustment with its derivation, the
 * charges, the tender and the totals. Reads nothing else and changes nothing it is given: the same input gives the same answer, to
 * the minor unit, whatever the order of the lines, their keys, or how units are spread over them: lines that are one good are
 * pooled before the first stage, and its units dealt back after the last. It never throws on a stored cart: a line or an offer it
 * cannot price is set aside with a reason.
 *
 * The order of the stages is part of the contract (docs/decisions/0009): each sees the prices the one before left. To add a stage,
 * add it here, give it a law in test/laws, and say in a decision why it stands where it stands.
 *
 * Not here: which offers exist, whether the shopper may check out, how it looks on the wire.
 */
import type { Minor } from '../shared/money.ts';
import { atOnce, type Work } from './work.ts';
import { breakUp, payableOf } from './money/breakup.ts';
import { type CartState, sizeOf } from './cart-state.ts';
import { withBudgetLeft } from './offers/budget.ts';
import { creditCashback, linesMeant } from './offers/cashback.ts';
import { isLater, type Later, laterOf } from './offers/later-stage.ts';
import { multiplyPoints } from './offers/points.ts';
import { cashRounding } from './money/cash-rounding.ts';
import { addCharges } from './money/charges.ts';
import { applyCoupons } from './offers/coupon.ts';
import { asAsked, dealUnits, isPooled } from './deal-units.ts';
import { applyEmi } from './money/emi.ts';
import { hasRivals } from './offers/evaluate-offer.ts';
import { whyNot } from './offers/held-rules.ts';
import { offerIn } from './money/in-currency.ts';
import { consign } from './money/shipping.ts';
import { type Matcher, matchInTurns, matchLines } from './offers/match-lines.ts';
import type { CompiledOffer } from './compile/offer-types.ts';
import { applyDiscountAdjustments, isExternal, replaceSellingPrices } from './price-adjustments.ts';
import type { CouponAnswer, PricedCart, SetAside } from './priced-types.ts';
import type { WhyNot } from './why-not-types.ts';
import type { PriceInput } from './pricing-types.ts';
import { applyPromotions } from './offers/promotions.ts';
import { applyShippingOffers, waivedBy } from './offers/shipping-offers.ts';
import { applyTax, settleChargeTax } from './money/tax.ts';
import { applyTender } from './money/tender.ts';
import { priceUnits } from './offers/unit-price-offers.ts';
import { type StartedLines, startLines } from './unit-prices.ts';
import { compareTexts } from '../shared/text-order.ts';

/** As promotions of one group go: the higher priority first, then the older one. So the order of typing changes nothing. */
const couponsOf = ({ coupon, moreCoupons = [] }: PriceInput): readonly CompiledOffer[] => {
  if (coupon === null && moreCoupons.length === 0) return [];
  const all = new Map([...(coupon === null ? [] : [coupon]), ...moreCoupons].map((each) => [each.id, each]));
  return [...all.values()].toSorted(
    (a, b) => b.priority - a.priority || a.createdAt - b.createdAt || compareTexts(a.id, b.id),
  );
};

/** Goods at their prices, and the offers that can match them, in the cart's currency. */
const startCart = (
  input: PriceInput,
  { lines, members, setAside }: StartedLines = startLines(input),
  match: Matcher = matchLines(lines, input.offers, input.place),
): CartState => {
  const strange: SetAside[] = [];
  const localised = (given: Iterable<CompiledOffer | undefined>): readonly CompiledOffer[] => {
    const found: CompiledOffer[] = [];
    for (const offer of given) {
      if (offer === undefined) continue;
      const own = offerIn(offer, input);
      if (typeof own === 'string') strange.push({ kind: 'offer', offerId: offer.id, reason: own });
      else found.push(withBudgetLeft(own, input));
    }
    return found;
  };
  const offers = localised(match.candidates.map((at) => input.offers.offers[at]));
  return {
    input,
    lines,
    members,
    match,
    offers,
    rivals: new Map(offers.filter(hasRivals).map((offer) => [offer.id, offer])),
    coupons: localised(couponsOf(input)),
    consignments: consign(lines, input),
    adjustments: [],
    applied: [],
    closedBy: null,
    notApplied: [],
    setAside: [...setAside, ...strange],
  };
};
/** The same in pieces. */
function* startInTurns(input: PriceInput): Work<CartState> {
  const goods = startLines(input);
  return startCart(input, goods, yield* matchInTurns(goods.lines, input.offers, input.place));
}

/** One reason per offer that did nothing: the first that was met. */
const notAppliedOf = (cart: CartState): readonly WhyNot[] => {
  const reasons = new Map<string, WhyNot>();
  for (const why of cart.notApplied) if (!reasons.has(why.offerId)) reasons.set(why.offerId, why);
  for (const offer of cart.offers.filter(isExternal)) {
    if (!reasons.has(offer.id)) reasons.set(offer.id, whyNot(offer, 'no_adjustment'));
  }
  return [...reasons.values()].filter(({ offerId }) => !cart.applied.includes(offerId));
};

/** What an offer took off goods and delivery. */
const takenBy = (id: string, { adjustments }: CartState): Minor =>
  adjustments.reduce((sum, one) => (one.source.id === id && !isLater(one) ? sum + one.amount : sum), 0);

type CouponsDone = {
  readonly cart: CartState;
  readonly cashback: PricedCart['cashback'];
  readonly whyNots: readonly WhyNot[];
};
const couponAnswer = (id: string, { cart, cashback, whyNots }: CouponsDone): CouponAnswer => {
  const applied = cart.applied.includes(id);
  return {
    applied,
    discount: takenBy(id, cart),
    cashback: cashback.find(({ offerId }) => offerId === id)?.amount ?? 0,
    whyNot: applied ? null : (whyNots.find(({ offerId }) => offerId === id) ?? null),
  };
};

/** Of the one that is spoken of, and where there are more, of each. */
const couponAnswers = (
  { input, coupons }: CartState,
  answerOf: (coupon: CompiledOffer) => CouponAnswer,
): Pick<PricedCart, 'coupon' | 'coupons'> => {
  const spoken = coupons.find(({ id }) => id === input.coupon?.id);
  return {
    coupon: spoken === undefined ? null : answerOf(spoken),
    ...(input.moreCoupons === undefined || input.moreCoupons.length === 0
      ? {}
      : { coupons: Object.fromEntries(coupons.map((coupon) => [coupon.id, answerOf(coupon)])) }),
  };
};

/** By which method each parcel goes. */
const parcelsSent = ({ consignments }: CartState): Pick<PricedCart, 'parcels'> =>
  consignments === undefined
    ? {}
    : {
        parcels: consignments.flatMap(({ method, parcels }) =>
          parcels.map(({ storeId, way }) => ({ storeId, way, method: method?.id ?? null })),
        ),
      };

const isAdjusted = ({ input }: CartState): boolean => input.adjustments.length > 0;

/** What else goes through all lines of a cart with more of them than this is a piece of its own. */
const LEAST_PAUSED = 50;

/** Coupons, tax, charges and what offers waive of them: what is to be paid, before balances. */
function* toPayable(promoted: CartState) {
  const couponed = yield* applyCoupons(promoted);
  if (promoted.lines.length > LEAST_PAUSED) yield sizeOf(couponed.cart.lines);
  const discounted = isAdjusted(promoted) ? yield* applyDiscountAdjustments(couponed.cart, false) : couponed.cart;
  const goods = yield* applyTax(discounted);
  const charged = addCharges(goods);
  const { cart: shipped, whyNots: notShipped } = yield* applyShippingOffers(charged.cart, charged.charges);
  return { couponed, charged, shipped, notShipped, payable: payableOf(shipped, charged.charges) };
}

/** All that comes before the coupon, and so is the same whichever it is, unless the policy looks at what comes after. */
function* beforeCoupon(start: CartState): Work<CartState> {
  const seen = (promoted: CartState): Work<CartState> => applyDiscountAdjustments(promoted, true);
  const priced = yield* priceUnits(isAdjusted(start) ? yield* replaceSellingPrices(start) : start);
  const promoted = yield* applyPromotions(priced, function* (tried) {
    return (yield* toPayable(isAdjusted(tried) ? yield* seen(tried) : tried)).payable;
  });
  return isAdjusted(promoted) ? yield* seen(promoted) : promoted;
}

/** Every amount is one that is counted exactly: what is beyond would be another one in the next sum, and cannot be stored. */
const isCounted = ({ breakup, charges }: PricedCart): boolean =>
  Object.values(breakup).every(isExact) &&
  charges.every(({ preset, original, amount, tax }) => [preset, original, amount, tax].every(isExact));
const isExact = (amount: Minor | null): boolean => amount === null || Number.isSafeInteger(amount);

const setAsideOf = (one: SetAside): string => (one.kind === 'line' ? one.key : '');

/** Goods are counted; with charges and taxes they are not. Then none of them can be ordered like this, and each says why. */
function* uncounted({ input }: CartState, { setAside }: PricedCart): Work<PricedCart> {
  const known = new Set(setAside.map(setAsideOf));
  const others = input.lines.flatMap(({ key }): readonly SetAside[] =>
    known.has(key) ? [] : [{ kind: 'line', key, reason: 'amount_too_large' }],
  );
  const empty = yield* pricedFrom(yield* beforeCoupon(startCart({ ...input, lines: [], adjustments: [] })));
  return { ...empty, setAside: [...setAside, ...others] };
}

function* fromCouponOn(promoted: CartState): Work<PricedCart> {
  const priced = yield* pricedFrom(promoted);
  return isCounted(priced) ? priced : yield* uncounted(promoted, priced);
}

function* pricedFrom(promoted: CartState): Work<PricedCart> {
  const { input, coupons } = promoted;
  const { couponed, charged, shipped, notShipped, payable } = yield* toPayable(promoted);
  const couponApplied = coupons.some(({ id }) => shipped.applied.includes(id));
  const tendered = applyTender(shipped, payable, couponApplied);
  const paid = tendered.tender.reduce((sum, { amount }) => sum + amount, 0);
  const { emi, charge, dropped } = applyEmi(tendered.cart, payable - paid);
  // Instalments are paid by card.
  const rounding = emi === null ? cashRounding(payable - paid, input) : [];
  const made = [...charged.charges, ...(charge === null ? [] : [charge]), ...rounding];
  const charges = settleChargeTax(made, tendered.cart, waivedBy(shipped));
  const { cart: credited, cashback, couponWhyNots } = yield* creditCashback(tendered.cart, paid + (input.covered ?? 0));
  const { cart, points, couponWhyNots: notMultiplied } = yield* multiplyPoints(credited);
  const whyNots = [...couponed.whyNots, ...notShipped, ...couponWhyNots, ...notMultiplied];
  const answerOf = ({ id }: CompiledOffer): CouponAnswer => couponAnswer(id, { cart, cashback, whyNots });
  const breakup = breakUp(cart, charges, tendered.tender, cashback);
  if (cart.lines.length > LEAST_PAUSED) yield sizeOf(cart.lines);
  const dealt = isPooled(cart) ? yield* dealUnits(cart, charges) : asAsked(cart, charges);
  return {
    lines: dealt.lines,
    adjustments: dealt.adjustments,
    applied: [...new Set(cart.adjustments.flatMap(({ source }) => (source.kind === 'offer' ? [source.id] : [])))],
    notApplied: notAppliedOf(cart),
    setAside: cart.setAside,
    ...couponAnswers(promoted, answerOf),
    charges: dealt.charges,
    ...parcelsSent(cart),
    codQuote: charged.codQuote,
    tender: tendered.tender,
    loyalty: tendered.loyalty,
    emi,
    emiDropped: dropped,
    cashback,
    ...(points.length === 0 ? {} : { points }),
    breakup,
    ...(promoted.choice === undefined ? {} : { choice: promoted.choice }),
  };
}

/** Five to ten milliseconds: so many times that a rule of an offer goes through a line (bench/worst-cart.ts). */
export const MEETINGS_A_TURN = 500;

/** By offers and their rules, each of which goes through all lines: of a large cart and many offers together they take long. */
export function* pricingOf(input: PriceInput): Work<PricedCart> {
  return yield* fromCouponOn(yield* beforeCoupon(yield* startInTurns(input)));
}
export const priceCart = (input: PriceInput): PricedCart => atOnce(pricingOf(input));

/** What offers of the cart give later, each with the lines that it is for. */
export function* laterParts(input: PriceInput): Work<readonly (Later & { readonly lines: readonly string[] })[]> {
  const start = yield* startInTurns(input);
  const offers = new Map([...start.offers, ...start.coupons].map((offer) => [offer.id, offer]));
  return (yield* fromCouponOn(yield* beforeCoupon(start))).adjustments.filter(isLater).flatMap((one) => {
    const rule = offers.get(one.source.id)?.discounts.find(({ index }) => index === one.rule);
    return laterOf([one]).map((part) => ({ ...part, lines: rule === undefined ? [] : linesMeant(rule, start) }));
  });
}

/** What `priceCart` says of the cart under one coupon after another, with all that comes before the coupon done once. */
export function* priceCoupons(input: PriceInput): Work<(coupon: CompiledOffer) => Work<PricedCart>> {
  // Which promotions are the best depends on the coupon.
  if (input.policy.stacking === 'best_offer') return (coupon) => pricingOf({ ...input, coupon });
  const { moreCoupons: _more, ...bare } = input;
  const promoted = yield* beforeCoupon(yield* startInTurns({ ...bare, coupon: null }));
  return (coupon) => {
    const wanted = { ...input, coupon };
    const own = couponsOf(wanted).map((each) => offerIn(each, input));
    // What cannot be had in this currency is set aside before the first stage.
    if (own.some((each) => typeof each === 'string')) return pricingOf(wanted);
    const coupons = own.flatMap((each) => (typeof each === 'string' ? [] : [withBudgetLeft(each, input)]));
    return fromCouponOn({ ...promoted, input: wanted, coupons });
  };
}
