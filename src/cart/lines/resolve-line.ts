/** The stored lines with the article each is given for this place, and its way to the shopper. Pure. */
import { articleNamed, articlesInSize } from '../../catalog/found-articles.ts';
import { articlesAsked, assignArticle, type Candidate } from './assign-article.ts';
import type { WayToShopper } from './availability-rules.ts';
import { type FulfillmentModes, isOverCounter, orderTypeFor } from './fulfillment-rules.ts';
import { heldList, type MayUseList } from './price-list-rules.ts';
import { comparedPrice, type HomePrices } from './pricing-article.ts';
import type { AskedItem, CartLine, OrderType } from '../store/cart-document.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import { lineWindow, type PromiseAsked, type PromiseSettings } from '../../delivery/promise-answer.ts';
import type { Hints } from '../../delivery/promise-hints.ts';
import { type Journey, journeys, type OrderTimes } from '../../delivery/promise-rules.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import { onceFor, onceInARow } from '../../shared/once-per.ts';

export type LineContext = {
  readonly ordered: OrderTimes;
  readonly place: string | null;
  /** Of the call, else of the cart. */
  readonly orderType: OrderType | null;
  readonly modes: FulfillmentModes;
  readonly orderingStore: number | null;
  readonly hints: Hints;
  readonly home: HomePrices;
  readonly promises: PromiseSettings;
  readonly usual: { readonly strategy: string; readonly level: string };
  /** Which price lists the holder of the cart may have. */
  readonly mayUse: MayUseList;
};
export type ResolvedLine = {
  readonly line: CartLine;
  readonly item: Item | undefined;
  readonly article: Article | undefined;
  readonly journey: Journey;
  readonly orderType: OrderType;
  /** The price list that counts for it; null: none. */
  readonly list: string | null;
};

export const journeyOf = ({ journey }: AskedItem): Journey =>
  journeys.find((one) => one === journey?.toLowerCase()) ?? 'standard';

/** Lines that are given an article in one turn of the loop: each may be had in hundreds of stores. */
export const LINES_A_TURN = 50;

/** Stores whose lanes and calendars are needed to choose and to promise. */
export const storesInPlay = (lines: readonly CartLine[], items: ReadonlyMap<number, Item>): readonly number[] => [
  ...new Set(
    lines.flatMap(({ asked }) =>
      articlesInSize(items.get(asked.itemId)?.articles, asked.size).map(({ storeId }) => storeId),
    ),
  ),
];

export const promiseFor = (
  article: Article | undefined,
  delivery: DeliveryView,
  context: Pick<LineContext, 'ordered' | 'hints' | 'promises'>,
): PromiseAsked | null => {
  const store = article && delivery.stores.get(article.storeId);
  if (article === undefined || store === undefined) return null;
  const { at, stepEnd } = context.ordered;
  return {
    store,
    lane: delivery.lanes.get(article.storeId) ?? null,
    zone: delivery.area?.timeZone ?? store.calendar.timeZone,
    order: { at, stepEnd, manufacturing: article.customOrder },
    hints: context.hints,
    settings: context.promises,
  };
};

/** Far enough that any date comes before it, and finite, so that two of them are equal. */
const NEVER = Number.MAX_SAFE_INTEGER;

export const wayOf = (
  line: CartLine,
  orderType: OrderType,
  article: Article | undefined,
  { delivery, place }: { readonly delivery: DeliveryView; readonly place: string | null },
): WayToShopper => {
  if (isOverCounter(line)) return { kind: 'counter' };
  const store = article && delivery.stores.get(article.storeId);
  if (orderType === 'PickAtStore') return { kind: 'pickup', offered: store?.pickup === true };
  const lane = (article && delivery.lanes.get(article.storeId)) ?? null;
  return { kind: 'delivery', place, lane, journey: journeyOf(line.asked) };
};

const reaches = (way: WayToShopper): boolean => {
  if (way.kind === 'counter') return true;
  if (way.kind === 'pickup') return way.offered;
  return way.place === null || way.lane?.journeys[way.journey] !== undefined;
};

/** By journey, store and what has to be made, in one call: an article may lie in hundreds of stores, and so may those of the other lines. */
const arrivals = onceInARow((_context: LineContext) =>
  onceFor((_journey: Journey) => new Map<number | string, number>()),
);

export const resolveLine = (
  line: CartLine,
  items: ReadonlyMap<number, Item>,
  delivery: DeliveryView,
  context: LineContext,
): ResolvedLine => {
  const { asked } = line;
  const item = items.get(asked.itemId);
  const journey = journeyOf(asked);
  const orderType = orderTypeFor(asked, context.orderType, context.modes);
  const list = heldList(line, context.mayUse);
  const articles = articlesAsked(item?.articles ?? [], asked, isOverCounter(line) ? context.orderingStore : null);
  const inStore = arrivals(context)(journey);
  const arrivalOf = (article: Article): number => {
    // What has to be made takes its own time.
    const { storeId, customOrder: made } = article;
    const name = made === null ? storeId : `${storeId} ${made.time} ${made.unit}`;
    const known = inStore.get(name);
    if (known !== undefined) return known;
    const promise = promiseFor(article, delivery, context);
    const arrives = promise === null ? NEVER : (lineWindow(promise, journey)?.max ?? NEVER);
    inStore.set(name, arrives);
    return arrives;
  };
  const candidates = articles.map(
    (article): Candidate => ({
      article,
      price: comparedPrice(article, list, context.home),
      deliverable: reaches(wayOf(line, orderType, article, { delivery, place: context.place })),
      // Few ways of choosing ask when it would be there.
      arrives: () => arrivalOf(article),
    }),
  );
  const chosen = assignArticle(candidates, {
    quantity: line.quantity,
    current: line.articleUid,
    assignment: asked.assignment,
    usual: context.usual,
  });
  const article = chosen ?? articleNamed(item?.articles, line.articleUid);
  return { line, item, article, journey, orderType, list };
};
