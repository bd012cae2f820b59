/** The figures of an answer, put together from what the stages found. */
import type { Answer } from './answer.ts';
import type { Case } from './case.ts';
import type { Credit } from './cashback.ts';
import { type Charge, codFee } from './charges.ts';
import { dealt, sharedOverLines } from './dealing.ts';
import { type Aside, type Good, unitsOf, worthOf } from './goods.ts';
import type { Offer } from './offer.ts';
import { sendings } from './parcels.ts';
import { sum, sumOf } from './rational.ts';
import type { Shipped } from './shipping.ts';
import type { State } from './stage.ts';
import { splitCharge, splitOverLines, splitTax, taxOf } from './tax.ts';
import type { Emi, Tendered } from './tender.ts';

export type Found = {
  readonly aside: readonly Aside[];
  readonly coupons: readonly Offer[];
  readonly state: State;
  /** What each took off goods. */
  readonly couponOff: ReadonlyMap<string, bigint>;
  readonly taxes: readonly bigint[];
  readonly charges: readonly Charge[];
  readonly shipped: Shipped;
  readonly paid: Tendered;
  readonly emi: Emi | null;
  readonly credits: readonly Credit[];
  /** Goods that count once more for points. */
  readonly counted: readonly Credit[];
};
const plain = Number;
const amounts = (entries: readonly { readonly amount: bigint }[]): bigint => sumOf(entries, ({ amount }) => amount);

/** Its lines get its units dearest first, and their shares of its tax. */
const linesOf = (given: Case, { state: { basket }, taxes }: Found, good: Good) => {
  const lines = dealt(basket, good);
  const tax = taxes[good.at] ?? 0n;
  const shares = sharedOverLines(tax, lines);
  const splits = splitOverLines(splitTax(given, good.article, tax), shares);
  const usedByDeal = unitsOf(basket, good).some(({ usedBy }) => usedBy.includes(good.promoId));
  return lines.map(({ asked: { key }, prices }, at) => [
    key,
    {
      units: prices.map(plain),
      marked: plain(good.marked),
      selling: plain(good.selling),
      effective: plain(good.effective),
      start: plain(good.start),
      tax: plain(shares[at] ?? 0n),
      taxable: plain(sum(prices) - (given.policy.prices_include_tax ? (shares[at] ?? 0n) : 0n)),
      parts: (splits[at] ?? []).map((part) => ({ ...part, amount: plain(part.amount) })),
      dealMissed: good.promoId !== '' && !usedByDeal,
    },
  ]);
};

const breakupOf = (given: Case, { state, couponOff: offs, taxes, charges, shipped, paid, credits }: Found) => {
  const couponOff = sum([...offs.values()]);
  const { basket, gifts } = state;
  const [goods, tax] = [worthOf(basket.units), sum(taxes)];
  const perUnit = (of: (good: Good) => bigint): bigint =>
    sumOf(basket.goods, (good) => of(good) * BigInt(unitsOf(basket, good).length));
  const freely = (of: (gift: (typeof gifts)[number]) => bigint): bigint =>
    sumOf(gifts, (gift) => of(gift) * BigInt(gift.quantity));
  const mrp = perUnit(({ marked }) => marked) + freely(({ marked }) => marked);
  const subtotal = perUnit(({ start }) => start) + freely(({ selling }) => selling);
  const promotion = goods - subtotal + couponOff;
  const charged = (...types: readonly string[]): number =>
    plain(amounts(charges.filter(({ type }) => types.includes(type))));
  const convenience = charges.filter(
    ({ type, code }) =>
      type === 'convenience' ||
      (type === 'adjustment' && code.toLowerCase().replaceAll(/[\s_]+/gu, '_') === 'convenience_fee'),
  );
  const points = amounts(paid.paid.filter(({ kind }) => kind === 'loyalty'));
  return {
    mrp_total: plain(mrp),
    discount: plain(subtotal - mrp),
    subtotal: plain(subtotal),
    promotion: plain(promotion - shipped.waived),
    coupon: plain(-couponOff),
    gst_charges: plain(tax),
    vog: plain(given.policy.prices_include_tax ? goods - tax : goods),
    delivery_charge: charged('delivery'),
    cod_charge: charged('cod'),
    convenience_fee: plain(amounts(convenience)),
    gift_card: charged('gift'),
    total_charge: plain(amounts(charges)),
    platform_cash: plain(-points),
    mop_total: plain(points - amounts(paid.paid)),
    ...(charges.some(({ type }) => type === 'rounding') ? { cash_rounding: charged('rounding') } : {}),
    total: plain(paid.payable) + charged('emi', 'rounding'),
    you_saved: plain(mrp - goods + shipped.waived),
    cashback_applied: credits.length === 0 ? null : plain(amounts(credits)),
    goods: plain(goods),
    promotion_goods: plain(promotion),
    promotion_shipping: plain(-shipped.waived),
  };
};

/** What cash on delivery would cost, tax included; null where it is chosen or cannot be. */
const codQuote = (given: Case, { state: { basket } }: Found): number | null => {
  const fee = given.payment?.mode === 'COD' ? null : codFee(given, basket);
  if (fee === null) return null;
  return plain(given.policy.prices_include_tax ? fee : fee + taxOf(given, fee, given.charges.taxRate));
};
const emiFigures = (given: Case, { emi }: Found) =>
  emi === null
    ? null
    : {
        planId: given.emi?.id,
        principal: plain(emi.principal),
        instalment: plain(emi.instalment),
        lastInstalment: plain(emi.last),
        totalPayable: plain(emi.payable),
        totalInterest: plain(emi.interest),
        fee: plain(emi.fee),
        feeTax: plain(emi.feeTax),
      };
/** What a code waives of delivery and gives away is in `promotion`, and here as well. */
const couponFigures = (id: string, { state, couponOff, shipped, credits }: Found) => {
  const gifts = state.gifts.filter(({ offerId }) => offerId === id);
  const giftsOfCoupon = sumOf(gifts, ({ selling, quantity }) => selling * BigInt(quantity));
  return [
    state.applied.includes(id),
    plain((couponOff.get(id) ?? 0n) + (shipped.byCoupon.get(id) ?? 0n) + giftsOfCoupon),
    plain(amounts(credits.filter(({ offerId }) => offerId === id))),
  ];
};
/** Of the one that is spoken of; and where there are several, of each. */
const couponsFigures = ({ coupon, moreCoupons = [] }: Case, found: Found) => {
  const ids = found.coupons.map(({ id }) => id);
  const spoken = ids.find((id) => id === coupon?.['_id']);
  return {
    coupon: spoken === undefined ? null : couponFigures(spoken, found),
    coupons: moreCoupons.length === 0 ? null : ids.map((id) => [id, ...couponFigures(id, found)]),
  };
};

export const figuresOf = (given: Case, found: Found): Answer => {
  const { aside, state, charges, paid, emi, credits, counted } = found;
  return {
    lines: Object.fromEntries(state.basket.goods.flatMap((good) => linesOf(given, found, good))),
    gifts: state.gifts
      .map(({ offerId, article, quantity, marked, selling }) => ({
        offer: offerId,
        article: article.uid,
        quantity,
        marked: plain(marked),
        selling: plain(selling),
      }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    applied: state.applied,
    doors: state.doors.map(({ offer, reason, by }) => `${offer} ${reason} by ${by}`).toSorted(),
    aside: aside.map(({ line, reason }) => `${line}: ${reason}`).toSorted(),
    ...couponsFigures(given, found),
    charges: charges.map((charge) => ({
      code: charge.code,
      amount: plain(charge.amount),
      tax: plain(charge.tax),
      parts: splitCharge(given, state.basket.goods[0]?.article, charge).map((part) => ({
        ...part,
        amount: plain(part.amount),
      })),
    })),
    parcels:
      given.shipping === undefined
        ? null
        : sendings(given, state.basket)
            .flatMap(({ parcels }) => parcels)
            .toSorted(),
    codQuote: codQuote(given, found),
    tender: paid.paid.map(({ kind, id, amount, spent }) => ({ kind, id, amount: plain(amount), spent: plain(spent) })),
    loyalty:
      given.tender.loyalty === null
        ? null
        : [paid.applicable, paid.paid.some(({ kind }) => kind === 'loyalty'), paid.blocked],
    emi: emiFigures(given, found),
    emiDropped: given.emi !== null && emi === null,
    cashback: credits.map(({ offerId, amount }) => ({ offerId, amount: plain(amount) })),
    points: counted.map(({ offerId, amount }) => ({ offerId, amount: plain(amount) })),
    breakup: breakupOf(given, found),
  };
};
