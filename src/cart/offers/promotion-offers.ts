/** Promotions a shop runs, as a storefront shows them beside a product or at payment. */
import type { CartLook } from '../call/cart-call.ts';
import { concerns } from './offer-reach-rules.ts';
import { isListed } from '../price/coupon-outcome.ts';
import { takenOff } from '../price/line-effects.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { priceTrials } from '../price/price-trials.ts';
import { asTrial } from '../../pricing/trials.ts';
import type { PricedView } from '../price/priced-view.ts';
import { findProduct, oneOf, trialCart } from '../price/trial-cart.ts';
import { paymentsFor } from '../price/payment-rules.ts';
import { paymentTrials, pricedPaying } from '../price/try-payment.ts';
import { giftDetails } from '../response/free-gifts.ts';
import {
  calculatedOn,
  isBankOffer,
  isShownOnProducts,
  offerWords,
  promotionFields,
  rulesBySlug,
  rulesInOrder,
  runningPeriod,
  tagsOf,
} from '../response/offer-shown.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { PaymentOffer, PromotionOffer } from '../../contract/cart/cart-offer-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { isForOthers } from '../../pricing/offers/restrictions.ts';
import { amountsIn } from '../../shared/amounts.ts';
import type { Asked } from '../../shared/paging.ts';
import { nextTurn } from '../../shared/slices.ts';

export type PromotionQuestion = Asked<{
  slug: string;
  store_id: number;
  page_size: number;
  promotion_group: string;
  promotion_type: string;
  auto_apply: boolean;
}>;
const USUAL_SIZE = 20;

/** Promotions that run now and are not meant for others; with a code too, unless only those without are asked for. */
const runningOffers = async (view: PricedView): Promise<readonly CompiledOffer[]> => {
  await nextTurn();
  const coded = view.offers.coupons.filter(({ definition }) => definition.rule === undefined);
  return [...view.input.offers.offers, ...coded].filter(
    (offer) =>
      runningPeriod(offer, view.now) !== undefined && isShownOnProducts(offer) && !isForOthers(offer, view.input),
  );
};

const giftIds = ({ discounts }: CompiledOffer): readonly number[] =>
  discounts.flatMap(({ benefit }) => (benefit.kind === 'gift' ? benefit.items : []));

const viewFor = async ({ shop, cart, ask }: CartLook, { slug, store_id }: PromotionQuestion): Promise<PricedView> => {
  if (slug === undefined || slug === '') return loadPricedCart(shop, cart, ask);
  const supposed = oneOf(await findProduct(shop, slug), { storeId: store_id });
  return loadPricedCart(shop, trialCart(shop, supposed), ask);
};

/** What has no name is called by its code elsewhere; here it is told to who has not typed it. */
const nameTold = (offer: CompiledOffer, { input }: PricedView): string => {
  const { name } = offerWords(offer, input);
  return name === offer.code && !isListed(offer) ? '' : name;
};

const promotionOffer = (offer: CompiledOffer, view: PricedView, items: ReadonlyMap<number, Item>): PromotionOffer => ({
  ...promotionFields(offer, view),
  promotion_name: nameTold(offer, view),
  buy_rules: rulesBySlug(offer),
  free_gift_items: giftIds(offer).map((itemId) => giftDetails({ itemId, item: items.get(itemId), priced: null }, view)),
  tags: tagsOf(offer),
});

export const promotionOffers = async (look: CartLook, asked: PromotionQuestion): Promise<readonly PromotionOffer[]> => {
  const view = await viewFor(look, asked);
  const isMeant = (offer: CompiledOffer): boolean =>
    (asked.promotion_group ?? offer.group) === offer.group &&
    (asked.promotion_type ?? offer.type) === offer.type &&
    (asked.auto_apply ?? offer.mode === 'promotion') === (offer.mode === 'promotion') &&
    (!asked.slug || concerns(offer, view.priced.lines, view.input.place));
  const found = (await runningOffers(view)).filter(isMeant).slice(0, asked.page_size ?? USUAL_SIZE);
  const { catalog, caller } = look.shop;
  const items = await catalog.items(caller.companyId, [...new Set(found.flatMap(giftIds))]);
  return found.map((offer) => promotionOffer(offer, view, items));
};

const MOST_PAYMENT_OFFERS = 5;

const paymentOffer = (offer: CompiledOffer, view: PricedView, applicationId: string, off: number): PaymentOffer => ({
  ...promotionFields(offer, view),
  application_id: applicationId,
  promotion_name: nameTold(offer, view),
  calculate_on: calculatedOn(offer),
  buy_rules: rulesInOrder(offer),
  payment_modes: paymentsFor(offer).map(({ mode }) => mode),
  discount: amountsIn(view.currency).number(off),
});

/** Promotions that ask for a way of paying; those that take off most come first. */
export const paymentOffers = async ({ shop, cart, ask }: CartLook): Promise<readonly PaymentOffer[]> => {
  const view = await loadPricedCart(shop, cart, ask);
  const offers = (await runningOffers(view)).filter((offer) => offer.mode === 'promotion' && isBankOffer(offer));
  /** The most that each takes off, over the ways of paying that bring it. */
  const most = new Map(offers.map((offer) => [offer, 0]));
  const trials = paymentTrials(offers);
  const tried = { ...view, input: asTrial(view.input, trials.length) };
  await priceTrials(view.input, trials, function* ({ offer, payment }) {
    most.set(offer, Math.max(most.get(offer) ?? 0, takenOff(yield* pricedPaying(tried, payment), offer.id)));
  });
  return [...most]
    .map(([offer, off]) => ({ offer, off }))
    .toSorted((a, b) => b.off - a.off || (a.offer.id < b.offer.id ? -1 : 1))
    .slice(0, MOST_PAYMENT_OFFERS)
    .map(({ offer, off }) => paymentOffer(offer, view, shop.caller.applicationId, off));
};
