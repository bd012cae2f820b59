/** What a change of a wishlist tells, where an application lets this service tell it. A customer has one list. Pure. */
import type { Item } from '../catalog/article-cache.ts';
import { listItem, type Money } from '../catalog/listing/product-view.ts';
import type { EventPayloads } from '../contract/events/event-payloads-contract.ts';
import { derivedEventId, type OutgoingEvent } from '../events/outbox.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import type { Browsing } from '../http/requests/browsing.ts';

export type WishTelling = {
  readonly caller: Pick<ApplicationCaller, 'applicationId' | 'companyId'>;
  readonly userId: string;
  readonly browsing: Browsing;
  readonly requestId: string;
  readonly now: number;
  /** In the application's own currency. */
  readonly money: Money;
  /** The items that the product is made of. */
  readonly family: ReadonlyMap<number, Item>;
};
export type WishEvent = 'product_wishlist_add' | 'product_wishlist_remove';

const LIST = { wishlist_name: 'Wishlist', wishlist_id: 'default' } as const;

/** The cheapest of its sizes. */
const priceOf = (item: Item, { money, family }: WishTelling) => {
  const { price } = listItem(item, money, family);
  return { mrp: price?.marked.min ?? null, esp: price?.effective.min ?? null };
};

const sharedFields = ({ product }: Item, { userId, browsing }: WishTelling, esp: number | null) => ({
  ...LIST,
  product_id: product.uid,
  brand: product.brand.name,
  l3_category: product.categories[0]?.l3.name ?? '',
  quantity: '1',
  value: esp === null ? '' : String(esp),
  anonymous_id: browsing.anonymousId ?? '',
  user_id: userId,
  version: '1',
  context: browsing.context,
  source_url: browsing.sourceUrl,
});

const payloadOf = (name: WishEvent, item: Item, telling: WishTelling) => {
  const { browsing, money } = telling;
  const { mrp, esp } = priceOf(item, telling);
  const shared = sharedFields(item, telling, esp);
  if (name === 'product_wishlist_remove') {
    const payload: EventPayloads[typeof name] = { ...shared, mrp, esp, currency: esp === null ? null : money.currency };
    return payload;
  }
  const payload: EventPayloads[typeof name] = {
    ...shared,
    mrp: null,
    esp: null,
    currency: null,
    query: browsing.query,
    position: Number(browsing.position) || 0,
    ...browsing.campaign,
  };
  return payload;
};

export const wishEvent = (name: WishEvent, item: Item, telling: WishTelling): OutgoingEvent => {
  const { caller, userId, browsing, requestId, now } = telling;
  return {
    id: derivedEventId(name, caller.applicationId, userId, String(item.product.uid), requestId),
    applicationId: caller.applicationId,
    companyId: caller.companyId,
    category: 'click',
    name,
    type: 'engagement',
    version: '1',
    at: now,
    traceId: requestId,
    userId,
    anonymousId: browsing.anonymousId,
    sequenceKey: null,
    sequence: null,
    payload: payloadOf(name, item, telling),
  };
};
