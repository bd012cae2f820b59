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
import { breakUp, payableOf } from './money/breakup.ts';
import type { CartState } from './cart-state.ts';
import { withBudgetLeft } from './offers/budget.ts';
import { creditCashback } from './offers/cashback.ts';
import { cashRounding } from './money/cash-rounding.ts';
import { addCharges } from './money/charges.ts';
import { applyCoupon } from './offers/coupon.ts';
import { dealUnits } from './deal-units.ts';
import { applyEmi } from './money/emi.ts';
import { whyNot } from './offers/evaluate-offer.ts';
import { offerIn } from './money/in-currency.ts';
import { consign } from './money/shipping.ts';
import { matchLines } from './offers/match-lines.ts';
import type { CompiledOffer } from './compile/offer-types.ts';
import { applyDiscountAdjustments, isExternal, replaceSellingPrices } from './price-adjustments.ts';
import type { PricedCart, SetAside } from './priced-types.ts';
import type { WhyNot } from './why-not-types.ts';
import type { PriceInput } from './pricing-types.ts';
import { applyPromotions } from './offers/promotions.ts';
import { applyShippingOffers, waivedBy } from './offers/shipping-offers.ts';
import { applyTax, settleChargeTax } from './money/tax.ts';
import { applyTender } from './money/tender.ts';
import { priceUnits } from './offers/unit-price-offers.ts';
import { startLines } from './unit-prices.ts';

const hasRivals = ({ stackGroup, excludes }: CompiledOffer): boolean =>
  stackGroup !== undefined || excludes !== undefined;

/** Goods at their prices, and the offers that can match them, in the cart's currency. */
const startCart = (input: PriceInput): CartState => {
  const { lines, members, setAside } = startLines(input);
  const match = matchLines(lines, input.offers, input.place);
  const strange: SetAside[] = [];
  const localised = (offer: CompiledOffer): readonly CompiledOffer[] => {
    const own = offerIn(offer, input);
    if (typeof own !== 'string') return [withBudgetLeft(own, input)];
    strange.push({ kind: 'offer', offerId: offer.id, reason: own });
    return [];
  };
  const offers = match.candidates.flatMap((at) => input.offers.offers[at] ?? []).flatMap(localised);
  const [coupon = null] = input.coupon === null ? [] : localised(input.coupon);
  return {
    input,
    lines,
    members,
    match,
    offers,
    rivals: new Map(offers.filter(hasRivals).map((offer) => [offer.id, offer])),
    coupon,
    consignments: consign(lines, input),
    adjustments: [],
    applied: [],
    closedBy: null,
    notApplied: [],
    setAside: [...setAside, ...strange],
  };
};

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
  adjustments.reduce(
    (sum, { stage, source, amount }) => (source.id === id && stage !== 'cashback' ? sum + amount : sum),
    0,
  );

/** By which method each parcel goes. */
const parcelsSent = ({ consignments }: CartState): Pick<PricedCart, 'parcels'> =>
  consignments === undefined
    ? {}
    : {
        parcels: consignments.flatMap(({ method, parcels }) =>
          parcels.map(({ storeId, way }) => ({ storeId, way, method: method?.id ?? null })),
        ),
      };

/** All that comes before the coupon, and so is the same whichever it is. */
const beforeCoupon = (start: CartState): CartState =>
  applyDiscountAdjustments(applyPromotions(priceUnits(replaceSellingPrices(start))), true);

const fromCouponOn = (promoted: CartState): PricedCart => {
  const { input, coupon } = promoted;
  const couponed = applyCoupon(promoted);
  const goods = applyTax(applyDiscountAdjustments(couponed.cart, false));
  const charged = addCharges(goods);
  const { cart: shipped, whyNot: notShipped } = applyShippingOffers(charged.cart, charged.charges);
  const couponApplied = input.coupon !== null && shipped.applied.includes(input.coupon.id);
  const payable = payableOf(shipped, charged.charges);
  const tendered = applyTender(shipped, payable, couponApplied);
  const paid = tendered.tender.reduce((sum, { amount }) => sum + amount, 0);
  const { emi, charge, dropped } = applyEmi(tendered.cart, payable - paid);
  // Instalments are paid by card.
  const rounding = emi === null ? cashRounding(payable - paid, input) : [];
  const made = [...charged.charges, ...(charge === null ? [] : [charge]), ...rounding];
  const charges = settleChargeTax(made, tendered.cart, waivedBy(shipped));
  const { cart, cashback, couponWhyNot } = creditCashback(tendered.cart, paid);
  const breakup = breakUp(cart, charges, tendered.tender, cashback);
  const dealt = dealUnits(cart, charges);
  return {
    lines: dealt.lines,
    adjustments: dealt.adjustments,
    applied: [...new Set(cart.adjustments.flatMap(({ source }) => (source.kind === 'offer' ? [source.id] : [])))],
    notApplied: notAppliedOf(cart),
    setAside: cart.setAside,
    coupon:
      coupon === null
        ? null
        : {
            applied: cart.applied.includes(coupon.id),
            discount: takenBy(coupon.id, cart),
            cashback: cashback.find(({ offerId }) => offerId === coupon.id)?.amount ?? 0,
            whyNot: cart.applied.includes(coupon.id) ? null : (couponed.whyNot ?? notShipped ?? couponWhyNot),
          },
    charges: dealt.charges,
    ...parcelsSent(cart),
    codQuote: charged.codQuote,
    tender: tendered.tender,
    loyalty: tendered.loyalty,
    emi,
    emiDropped: dropped,
    cashback,
    breakup,
  };
};

export const priceCart = (input: PriceInput): PricedCart => fromCouponOn(beforeCoupon(startCart(input)));

/** What `priceCart` says of the cart under one coupon after another, with all that comes before the coupon done once. */
export const priceCoupons = (input: PriceInput): ((coupon: CompiledOffer) => PricedCart) => {
  const promoted = beforeCoupon(startCart({ ...input, coupon: null }));
  return (coupon) => {
    const own = offerIn(coupon, input);
    // What cannot be had in this currency is set aside before the first stage.
    if (typeof own === 'string') return priceCart({ ...input, coupon });
    return fromCouponOn({ ...promoted, input: { ...input, coupon }, coupon: withBudgetLeft(own, input) });
  };
};
