/** Coupons a shopper is offered, each with what it would do to his cart now. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { concerns } from './offer-reach-rules.ts';
import { isActing, isListed } from '../price/coupon-outcome.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import type { PricedView } from '../price/priced-view.ts';
import { findProduct, oneOf, trialCart } from '../price/trial-cart.ts';
import { type TriedCoupon, tryCoupons } from '../price/try-coupons.ts';
import { mediasOf } from '../response/coupon.ts';
import { shownTexts } from '../response/offer-texts.ts';
import { isBankOffer, offerTimes, offerWords, runningPeriod, tagsOf } from '../response/offer-shown.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { ListedCoupon } from '../../contract/cart/cart-selection-contract.ts';
import { formattedDay } from '../../delivery/promise-answer.ts';
import { list, text } from '../../pricing/compile/read-definition.ts';
import { isForOthers } from '../../pricing/offers/restrictions.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { keptTime } from '../../shared/clock.ts';

/** Each is priced on the cart, so a list is bounded. */
const MOST_LISTED = 30;

const shownOn = ({ offer, outcome, priced }: TriedCoupon, view: PricedView): ListedCoupon => {
  const { number } = amountsIn(view.currency);
  const shown = shownTexts(offer, view.input);
  const { start, end } = offerTimes(offer, view.now);
  const code = offer.code ?? '';
  return {
    coupon_id: offer.id,
    coupon_code: code,
    title: text(shown.title) ?? text(shown.name) ?? code,
    sub_title: text(shown.subtitle) ?? '',
    description: text(shown.description),
    coupon_type: offer.type,
    coupon_value: outcome.tier.value,
    coupon_amount: number(outcome.discount),
    max_discount_value: outcome.tier.most,
    minimum_cart_value: outcome.tier.least,
    is_applied: isActing(view, offer.id),
    is_applicable: outcome.applied,
    is_bank_offer: isBankOffer(offer),
    message: outcome.message,
    coupon_applicable_message: outcome.applied ? outcome.message : '',
    offer_text: offerWords(offer, view.input).text,
    start_date: start,
    end_date: end,
    expires_at: end,
    expires_on: end === null ? '' : formattedDay(keptTime(end), view.application.time_zone),
    tags: tagsOf(offer),
    medias: mediasOf(offer, view),
    rule: list(offer.definition.rule).length === 0 ? [] : [{ discounted_price: number(priced.breakup.total) }],
  };
};

export type CouponQuestion = { readonly slug: string | undefined; readonly storeId: number | undefined };

/** Asked about a product, only those that have to do with it. */
export const listCoupons = async (
  shop: CartShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
  { slug, storeId }: CouponQuestion,
): Promise<readonly ListedCoupon[]> => {
  const view = await loadPricedCart(shop, cart, ask);
  const asked =
    slug === undefined
      ? undefined
      : await loadPricedCart(shop, trialCart(shop, oneOf(await findProduct(shop, slug), { storeId })), ask);
  const listed = view.offers.coupons
    .filter((offer) => isListed(offer) && offer.code !== null && runningPeriod(offer, view.now) !== undefined)
    .filter((offer) => view.viewer === 'staff' || !isForOthers(offer, view.input))
    .filter((offer) => asked === undefined || concerns(offer, asked.priced.lines, asked.input.place))
    .slice(0, MOST_LISTED);
  return (await tryCoupons(shop, view, listed)).map((tried) => shownOn(tried, view));
};
