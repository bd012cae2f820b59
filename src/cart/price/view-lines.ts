/** Resolved and priced lines joined, with the gifts that pricing made, in the order in which they are shown. Pure. */
import { articleNamed } from '../../catalog/found-articles.ts';
import { hash } from 'node:crypto';
import { type AvailabilityAsked, availabilityOf, type WayToShopper } from '../lines/availability-rules.ts';
import { takesLine, type TakenTags } from '../lines/cart-facts.ts';
import { isOverCounter } from '../lines/fulfillment-rules.ts';
import { promiseFor, type ResolvedLine, wayOf } from '../lines/resolve-line.ts';
import type { ParentLine, ViewedLine } from './priced-view.ts';
import type { Goods } from './read-goods.ts';
import type { CartDocument, CartLine, GiftDetail } from '../store/cart-document.ts';
import { inShownOrder, lineName } from '../store/line-rules.ts';
import type { Article } from '../../catalog/article.ts';
import { minuteEnd, cutOffEdge } from '../../delivery/promise-rules.ts';
import type { Store } from '../../delivery/store-rules.ts';
import { onceBeside, oncePer } from '../../shared/once-per.ts';
import { isToTheMinute, type PromiseAsked, type PromiseLane } from '../../delivery/promise-answer.ts';
import type { PricedCart, PricedLine } from '../../pricing/priced-types.ts';
import { isEmpty, ownEntry } from '../../shared/own-entry.ts';

type Prices = { readonly priced: PricedCart; readonly base: PricedCart };

type PromiseOf = (article: Article | undefined) => PromiseAsked | null;

type Stretch = { readonly name: string; readonly promises: Map<string, PromiseAsked> };
const noLane = {};
/** The moment between two minutes belongs to neither: what is counted up to its end is counted from it, too. */
const minuteOf = (at: number): string => (minuteEnd(at) === at ? `at ${at}` : `before ${minuteEnd(at)}`);
/** By the store and the lane, of which there is one object per version. */
const stretches = oncePer((_store: Store) => onceBeside((_lane: object): Stretch[] => []));
const MOST_PROMISES = 1_000;

/** Carts do not all change from one minute or step to the next at once (`orderTimes`), so two of each are in use. */
const STRETCHES_KEPT = 4;
const inStretch = (kept: Stretch[], name: string): Stretch => {
  const known = kept.find((stretch) => stretch.name === name);
  if (known !== undefined) return known;
  const fresh: Stretch = { name, promises: new Map() };
  kept.unshift(fresh);
  kept.length = Math.min(kept.length, STRETCHES_KEPT);
  return fresh;
};

/**
 * What goes the same way in the same stretch of time, in whichever cart, shares one promise, so that it is worked out and
 * written once. What has to be made takes its own time: it shares with what takes as long.
 */
const promisesOnce = ({ delivery, context }: Goods): PromiseOf => {
  const { at, stepEnd } = context.ordered;
  const said = JSON.stringify([context.hints, context.promises, delivery.area?.timeZone]);
  const stretchOf = (store: Store, lane: PromiseLane | null): string =>
    `${stepEnd} ${isToTheMinute(lane, context.hints, context.promises) ? minuteOf(at) : cutOffEdge(store, at)}`;
  return (article) => {
    const store = article && delivery.stores.get(article.storeId);
    if (store === undefined) return null;
    const lane = delivery.lanes.get(store.uid) ?? null;
    const { promises } = inStretch(stretches(store)(lane ?? noLane), stretchOf(store, lane));
    const made = article?.customOrder ?? null;
    const name = made === null ? said : `${said} ${made.time} ${made.unit}`;
    const known = promises.get(name);
    if (known !== undefined) return known;
    const fresh = promiseFor(article, delivery, context);
    if (fresh !== null && promises.size < MOST_PROMISES) promises.set(name, fresh);
    return fresh;
  };
};

/** Gift wrapping is set for a line, or for every line of an article. */
export const wrapOf = (
  { giftDetails }: Pick<CartDocument, 'giftDetails'>,
  { identifier }: Pick<CartLine, 'identifier'>,
  article: Article | undefined,
): GiftDetail | null => {
  // Nearly no cart has any, and every line asks twice.
  if (isEmpty(giftDetails)) return null;
  return ownEntry(giftDetails, identifier) ?? ownEntry(giftDetails, article?.uid ?? '') ?? null;
};

/** A gift has no stored line: its identifier comes from its promotion and parent, so that it is the same in every answer. */
export const giftIdentifier = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22);

/** Why lines have no price, by identifier, where that is not simply that nobody gave one. */
const unpricedLines = ({ setAside }: PricedCart): ReadonlyMap<string, AvailabilityAsked['unpriced']> =>
  new Map(
    setAside.flatMap((one) =>
      one.kind === 'line' && (one.reason === 'price_too_small' || one.reason === 'amount_too_large')
        ? [[one.key, one.reason]]
        : [],
    ),
  );

/** What cannot be counted at home cannot be booked, in whatever currency it is bought. */
const tooLargeAtHome = ({ base }: Prices): ReadonlyMap<string, AvailabilityAsked['unpriced']> =>
  new Map([...unpricedLines(base)].filter(([, reason]) => reason === 'amount_too_large'));

const byKey = ({ lines }: PricedCart): ReadonlyMap<string, PricedLine> =>
  new Map(lines.map((line) => [line.key, line]));

const parentOf = ({ parent: named }: CartLine, lines: ReadonlyMap<string, ResolvedLine>): ParentLine | null => {
  const parent = named === null ? undefined : lines.get(named)?.line;
  return parent === undefined
    ? null
    : { identifier: parent.identifier, itemId: parent.asked.itemId, size: parent.asked.size };
};

type Kind = { readonly kind: TakenTags };

export const viewedLines = (
  document: CartDocument,
  goods: Goods,
  { kind, ...prices }: Prices & Kind,
): readonly ViewedLine[] => {
  const { lines } = document;
  const priced = byKey(prices.priced);
  const base = byKey(prices.base);
  const found = new Map(goods.lines.map((one) => [one.line.identifier, one]));
  const unpriced = new Map([...tooLargeAtHome(prices), ...unpricedLines(prices.priced)]);
  const taken = new Map<string, number>();
  const promiseOf = promisesOnce(goods);
  const ownLine = (line: CartLine): readonly ViewedLine[] => {
    const one = found.get(line.identifier);
    if (one === undefined) return [];
    const { item, article, journey, orderType } = one;
    const uid = article?.uid ?? '';
    const takenBefore = taken.get(uid) ?? 0;
    taken.set(uid, takenBefore + line.quantity);
    const { itemId, size } = line.asked;
    const pricedLine = priced.get(line.identifier) ?? null;
    return [
      {
        identifier: line.identifier,
        key: lineName({ itemId, size }),
        itemId,
        size,
        quantity: line.quantity,
        stored: line,
        parent: parentOf(line, found),
        item,
        article,
        priced: pricedLine,
        base: base.get(line.identifier) ?? null,
        availability: availabilityOf({
          item,
          article,
          size,
          quantity: line.quantity,
          takenBefore,
          hasPrice: pricedLine !== null,
          unpriced: unpriced.get(line.identifier),
          isGift: false,
          isOfCart: takesLine(kind, line, article),
          way: wayOf(line, orderType, article, { delivery: goods.delivery, place: goods.place }),
        }),
        promise: promiseOf(article),
        journey,
        orderType,
        overCounter: isOverCounter(line),
        wrap: wrapOf(document, line, article),
        listMissed: line.asked.priceList !== null && (one.list === null || pricedLine?.listMissed === true),
      },
    ];
  };
  const gifts = Map.groupBy(prices.priced.lines, ({ gift }) => gift?.parentKey);
  const giftsOf = (parent: ViewedLine): readonly ViewedLine[] =>
    (gifts.get(parent.identifier) ?? []).map((gift) =>
      giftLine({ priced: gift, parent, base: base.get(gift.key) ?? null }, goods, promiseOf),
    );
  const own = inShownOrder(lines).flatMap(ownLine);
  // Gifts come and go with stock, place and offers: at the end they do not move the places of what the shopper put in.
  return [...own, ...own.flatMap(giftsOf)];
};

const giftLine = (
  {
    priced,
    parent,
    base,
  }: { readonly priced: PricedLine; readonly parent: ViewedLine; readonly base: PricedLine | null },
  { items, delivery, place }: Goods,
  promiseOf: PromiseOf,
): ViewedLine => {
  const { itemId, size, uid } = priced.article;
  const item = items.get(itemId);
  const article = articleNamed(item?.articles, uid);
  const { orderType, overCounter } = parent;
  const { storeId } = priced.article;
  const lane = delivery.lanes.get(storeId) ?? null;
  const goesThere = place === null || lane?.journeys[parent.journey] !== undefined;
  const together = storeId === parent.article?.storeId && goesThere;
  const journey = together ? parent.journey : 'standard';
  const way = (): WayToShopper => {
    if (overCounter) return { kind: 'counter' };
    if (orderType === 'PickAtStore') return { kind: 'pickup', offered: delivery.stores.get(storeId)?.pickup === true };
    return { kind: 'delivery', place, lane, journey };
  };
  return {
    identifier: giftIdentifier(priced.key),
    key: lineName({ itemId, size }),
    itemId,
    size,
    quantity: priced.quantity,
    stored: null,
    parent: { identifier: parent.identifier, itemId: parent.itemId, size: parent.size },
    item,
    article,
    priced,
    base,
    availability: availabilityOf({
      item,
      article,
      size,
      quantity: priced.quantity,
      takenBefore: 0,
      hasPrice: true,
      isGift: true,
      isOfCart: true,
      way: way(),
    }),
    promise: promiseOf(article),
    journey,
    orderType,
    overCounter,
    wrap: null,
    listMissed: false,
  };
};
