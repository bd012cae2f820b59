/**
 * Offers there are for a shopper, each with what it does to his cart, would do, or what is missing. Promotions act by
 * themselves, so the engine has judged them all in one pricing; a coupon is tried on the cart. Asked about a product, the
 * list answers for one unit of it, with what it brings along, instead of the cart.
 */
import type { CartLook } from '../call/cart-call.ts';
import { concerns } from './offer-reach-rules.ts';
import { isActing, isListed } from '../price/coupon-outcome.ts';
import { creditedBy, takenOff } from '../price/line-effects.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { pricedInTurns } from '../price/price-trials.ts';
import type { PricedView } from '../price/priced-view.ts';
import { findProduct, oneOf, trialCart } from '../price/trial-cart.ts';
import { type TriedCoupon, tryCoupons } from '../price/try-coupons.ts';
import {
  isBankOffer,
  isShownOnProducts,
  mostOff,
  offerTimes,
  offerWords,
  runningPeriod,
} from '../response/offer-shown.ts';
import { whyNotSentence } from '../response/offer-words-rules.ts';
import { filled, sentencesIn } from '../words/spoken.ts';
import type { OfferListItem, OfferListQuery } from '../../contract/cart/cart-offer-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isForOthers } from '../../pricing/offers/restrictions.ts';
import { reasonsOf } from '../../pricing/offers/why-not.ts';
import type { WhyNot } from '../../pricing/why-not-types.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { nextTurn } from '../../shared/slices.ts';

/** Each coupon is priced on the cart, so a list is bounded. */
const MOST_COUPONS = 30;
const MOST_PROMOTIONS = 100;

type Doing = {
  readonly off: number;
  /** All of it is credited later. */
  readonly isBack?: boolean;
  readonly acts: boolean;
  readonly could: boolean;
  readonly whyNot: WhyNot | null;
};

const itemOf = (offer: CompiledOffer, view: PricedView, does: Doing): OfferListItem => {
  const { number, textIn } = amountsIn(view.currency);
  const text = textIn(view.language);
  const said = sentencesIn(view.language);
  const words = offerWords(offer, view.input);
  const times = offerTimes(offer, view.now);
  return {
    id: offer.id,
    mode: offer.mode,
    type: offer.type,
    code: offer.mode === 'coupon' ? offer.code : null,
    name: words.name,
    offer_text: words.text,
    offer_label: words.label,
    description: words.description,
    max_discount_value: number(mostOff(offer, view.input)),
    applied_discount_amount: number(does.off),
    is_applicable: does.could,
    is_applied: does.acts,
    is_bank_offer: isBankOffer(offer),
    start_date: times.start,
    end_date: times.end,
    reason: does.could ? null : (does.whyNot?.reason ?? 'nothing_left'),
    message: does.could
      ? filled(does.isBack ? said.coupon.cashback : said.off, { amount: text(does.off) })
      : whyNotSentence(does.whyNot ?? { offerId: offer.id, reason: 'nothing_left', shortfall: null }, {
          offer,
          now: view.now,
          items: [...view.items.values()],
          money: text,
          language: view.language,
          translations: view.application.translations,
        }),
  };
};

const promotionItem = (offer: CompiledOffer, view: PricedView, reasons: ReadonlyMap<string, WhyNot>): OfferListItem => {
  const acts = view.priced.applied.includes(offer.id);
  const off = acts ? takenOff(view.priced, offer.id) : 0;
  const isBack = off > 0 && creditedBy(view.priced, offer.id) === off;
  return itemOf(offer, view, { off, isBack, acts, could: acts, whyNot: reasons.get(offer.id) ?? null });
};

export const couponItem = ({ offer, outcome, priced }: TriedCoupon, view: PricedView): OfferListItem => ({
  ...itemOf(offer, view, {
    off: outcome.discount + outcome.cashback,
    acts: isActing(view, offer.id),
    could: outcome.applied,
    whyNot: priced.coupon?.whyNot ?? null,
  }),
  message: outcome.message,
});

/** The cart, or one unit of the product that is asked about, with what it brings along. */
const viewFor = async (look: CartLook, { product_slug: slug, product_size: size, store_id }: OfferListQuery) => {
  const { shop, cart, ask } = look;
  if (slug === undefined || slug === '') return loadPricedCart(shop, cart, ask);
  const supposed = oneOf(await findProduct(shop, slug), { size, storeId: store_id });
  return loadPricedCart(shop, trialCart(shop, supposed), ask);
};

const inShownOrder = (a: OfferListItem, b: OfferListItem): number =>
  Number(b.is_applied) - Number(a.is_applied) ||
  Number(b.is_applicable) - Number(a.is_applicable) ||
  (b.applied_discount_amount ?? 0) - (a.applied_discount_amount ?? 0) ||
  ((a.id ?? '') < (b.id ?? '') ? -1 : 1);

export const listOffers = async (look: CartLook, query: OfferListQuery): Promise<readonly OfferListItem[]> => {
  const { mode, type, product_slug: slug } = query;
  const view = await viewFor(look, query);
  const { place } = view.input;
  const isMeant = (offer: CompiledOffer): boolean =>
    (mode === undefined || mode === '' || offer.mode === mode) &&
    (type === undefined || type === '' || offer.type === type) &&
    runningPeriod(offer, view.now) !== undefined &&
    (slug === undefined || slug === '' || concerns(offer, view.priced.lines, place));
  await nextTurn();
  const reasons = new Map((await pricedInTurns(reasonsOf(view.input))).map((why) => [why.offerId, why]));
  const promotions = view.input.offers.offers
    .filter((offer) => isMeant(offer) && isShownOnProducts(offer) && !isForOthers(offer, view.input))
    .slice(0, MOST_PROMOTIONS);
  const listed = view.offers.coupons.filter(
    (offer) => isListed(offer) && offer.code !== null && isMeant(offer) && !isForOthers(offer, view.input),
  );
  const coupons = await tryCoupons(look.shop, view, listed.slice(0, MOST_COUPONS));
  return [
    ...promotions.map((offer) => promotionItem(offer, view, reasons)),
    ...coupons.map((one) => couponItem(one, view)),
  ].toSorted(inShownOrder);
};
