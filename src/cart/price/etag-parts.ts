/** What a priced answer depends on beside the cart's version: everything read, by version, and the next moment that changes it. */
import { articlesInSize } from '../../catalog/found-articles.ts';
import { createHash } from 'node:crypto';
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import type { OssBasis } from '../../delivery/oss/oss-rules.ts';
import type { OffersInForce } from './offers-in-force.ts';
import type { EtagPart, PricedView, ViewedLine } from './priced-view.ts';
import type { Goods } from './read-goods.ts';
import type { Surroundings } from './read-surroundings.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import { nextTaxEdge } from '../../delivery/tax-table-rules.ts';
import { isToTheMinute } from '../../delivery/promise-answer.ts';
import { minuteEnd, cutOffEdge } from '../../delivery/promise-rules.ts';
import type { FiguresShown } from '../../http/views/follow-figures.ts';
import { type GiftLook, givesTheSame } from '../../pricing/offers/gift-look.ts';
import { expiryOf } from '../../offers/adjustments/adjustment-rules.ts';
import { oncePer } from '../../shared/once-per.ts';

/** Settings are parsed once per version, so the same object is the same settings. */
const settingsHash = oncePer((settings: ApplicationSettings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16),
);

/** The first moment at which an offer begins or ends, a rate begins or is let go, an adjustment or a gift card expires, a rate of tax or a price changes, a customer comes into a segment or leaves one. */
const nextBoundary = (around: Surroundings, { delivery, items }: Goods): number | null => {
  const { active, money, adjustments, balances, facts, now } = around;
  const known = [
    nextTaxEdge(delivery.taxes, now),
    active.nextEdge(now),
    money.nextRate,
    balances.nextExpiry,
    facts.until ?? null,
    ...[...items.values()].flatMap(({ pricedUntil }) => pricedUntil ?? []),
    money.keptUntil,
    ...adjustments.map(({ body }) => expiryOf(body)),
  ];
  const later = known.filter((at) => at !== null && at > now);
  return later.length === 0 ? null : Math.min(...(later as number[]));
};

/** Until when it does not count when the cart is ordered, but for the step: see `orderTimes`. */
const promisedUntil = ({ ordered: { at } }: Surroundings, { delivery, context }: Goods): number => {
  const isExact = [...delivery.lanes.values()].some((lane) => isToTheMinute(lane, context.hints, context.promises));
  return isExact ? minuteEnd(at) : Math.min(...[...delivery.stores.values()].map((store) => cutOffEdge(store, at)));
};

/** `promised` is null where nothing is. */
type Edges = { readonly boundary: number | null; readonly promised: number | null };
/** What time alone will change, and when: worked out once for an answer. */
export const edgesOf = (around: Surroundings, goods: Goods): Edges => ({
  boundary: nextBoundary(around, goods),
  promised: goods.lines.length === 0 ? null : promisedUntil(around, goods),
});

/** How long the answer is the same if nothing is written. */
export const sameUntil = ({ now, ordered }: Surroundings, { boundary, promised }: Edges): number =>
  Math.min(boundary ?? Infinity, ...(promised === null ? [] : [ordered.stepUntil, promised - (ordered.at - now)]));

type WhatCounts = {
  readonly around: Surroundings;
  readonly goods: Goods;
  readonly edges: Edges;
  readonly inForce: OffersInForce;
  readonly sellers: PricedView['sellers'];
  /** Null: nothing crosses a border of the European Union. */
  readonly oss: OssBasis | null;
};

/** But how many there are of its goods, which is told apart from the rest (`stockShown`). */
export const etagParts = (
  { caller, platform = null }: PricedShop,
  ask: CartAsk,
  { around, goods, edges, inForce: { usedUp, budgets }, sellers, oss }: WhatCounts,
): readonly EtagPart[] => {
  const { items, delivery, context, place } = goods;
  const { money, active, balances, facts, snapshot, address, adjustments, ordered } = around;
  const asked = [ask.items, ask.breakup, ask.cod, place, ask.orderType, ask.orderingStore, ask.assignCardId];
  const read = [
    settingsHash(caller.settings),
    active.version,
    delivery.version,
    balances.version,
    JSON.stringify(facts),
    snapshot?.at ?? null,
  ];
  return [
    ...asked,
    platform,
    ask.language,
    ...Object.values(context.hints),
    ...read,
    money.currency.code,
    money.rate?.id ?? null,
    JSON.stringify(address ?? null),
    ...[...items.values()].flatMap(({ product, part }) => [product.uid, part?.said ?? null]),
    ...[...sellers.values()].flatMap(({ uid, version }) => [uid, version]),
    ...adjustments.flatMap(({ id, version }) => [id, version]),
    ...usedUp,
    ...Object.entries(budgets).flat(),
    oss,
    around.vat?.check.state ?? null,
    around.vat?.isAsked ?? null,
    edges.boundary,
    ...(edges.promised === null ? [null] : [ordered.stepEnd, edges.promised]),
  ];
};

/**
 * What an answer shows of stock. How many there are of an article changes all the time and is shown in a few places; as long as
 * there is enough for the cart nothing else follows from it, but for which article is given away. So an answer that is kept
 * can follow it.
 */
type Stock = readonly number[];
/** A number that is shown: the sum of the stock of these articles. */
type Sum = readonly number[];

const there = (stock: Stock, at: number): number => Math.max(0, stock[at] ?? 0);
const summed = (sum: Sum, stock: Stock): number => sum.reduce((total, at) => total + there(stock, at), 0);

/** In the order of the paths. */
const numbersOf = ({ ask, lines }: PricedView): readonly number[] =>
  ask.items
    ? lines.flatMap(({ article, availability: { sellable, elsewhere } }) => [
        Math.max(0, article?.quantity ?? 0),
        sellable,
        elsewhere,
      ])
    : [];
/** What became of looks for gifts. Nothing else of the stock they were looked for among is shown. */
const giftText = (looks: readonly GiftLook[]): string =>
  JSON.stringify(looks.map(({ chosen, given, candidates }) => [chosen, given, candidates.map(({ isLeft }) => isLeft)]));

/** Of stock, for the tag: the numbers that are shown and the gifts that are given; where more was decided by it, all of it. */
export const stockText = (view: PricedView): string => {
  const { giftLooks: looks, items } = view;
  return looks === null
    ? [...items.values()].flatMap(({ part }) => part?.stock ?? []).join(' ')
    : textOf(numbersOf(view), giftText(looks));
};
const textOf = (numbers: readonly number[], gifts: string): string => `${numbers.join(' ')} ${gifts}`;

/** Where each article is in the stock of them all. */
const placesOf = ({ items }: PricedView): ReadonlyMap<string, number> =>
  new Map([...items.values()].flatMap(({ articles }) => articles).map(({ uid }, at) => [uid, at]));

const at = {
  list: 'items',
  paths: [
    ['article', 'quantity'],
    ['availability', 'sellable_quantity'],
    ['availability', 'other_store_quantity'],
  ],
} as const;

/** In the order of the paths: see `availabilityOf`. */
const sumsOf = ({ item, article, size }: ViewedLine, places: ReadonlyMap<string, number>): readonly Sum[] => {
  const isSold = item?.product.isActive === true;
  const own = article === undefined ? [] : [places.get(article.uid) ?? -1];
  const others = articlesInSize(item?.articles, size).filter(
    (one) => isSold && one.isActive && one.uid !== article?.uid,
  );
  return [own, isSold && article?.isActive === true ? own : [], others.map(({ uid }) => places.get(uid) ?? -1)];
};

/** What is kept of a view to follow its stock. */
type Follower = {
  readonly looks: readonly GiftLook[];
  /** How many articles each item has, in the order of the stock of them all. */
  readonly counts: readonly (readonly [itemId: number, count: number])[];
  readonly sums: readonly Sum[];
  /** Where the possible gifts are among them. */
  readonly gifts: ReadonlyMap<string, number>;
  readonly shown: (numbers: readonly number[]) => FiguresShown['made'];
};
/** Apart from where these are worked out: a function holds whatever any function beside it needs, and this one is kept. */
const followed =
  ({ looks, counts, sums, gifts, shown }: Follower): FiguresShown['now'] =>
  (figures) => {
    const stock: number[] = [];
    for (const [itemId, count] of counts) {
      const own = figures.get(itemId);
      if (own?.length !== count) return undefined;
      stock.push(...own);
    }
    return looks.every((look) => givesTheSame(look, (uid) => there(stock, gifts.get(uid) ?? -1)))
      ? shown(sums.map((sum) => summed(sum, stock)))
      : undefined;
  };

/** `given` says what became of looks for gifts. */
const shownWith =
  (tagWith: (stock: string) => string, given: string): Follower['shown'] =>
  (numbers) => ({ tag: tagWith(textOf(numbers, given)), numbers });

/** `tagWith` says the tag of the answer when this is the stock; undefined: it cannot follow. Holds nothing of the view. */
export const stockShown = (view: PricedView, tagWith: (stock: string) => string): FiguresShown | undefined => {
  const { giftLooks: looks, items, ask, lines } = view;
  if (looks === null) return undefined;
  const places = placesOf(view);
  const shown = shownWith(tagWith, giftText(looks));
  return {
    at,
    made: shown(numbersOf(view)),
    now: followed({
      looks,
      counts: [...items].map(([itemId, { articles }]) => [itemId, articles.length] as const),
      sums: ask.items ? lines.flatMap((line) => sumsOf(line, places)) : [],
      gifts: giftStock(looks, places),
      shown,
    }),
  };
};

/** Of all places only those of possible gifts are kept. */
const giftStock = (looks: readonly GiftLook[], places: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map(looks.flatMap(({ candidates }) => candidates.map(({ uid }) => [uid, places.get(uid) ?? -1] as const)));
