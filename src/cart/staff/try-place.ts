/** Which store serves each line of a cart at a place, by which lane, when and at what charge; and why the others do not. */
import { articlesInSize } from '../../catalog/found-articles.ts';
import type { Static } from 'typebox';
import type { CartShop } from '../call/cart-shop.ts';
import { articlesAsked } from '../lines/assign-article.ts';
import { comparedPrice, type HomePrices } from '../lines/pricing-article.ts';
import { promiseFor } from '../lines/resolve-line.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { cartPromise } from '../response/promises.ts';
import { passedOver, type PlaceAsked, type PlaceCandidate, placeProblem } from './try-place-rules.ts';
import type { Article } from '../../catalog/article.ts';
import { rateAt } from '../../catalog/exchange-rate.ts';
import type { TriedPlace } from '../../contract/cart/places/try-place-contract.ts';
import { type DecidingLane, readDecidingLanes } from '../../delivery/lane-statements.ts';
import { journeyPromises, lineWindow, promiseSettings } from '../../delivery/promise-answer.ts';
import { noHints } from '../../delivery/promise-hints.ts';
import { orderTimes } from '../../delivery/promise-rules.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import { toDecimal } from '../../shared/money.ts';
import { inSlices } from '../../shared/slices.ts';

type Tried = Static<typeof TriedPlace>;
type Around = {
  readonly place: string;
  readonly now: number;
  readonly home: HomePrices;
  readonly exponent: number;
  readonly delivery: DeliveryView;
  readonly lanes: ReadonlyMap<number, DecidingLane>;
};

const articlesOf = ({ item, stored, size }: ViewedLine): readonly Article[] => {
  if (item === undefined) return [];
  return stored === null ? articlesInSize(item.articles, size) : articlesAsked(item.articles, stored.asked, null);
};

const promiseOf = (article: Article, { delivery, now }: Around) =>
  promiseFor(article, delivery, { ordered: orderTimes(now, undefined), hints: noHints, promises: promiseSettings });

const candidateOf = (article: Article, { journey }: ViewedLine, around: Around): PlaceCandidate => {
  const promise = promiseOf(article, around);
  return {
    article,
    price: comparedPrice(article, null, around.home),
    storeName: around.delivery.stores.get(article.storeId)?.name ?? null,
    lane: around.lanes.get(article.storeId) ?? null,
    arrives: (promise && lineWindow(promise, journey)?.max) ?? null,
  };
};

const storeOf = ({ article, price, storeName, lane }: PlaceCandidate, { exponent }: Around) => ({
  store_uid: article.storeId,
  store_name: storeName,
  article_id: article.uid,
  in_stock: Math.max(0, article.quantity),
  price: price === null ? null : toDecimal(price, exponent),
  lane: lane === null ? null : { area: lane.area, serviceable: lane.serviceable, distance_km: lane.distanceKm },
});

const lineOf = (line: ViewedLine, around: Around): Tried['items'][number] => {
  const asked: PlaceAsked = { place: around.place, quantity: line.quantity, journey: line.journey };
  const candidates = articlesOf(line).map((article) => candidateOf(article, line, around));
  const given = candidates.find(({ article }) => article.uid === line.article?.uid);
  const { problem } = line.availability;
  const taken = given !== undefined && problem === null ? given : undefined;
  const promise = taken && promiseOf(taken.article, around);
  return {
    item_id: line.itemId,
    size: line.size,
    quantity: line.quantity,
    name: line.item?.product.name ?? '',
    message: problem?.message ?? '',
    error_code: problem?.code ?? null,
    served_by:
      taken === undefined || !promise
        ? null
        : {
            ...storeOf(taken, around),
            journeys: journeyPromises(promise).map(({ journey, delivery_promise: window }) => ({
              journey: journey ?? '',
              min: window?.min ?? '',
              max: window?.max ?? '',
              message: window?.message ?? '',
            })),
          },
    others: candidates
      .filter((candidate) => candidate !== taken)
      .map((candidate) => {
        const reason =
          placeProblem(candidate, asked) ??
          (taken === undefined
            ? { code: problem?.code ?? 'not_preferred', message: problem?.message ?? '' }
            : passedOver(candidate, taken));
        return { ...storeOf(candidate, around), reason: reason.code, message: reason.message };
      }),
  };
};

/** Each may lie in hundreds of stores, all of which are told. */
const LINES_A_TURN = 4;

export const tryPlace = async (shop: CartShop, view: PricedView, place: string): Promise<Tried> => {
  const { node, caller, catalog } = shop;
  const { companyId, settings } = caller;
  const stores = [...new Set(view.lines.flatMap((line) => articlesOf(line).map(({ storeId }) => storeId)))];
  const [delivery, lanes, rates] = await Promise.all([
    shop.delivery(companyId, stores, place),
    readDecidingLanes(node.db, companyId, stores, place),
    catalog.rates(companyId),
  ]);
  const home = { code: settings.currency, rates: (from: string) => rateAt(rates, from, settings.currency, view.now) };
  const around: Around = { place, now: view.now, home, exponent: view.home.exponent, delivery, lanes };
  const items = await inSlices(view.lines, LINES_A_TURN, (line) => lineOf(line, around));
  const { area } = delivery;
  return {
    area_code: place,
    area: area && { city: area.city, country: area.country, time_zone: area.timeZone, zones: [...area.zones] },
    is_valid: items.length > 0 && items.every(({ served_by }) => served_by !== null),
    items: [...items],
    delivery_charge: toDecimal(view.base.breakup.delivery_charge, view.home.exponent),
    currency_code: view.home.code,
    delivery_promise: cartPromise(view),
  };
};
