/** Every offer as it stands to a cart: it acts, or what it misses, what it would take off, and the smallest change to get there. */
import type { Search, SearchSpace, Step } from './change-types.ts';
import { aloneIn, findAddables, type Found } from './find-addables.ts';
import { smallestChange } from './smallest-change-rules.ts';
import { type Standing, standingAnswer } from './why-not-answer.ts';
import type { CartLook } from '../../call/cart-call.ts';
import { isListed } from '../../price/coupon-outcome.ts';
import { takenOff } from '../../price/line-effects.ts';
import { loadPricedCart } from '../../price/load-priced-cart.ts';
import { isKnownMode } from '../../price/payment-rules.ts';
import { pricedInTurns } from '../../price/price-trials.ts';
import type { PricedView, ViewedLine } from '../../price/priced-view.ts';
import { tryCoupons } from '../../price/try-coupons.ts';
import { isShownOnProducts } from '../../response/offer-shown.ts';
import type { CartWhyNot, WhyNotQuery } from '../../../contract/cart/cart-why-not-contract.ts';
import type { CompiledOffer } from '../../../pricing/compile/offer-types.ts';
import { SEARCH_WORK } from '../../../pricing/offers/best-offer.ts';
import { isForOthers } from '../../../pricing/offers/restrictions.ts';
import { reasonsOf } from '../../../pricing/offers/why-not.ts';
import type { Payment } from '../../../pricing/pricing-types.ts';
import type { Way } from '../../../pricing/shipping-types.ts';
import type { WhyNot } from '../../../pricing/why-not-types.ts';
import { nextTurn } from '../../../shared/slices.ts';

/** Lines priced for one offer and for all of a call; a trial of a small cart counts as so many. */
const MOST_FOR_OFFER = 2_000;
const MOST_FOR_CALL = 8_000;
const LEAST_OF_TRIAL = 8;

/** A shopper is told of what he may know: nothing that is for others, no coupon that is not listed, nothing before it begins. */
const isTold = (offer: CompiledOffer, { viewer, now, input }: PricedView): boolean =>
  viewer === 'staff' ||
  (isShownOnProducts(offer) &&
    !isForOthers(offer, input) &&
    (offer.mode === 'promotion' || isListed(offer)) &&
    (offer.periods.length === 0 || offer.periods.some(({ from }) => from <= now)));

const inOrder = (view: PricedView, { offer_id: only }: WhyNotQuery): readonly CompiledOffer[] =>
  [...view.input.offers.offers, ...view.offers.coupons.filter(({ code }) => code !== null)].filter(
    (offer) => isTold(offer, view) && (only === undefined || offer.id === only),
  );

const promotionStanding = (offer: CompiledOffer, { priced }: PricedView, why: WhyNot | undefined): Standing => {
  const isSetAside = priced.setAside.some((one) => one.kind === 'offer' && one.offerId === offer.id);
  const reason = isSetAside ? 'rate_missing' : 'nothing_left';
  const applied = priced.applied.includes(offer.id);
  return {
    offer,
    applied,
    off: takenOff(priced, offer.id),
    why: applied ? null : (why ?? { offerId: offer.id, reason, shortfall: null }),
    begun: [],
  };
};

/** A coupon is looked at as if its code were typed: that is the first step, unless it was. */
const couponStandings = async (
  look: CartLook,
  view: PricedView,
  coupons: readonly CompiledOffer[],
): Promise<readonly Standing[]> => {
  const tried = await tryCoupons(look.shop, view, coupons);
  return tried.map(({ offer, outcome, priced, input }): Standing => {
    const isTyped = [view.coupon, ...view.moreCoupons].some((one) => one.offer?.id === offer.id);
    const why = priced.coupon?.whyNot ?? null;
    const begun: readonly Step[] = isTyped
      ? []
      : [{ kind: 'code', offer: input.coupon ?? offer, beside: input.moreCoupons ?? [] }];
    const applied = isTyped && outcome.applied;
    return { offer, applied, off: applied ? outcome.discount + outcome.cashback : 0, why, begun };
  });
};

const standingsOf = async (look: CartLook, view: PricedView, query: WhyNotQuery): Promise<readonly Standing[]> => {
  await nextTurn();
  const offers = inOrder(view, query);
  const reasons = new Map((await pricedInTurns(reasonsOf(view.input))).map((why) => [why.offerId, why]));
  const promotions = offers.filter(({ mode }) => mode === 'promotion');
  const known = promotions.map((offer) => promotionStanding(offer, view, reasons.get(offer.id)));
  const coupons = offers.filter(({ mode }) => mode === 'coupon');
  return [...known, ...(await couponStandings(look, view, coupons))];
};

const budgetOf = (most: number, searched: number): ((lines: number) => boolean) => {
  let left = most;
  return (lines) => {
    left -= searched + Math.max(LEAST_OF_TRIAL, lines);
    return left >= 0;
  };
};

/** Where each trial is a search of its own, it is a short one: some times what the cart itself took, and it counts as lines do. */
const WORK_OF_LINE = 40;
const [LEAST_SEARCHED, MOST_SEARCHED] = [SEARCH_WORK / 64, SEARCH_WORK / 8];
const searchOf = ({ priced: { choice } }: PricedView): number =>
  choice === undefined ? 0 : Math.min(MOST_SEARCHED, Math.max(LEAST_SEARCHED, 4 * choice.work));
const searchedLines = (view: PricedView): number => Math.ceil(searchOf(view) / WORK_OF_LINE);

const applied: Search = { outcome: 'found', steps: [], after: null };

/** What is brought goes that way already, or its lane offers it. */
const goesBy = ({ orderType, overCounter, journey: now, promise }: ViewedLine, journey: Way): boolean =>
  overCounter ||
  orderType !== 'HomeDelivery' ||
  journey === now ||
  Object.keys(promise?.lane?.journeys ?? {}).includes(journey);

const spaceOf = (view: PricedView, { input, addables }: Found, spend: SearchSpace['spend']): SearchSpace => ({
  input: { ...input, searchWork: searchOf(view) },
  addables,
  goesAlone: aloneIn(view),
  goods: view.priced.lines.filter(({ gift }) => gift === null),
  takes: ({ mode }: Payment) => isKnownMode(mode, view.settings) && (mode !== 'COD' || view.settings.cod !== null),
  travels: ({ journey }) => journey === null || view.lines.every((line) => goesBy(line, journey)),
  spend,
});

export const whyNotCart = async (look: CartLook, query: WhyNotQuery): Promise<CartWhyNot> => {
  const { page_no: current = 1, page_size: size = 10 } = query;
  const view = await loadPricedCart(look.shop, look.cart, look.ask);
  const all = await standingsOf(look, view, query);
  const shown = all.slice((current - 1) * size, current * size);
  const waiting = shown.filter((one) => !one.applied).map(({ offer }) => offer);
  const found = await findAddables(look, view, waiting);
  const forCall = budgetOf(MOST_FOR_CALL, searchedLines(view));
  const offers: CartWhyNot['offers'][number][] = [];
  for (const standing of shown) {
    const forOffer = budgetOf(MOST_FOR_OFFER, searchedLines(view));
    const space = spaceOf(view, found, (lines) => forOffer(lines) && forCall(lines));
    const search = standing.applied
      ? applied
      : await pricedInTurns(smallestChange(standing.offer, standing.why, space, standing.begun));
    offers.push(standingAnswer(standing, search, { view, found }));
  }
  return {
    currency_code: view.currency.code,
    offers,
    page: {
      current,
      size,
      item_total: all.length,
      has_previous: current > 1,
      has_next: current * size < all.length,
    },
  };
};
