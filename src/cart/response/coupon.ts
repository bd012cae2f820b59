/** The coupon of the cart, or the one just refused, in its two places. Pure. */
import { wholeAddress } from '../../catalog/listing/picture-address.ts';
import type { CartBreakup } from '../../contract/cart/cart-breakup-contract.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { list, record, text } from '../../pricing/compile/read-definition.ts';
import { type CouponOutcome, noCoupon } from '../price/coupon-outcome.ts';
import type { PricedView } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { sum } from '../../shared/money.ts';
import { filled, sentencesIn } from '../words/spoken.ts';
import { shownTexts } from './offer-texts.ts';

type CouponDetail = NonNullable<CartDetail['coupon']>;
type CouponBreakup = NonNullable<CartBreakup['coupon']>;

type Spoken = Pick<CouponOutcome, 'code' | 'message' | 'offer' | 'applied' | 'valid'>;

/** A coupon that was tried and not kept shows before the one that is attached. */
const spokenOf = ({ ask: { refusedCoupon }, coupon }: PricedView): Spoken =>
  refusedCoupon === null ? coupon : { ...noCoupon, code: refusedCoupon.code, message: refusedCoupon.message };

const afterOrder = (offer: CompiledOffer | null) => {
  const said = record(record(offer?.definition.restrictions).post_order);
  return {
    return_allowed: said.return_allowed !== false,
    cancellation_allowed: said.cancellation_allowed !== false,
    exchange_allowed: said.exchange_allowed !== false,
  };
};

/** Titles of a coupon; of a promotion that needs a code, its texts for shoppers. */
const titlesOf = (offer: CompiledOffer | null, { input }: Pick<PricedView, 'input'>) => {
  const shown = offer === null ? {} : shownTexts(offer, input);
  return {
    title: text(shown.title) ?? text(shown.name),
    subtitle: text(shown.subtitle) ?? text(shown.offer_text),
    description: text(shown.description),
  };
};

export const mediasOf = (
  offer: CompiledOffer | null,
  { publicUrl }: Pick<PricedView, 'publicUrl'>,
): NonNullable<CouponDetail['medias']> =>
  list(offer?.definition.medias).map((media) => {
    const { alt, url, type, key } = record(media);
    const address = wholeAddress(text(url) ?? '', publicUrl);
    return { alt: text(alt) ?? '', url: address, type: text(type) ?? '', key: text(key) ?? '' };
  });

const noTier = { value: 0, most: 0, least: 0 };

const titleFields = (offer: CompiledOffer | null, view: PricedView) => {
  const { title, subtitle, description } = titlesOf(offer, view);
  return {
    coupon_title: title ?? '',
    coupon_subtitle: subtitle ?? '',
    coupon_description: description ?? '',
    coupon_type: offer?.type ?? '',
  };
};

const cashbackFields = ({ applied }: Spoken, { coupon, currency, language }: PricedView) => {
  const { number, text: money } = amountsIn(currency);
  const { cashbackGot, cashbackWhen } = sentencesIn(language).coupon;
  const credited = applied ? coupon.cashback : 0;
  return {
    cashback_amount: number(credited),
    cashback_message_primary: credited === 0 ? '' : filled(cashbackGot, { amount: money(credited) }),
    cashback_message_secondary: credited === 0 ? '' : cashbackWhen,
  };
};

const discountOf = ({ applied }: Spoken, { coupon, currency }: PricedView): number =>
  applied ? amountsIn(currency).number(coupon.discount) : 0;

/** By all that act, where there are several. */
const takenOffBy = (spoken: Spoken, view: PricedView): number => {
  if (view.moreCoupons.length === 0) return discountOf(spoken, view);
  const acting = [view.coupon, ...view.moreCoupons].filter(({ applied }) => applied);
  return amountsIn(view.currency).number(sum(acting.map(({ discount }) => discount)));
};

export const cartCoupon = (view: PricedView): CouponDetail => {
  const spoken = spokenOf(view);
  const { code, message, offer, applied } = spoken;
  const tier = offer === null ? noTier : view.coupon.tier;
  return {
    coupon_code: code,
    coupon_id: offer?.id ?? null,
    ...titleFields(offer, view),
    coupon_value: tier.value,
    maximum_discount_value: tier.most,
    minimum_cart_value: tier.least,
    discount: discountOf(spoken, view),
    is_applied: applied,
    is_valid: spoken.valid,
    message,
    ...cashbackFields(spoken, view),
    medias: mediasOf(offer, view),
    mrp_coupon: offer?.onMarked ?? false,
    ...afterOrder(offer),
  };
};

export const couponBreakup = (view: PricedView): CouponBreakup => {
  const spoken = spokenOf(view);
  const { code, message, offer, applied } = spoken;
  const { title, subtitle, description } = titlesOf(offer, view);
  const tier = offer === null ? noTier : view.coupon.tier;
  const credits = offer?.discounts.every(({ benefit }) => benefit.kind === 'cashback') === true;
  return {
    code,
    uid: offer?.id ?? null,
    title,
    sub_title: subtitle,
    description,
    coupon_type: offer?.type ?? null,
    type: credits ? 'cashback' : 'cash',
    value: takenOffBy(spoken, view),
    is_applied: applied,
    message,
    coupon_value: tier.value,
    max_discount_value: tier.most,
    minimum_cart_value: tier.least,
    ...afterOrder(offer),
  };
};

/** As the shopper knows it: a coupon of his by its code, a promotion by its name. */
const closerOf = (id: string, view: PricedView): string | null => {
  const typed = [view.coupon, ...view.moreCoupons].find(({ offer }) => offer?.id === id);
  return typed?.code ?? titlesOf(view.offers.byId.get(id) ?? null, view).title;
};

/** Every code on the cart, where a shop lets a cart have several. */
export const cartCoupons = (view: PricedView): Pick<CartDetail, 'coupons'> => {
  if (view.settings.coupons_per_cart === 1) return {};
  const { number } = amountsIn(view.currency);
  const coupons = [view.coupon, ...view.moreCoupons].filter(({ code }) => code !== '');
  return {
    coupons: coupons.map(({ code, offer, applied, valid, discount, cashback, message, closedBy }) => ({
      coupon_code: code,
      coupon_id: offer?.id ?? null,
      title: titlesOf(offer, view).title,
      discount: number(applied ? discount : 0),
      cashback_amount: number(applied ? cashback : 0),
      is_applied: applied,
      is_valid: valid,
      message,
      closed_by: closedBy === null ? null : closerOf(closedBy, view),
    })),
  };
};
