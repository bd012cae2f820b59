/** Coupons a shopper is offered, each with what it would do to his cart now. */
import type { ListedCoupon } from '../contract/cart-selection-contract.ts';
import type { CompiledOffer } from '../pricing/offer-types.ts';
import { record, text } from '../pricing/read-definition.ts';
import { isoTime } from '../shared/clock.ts';
import type { CartAsk } from './cart-ask.ts';
import type { StoredCart } from './cart-document.ts';
import type { CartShop } from './cart-shop.ts';
import { loadPricedCart } from './load-priced-cart.ts';
import { isListed } from './priced-coupon.ts';
import { amountsIn } from './response/amounts.ts';

/** Each is priced on the cart, so a list is bounded. */
const MOST_LISTED = 30;

/** Later than any calendar: it does not end. */
const ENDLESS = Date.UTC(9999, 0);

const codeOf = ({ definition }: CompiledOffer): string => text(definition.code) ?? '';
const endOf = ({ periods }: CompiledOffer, now: number): string | null => {
  const to = periods.find((period) => period.from <= now && period.to > now)?.to ?? ENDLESS;
  return to >= ENDLESS ? null : isoTime(to);
};

const couponOn = async (
  shop: CartShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
  offer: CompiledOffer,
): Promise<ListedCoupon> => {
  const code = codeOf(offer);
  const tried = cart && { ...cart, document: { ...cart.document, couponCode: code } };
  const view = await loadPricedCart(shop, tried, ask);
  const { coupon, currency, now } = view;
  const shown = record(offer.definition.display_meta);
  const { number } = amountsIn(currency);
  return {
    coupon_id: offer.id,
    coupon_code: code,
    title: text(shown.title) ?? text(shown.name) ?? code,
    sub_title: text(shown.subtitle) ?? '',
    description: text(shown.description),
    coupon_type: offer.type,
    coupon_value: coupon.tier.value,
    coupon_amount: number(coupon.discount),
    max_discount_value: coupon.tier.most,
    minimum_cart_value: coupon.tier.least,
    is_applied: cart?.document.couponCode?.toLowerCase() === code.toLowerCase() && coupon.applied,
    is_applicable: coupon.applied,
    message: coupon.message,
    coupon_applicable_message: coupon.applied ? coupon.message : '',
    end_date: endOf(offer, now),
  };
};

export const listCoupons = async (
  shop: CartShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
): Promise<readonly ListedCoupon[]> => {
  const { coupons } = await shop.offers(shop.caller, shop.node.now());
  const listed = coupons.filter((offer) => isListed(offer) && codeOf(offer) !== '').slice(0, MOST_LISTED);
  return Promise.all(listed.map((offer) => couponOn(shop, cart, ask, offer)));
};
