/** Why a store does not serve a line at a place, or why another one is taken before it. Pure. */
import { type Article, isSellable } from '../../catalog/article.ts';
import type { DecidingLane } from '../../delivery/lane-statements.ts';
import type { Journey } from '../../delivery/promise-rules.ts';

/** What decides about one article of a line. */
export type PlaceCandidate = {
  readonly article: Article;
  /** In the application's currency; null without one. */
  readonly price: number | null;
  /** Null: the store was not fed. */
  readonly storeName: string | null;
  /** The lane that decides; null: there is none. */
  readonly lane: DecidingLane | null;
  /** When it would arrive by the line's journey; null: never. */
  readonly arrives: number | null;
};
export type PlaceAsked = { readonly place: string; readonly quantity: number; readonly journey: Journey };
export type PlaceReason = { readonly code: string; readonly message: string };

const wayReason = (
  { storeName, lane, arrives, article: { storeId } }: PlaceCandidate,
  { place, journey }: PlaceAsked,
): PlaceReason | null => {
  if (storeName === null) return { code: 'store_unknown', message: `Store ${storeId} was not fed.` };
  if (lane === null) return { code: 'no_lane', message: `No lane of ${storeName} covers ${place}.` };
  if (!lane.serviceable) {
    return { code: 'lane_closed', message: `The lane of ${storeName} to ${lane.area} says that nobody goes there.` };
  }
  if (!lane.journeys.includes(journey)) {
    const offered = lane.journeys.join(', ');
    return { code: 'journey_not_offered', message: `The lane to ${lane.area} offers ${offered}, not ${journey}.` };
  }
  return arrives === null
    ? { code: 'store_closed', message: `${storeName} does not open in the next 400 days.` }
    : null;
};

const goodsReason = ({ article, price }: PlaceCandidate, { quantity }: PlaceAsked): PlaceReason | null => {
  if (!article.isActive) return { code: 'not_sold', message: 'The article is not sold.' };
  if (price === null) return { code: 'price_missing', message: 'The article has no price in the shop’s currency.' };
  if (!isSellable(article)) return { code: 'out_of_stock', message: 'None is in stock.' };
  return article.customOrder === null && article.quantity < quantity
    ? { code: 'insufficient_stock', message: `${article.quantity} are in stock, ${quantity} are wanted.` }
    : null;
};

/** Null: it could serve the line. */
export const placeProblem = (candidate: PlaceCandidate, asked: PlaceAsked): PlaceReason | null =>
  goodsReason(candidate, asked) ?? wayReason(candidate, asked);

/** Why one that could serve the line does not, beside the one that does. */
export const passedOver = (candidate: PlaceCandidate, taken: PlaceCandidate): PlaceReason => {
  const [price, least] = [candidate.price ?? 0, taken.price ?? 0];
  if (price > least) return { code: 'dearer', message: `It costs more there than at ${taken.storeName}.` };
  if ((candidate.arrives ?? 0) > (taken.arrives ?? 0)) {
    return { code: 'later', message: `It would arrive later than from ${taken.storeName}.` };
  }
  return { code: 'not_preferred', message: `${taken.storeName} is taken by the strategy of the shop.` };
};
