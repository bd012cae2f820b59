/**
 * What a cart is read with, remembering what was read. All of it goes through here, so that whatever an answer was made from
 * has its witness: rows by the recording database, the catalogue, offers and delivery by the versions they answer with.
 */
import type { Item } from '../../catalog/article-cache.ts';
import type { PartAsked } from '../../catalog/item-part.ts';
import { itemWitness } from '../../catalog/product-store.ts';
import { rateVersions } from '../../catalog/catalog-versions.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import { sellerWitness } from '../../catalog/seller-store.ts';
import type { Database } from '../../db/database.ts';
import type { Closer, Seen } from '../../db/witness.ts';
import { lighterOf, type Recorder, recordReads } from '../../db/record-reads.ts';
import { deliveryWitness } from '../../delivery/read-lanes.ts';
import { adjustmentWitness } from '../../offers/adjustments/adjustment-store.ts';
import { useWitness } from '../../offers/uses/use-store.ts';
import { offerVersionWitness } from '../../offers/offer-store.ts';
import { snapshotWitness } from '../store/cart-record-store.ts';
import { cartWitnesses } from '../store/cart-store.ts';
import type { CartServices } from './cart-shop.ts';

const lighter = lighterOf([...cartWitnesses, snapshotWitness, adjustmentWitness, useWitness]);

const seenOf = (item: Item | undefined): Seen | undefined =>
  item?.part && { said: item.part.said, figures: item.part.stock };

/** Apart from where it is used: a function holds whatever any function beside it needs, and this one outlives its call. */
const lookAt =
  (catalog: CatalogReader, companyId: number, part: PartAsked): Closer['look'] =>
  async () =>
    seenOf((await catalog.parts(companyId, [part])).get(part.itemId));

const recordedCatalog = (catalog: CatalogReader, { db, saw, spoil }: Recorder): CatalogReader => {
  /** Nothing compares these later. */
  const unproven =
    <Args extends readonly unknown[], Found>(read: (...args: Args) => Found) =>
    (...args: Args): Found => {
      spoil();
      return read(...args);
    };
  return {
    items: async (companyId, itemIds) => {
      const items = await catalog.items(companyId, itemIds);
      for (const itemId of itemIds) saw(itemWitness(companyId, itemId, items.get(itemId)?.versions));
      return items;
    },
    parts: async (companyId, asked) => {
      const items = await catalog.parts(companyId, asked);
      for (const one of asked) {
        const item = items.get(one.itemId);
        const seen = seenOf(item);
        saw(
          itemWitness(
            companyId,
            one.itemId,
            item?.versions,
            seen && { ...seen, look: lookAt(catalog, companyId, one) },
          ),
        );
      }
      return items;
    },
    partsOf: catalog.partsOf,
    sellers: async (companyId, uids) => {
      const sellers = await catalog.sellers(companyId, uids);
      for (const uid of uids) saw(sellerWitness(companyId, uid, sellers.get(uid)?.version));
      return sellers;
    },
    rates: async (companyId) => {
      // The version first: what is read then may be newer than it says, never older.
      await rateVersions(db, companyId);
      return catalog.rates(companyId);
    },
    articles: unproven(catalog.articles),
    articlesOf: unproven(catalog.articlesOf),
    byEan: unproven(catalog.byEan),
    bySku: unproven(catalog.bySku),
  };
};

export type RecordedServices = { readonly services: CartServices; readonly recorder: Recorder };

/** For one call, which has one time. */
export const recordedServices = (services: CartServices): RecordedServices => {
  const { node, delivery, offers } = services;
  const at = node.now();
  const recorder = recordReads(node.db, at, lighter);
  const db: Database = recorder.db;
  return {
    recorder,
    services: {
      ...services,
      node: { ...node, db, now: () => at },
      catalog: recordedCatalog(services.catalog, recorder),
      delivery: async (companyId, storeUids, place) => {
        const view = await delivery(companyId, storeUids, place);
        recorder.saw(deliveryWitness(companyId, view.version));
        return view;
      },
      offers: async (application, now) => {
        const active = await offers(application, now);
        recorder.saw(offerVersionWitness(application.applicationId, active.version));
        return active;
      },
    },
  };
};
