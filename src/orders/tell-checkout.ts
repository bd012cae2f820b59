/**
 * The events of an order's shopper as statements of the batch that makes or confirms the order; none where the application
 * lets its pages tell them.
 */
import type { KnownApplication } from '../applications/find-application.ts';
import type { CartServices, CartShop } from '../cart/cart-shop.ts';
import type { EventSettings } from '../contract/event-settings-contract.ts';
import { readCustomer } from '../customers/customer-store.ts';
import type { Statement } from '../db/database.ts';
import type { OrderPage, StoredOrder } from './order-document.ts';
import { eventsOfCheckout, type OrderEventName, orderEvents } from './order-events.ts';

export type OrderTellers = Pick<CartServices, 'node' | 'catalog' | 'outbox'>;

const readProfile = async ({ node: { db } }: OrderTellers, { applicationId, owner }: StoredOrder) =>
  owner.kind === 'customer' ? readCustomer(db, applicationId, owner.id) : undefined;

const tell = async (
  tellers: OrderTellers,
  settings: EventSettings,
  order: StoredOrder,
  names: readonly OrderEventName[],
  page: OrderPage,
  traceId: string,
): Promise<readonly Statement[]> => {
  const { outbox, catalog, node } = tellers;
  if (outbox === undefined) return [];
  const { applicationId, companyId, owner, document } = order;
  const [items, customer] = await Promise.all([
    catalog.items(companyId, [...new Set(document.lines.map(({ itemId }) => itemId))]),
    names.includes('order_complete') ? readProfile(tellers, order) : undefined,
  ]);
  const events = orderEvents(order, names, {
    page,
    anonymousId: page.anonymousId ?? (owner.kind === 'anonymous' ? outbox.pseudonym(applicationId, owner.id) : ''),
    traceId,
    productOf: (itemId) => items.get(itemId)?.product,
    customer,
  });
  return outbox.statements(settings, events, { receivedAt: node.now(), agreed: page.agreed });
};

/** For the batch that makes an order. */
export const tellCheckout = async (shop: CartShop, order: StoredOrder): Promise<readonly Statement[]> => {
  const { events: settings } = shop.caller.settings;
  if (settings.order_events !== 'server') return [];
  return tell(shop, settings, order, eventsOfCheckout(order), shop.browsing(), shop.requestId);
};

/** For the batch in which its payment came: what is told of the shopper's page was kept when he checked out. */
export const tellComplete = async (
  tellers: OrderTellers,
  findApplication: (id: string) => Promise<KnownApplication | undefined>,
  order: StoredOrder,
  requestId: string,
): Promise<readonly Statement[]> => {
  const { page } = order.document;
  if (page === undefined) return [];
  const settings = (await findApplication(order.applicationId))?.settings.events;
  if (settings?.order_events !== 'server') return [];
  return tell(tellers, settings, order, ['order_complete'], page, requestId);
};
