/** When a size would be with the shopper if he ordered now: of the articles that can be brought to him, the one a cart would take. */
import { isSellable, type Article } from '../catalog/article.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import type { Arrival, ArrivalQuery } from '../contract/catalog/storefront-contract.ts';
import { formattedDay, journeyPromises, lineWindow, type PromiseAsked } from '../delivery/promise-answer.ts';
import type { DeliveryReader, DeliveryView } from '../delivery/read-lanes.ts';
import type { Clock } from '../shared/clock.ts';

export type ReadArrival = (companyId: number, asked: ArrivalQuery) => Promise<Arrival>;

const askedOf = (article: Article, view: DeliveryView, at: number): PromiseAsked | undefined => {
  const store = view.stores.get(article.storeId);
  const lane = view.lanes.get(article.storeId) ?? null;
  if (store === undefined || lane === null) return undefined;
  const zone = view.area?.timeZone ?? store.calendar.timeZone;
  return { store, lane, zone, order: { at, manufacturing: article.customOrder } };
};

/** The cheapest, and of equals the earliest: as carts choose when nothing else was asked for. */
const chosen = (articles: readonly Article[], view: DeliveryView, at: number): PromiseAsked | undefined =>
  articles
    .flatMap((article) => {
      const asked = askedOf(article, view, at);
      const window = asked && lineWindow(asked, 'standard');
      if (asked === undefined || !window) return [];
      return [{ asked, price: article.prices[0]?.effective ?? Number.MAX_SAFE_INTEGER, arrives: window.max }];
    })
    .toSorted((a, b) => a.price - b.price || a.arrives - b.arrives)[0]?.asked;

export const arrivalReader =
  (catalog: CatalogReader, delivery: DeliveryReader, now: Clock): ReadArrival =>
  async (companyId, { item_id: itemId, size, area_code: areaCode }) => {
    const articles = (await catalog.articlesOf(companyId, itemId, size)).filter(isSellable);
    const stores = articles.map(({ storeId }) => storeId);
    const view = await delivery(companyId, stores, areaCode);
    const asked = chosen(articles, view, now());
    const promises = asked === undefined ? [] : journeyPromises(asked);
    return {
      deliverable: asked !== undefined,
      place: view.area?.city ?? '',
      journeys: promises.map(
        ({ journey = '', delivery_promise: { max = '', message = '', eta_mins = null } = {} }) => ({
          journey,
          message,
          day: formattedDay(Date.parse(max), asked?.zone ?? 'UTC'),
          max,
          eta_mins,
        }),
      ),
    };
  };
