/** The second engine: docs/behaviour/pricing.md, stage by stage, one unit at a time, in exact fractions. */
import { adjusted } from './adjustments.ts';
import type { Answer } from './answer.ts';
import { type Case, couponsOf } from './case.ts';
import { givenLater } from './cashback.ts';
import { type Charge, chargesOf } from './charges.ts';
import { couponsInOrder, withCoupons } from './coupon.ts';
import { figuresOf } from './figures.ts';
import { basketOf, worthOf } from './goods.ts';
import type { Told } from './best-offer.ts';
import { type Offer, readOffer } from './offer.ts';
import { promoted } from './promotions.ts';
import { sum, sumOf } from './rational.ts';
import { withRules } from './said.ts';
import { shippingOffers } from './shipping.ts';
import { aroundCart, basisOf } from './shop.ts';
import type { State } from './stage.ts';
import { goodsTax, taxOf } from './tax.ts';
import { cashRounding, emiOf, paidWith } from './tender.ts';
import { contractAndLadder, replacedPrices } from './unit-prices.ts';

/** The tax of a delivery charge is the tax inside what is left of it. */
const afterWaiver = (given: Case, charge: Charge, waived: bigint): Charge => {
  if (charge.type !== 'delivery' || waived === 0n) return charge;
  const inside = { ...given, policy: { ...given.policy, prices_include_tax: true } };
  return { ...charge, tax: taxOf(inside, charge.amount - waived, given.charges.taxRate) };
};

/** From promotions on, to what is to be paid. */
const settled = (given: Case, offers: readonly Offer[], coupons: readonly Offer[], after: State) => {
  const seen = adjusted(given, offers, after, true);
  const { state: afterCoupons, off } = withCoupons(given, offers, coupons, seen);
  const discounted = adjusted(given, offers, afterCoupons, false);

  const taxes = goodsTax(given, discounted.basket);
  const goods = worthOf(discounted.basket.units);
  const charges = chargesOf(given, discounted.basket);
  const shipped = shippingOffers(given, offers, coupons, { begin: discounted, charges });
  const onTop = given.policy.prices_include_tax ? 0n : sum(taxes);
  const due = goods + onTop + sumOf(charges, ({ amount }) => amount) - shipped.waived;
  return { off, discounted, taxes, charges, shipped, due };
};

/** To the end of promotions. `told`: which of them act, of a cart with too many combinations to try all. */
const withPromotions = (given: Case, told: Told | null) => {
  const { aside, ...asked } = basketOf(given);
  const offers = given.promotions.flatMap((definition) => readOffer(definition, given) ?? []);
  const coupons = couponsInOrder(couponsOf(given).flatMap((definition) => readOffer(definition, given) ?? []));

  const priced = contractAndLadder(given, replacedPrices(given, asked), offers);
  const begin: State = { basket: priced.basket, gifts: [], applied: priced.applied, alone: null, doors: [] };
  const after = promoted(given, offers, begin, { due: (state) => settled(given, offers, coupons, state).due, told });
  return { aside, offers, coupons, after };
};

/** The least that is to be paid before balances, with every combination tried. */
export const leastDue = (given: Case): number => {
  const around = decided(given, null);
  const { offers, coupons, after } = withPromotions(around, null);
  return Number(settled(around, offers, coupons, after).due);
};

const answerOf = (given: Case, told: Told | null): Answer => {
  const { aside, offers, coupons, after } = withPromotions(given, told);
  const { off, discounted, taxes, charges, shipped, due } = settled(given, offers, coupons, after);
  const byCoupon = coupons.some(({ id }) => shipped.state.applied.includes(id));
  const paid = paidWith(given, due, byCoupon);
  const emi = emiOf(given, paid.payable);
  const fee = emi === null || emi.charge === null ? [] : [emi.charge];
  const tendered = sumOf(paid.paid, ({ amount }) => amount);
  const later = givenLater(given, offers, coupons, { begin: shipped.state, tendered });
  return figuresOf(given, {
    aside,
    coupons,
    state: { ...discounted, applied: later.state.applied, doors: later.state.doors },
    couponOff: off,
    taxes,
    charges: [
      ...charges.map((charge) => afterWaiver(given, charge, shipped.waived)),
      ...fee,
      ...cashRounding(given, emi, paid.payable),
    ],
    shipped,
    paid,
    emi,
    credits: later.credits,
    counted: later.counted,
  });
};

/** The cart with what is decided around it. */
const decided = (given: Case, told: Told | null): Case => {
  if (given.shop === undefined) return given;
  const basis = basisOf(given, (around) => answerOf(withRules(around), told));
  return withRules(aroundCart(given, basis));
};

export const oracleAnswer = (given: Case, told: Told | null = null): Answer => answerOf(decided(given, told), told);
