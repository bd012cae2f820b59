/**
 * The events of an order's shopper as statements of the batch that makes or confirms the order, or that says that he set about
 * it; none where the application lets its pages tell them.
 */
import type { KnownApplication } from '../../applications/find-application.ts';
import type { CartServices, CartShop } from '../../cart/call/cart-shop.ts';
import type { EventSettings } from '../../contract/applications/event-settings-contract.ts';
import { readCustomer, type StoredCustomer } from '../../customers/customer-store.ts';
import type { Statement } from '../../db/database.ts';
import type { OutgoingEvent } from '../../events/outbox.ts';
import { takeRoom } from '../../quotas/take-room.ts';
import type { OrderPage, StoredOrder } from '../order-document.ts';
import {
  type BegunCheckout,
  checkoutBegins,
  eventsOfCheckout,
  type OrderEventName,
  type OrderTelling,
  orderEvents,
} from '../order-events.ts';

export type OrderTellers = Pick<CartServices, 'node' | 'catalog' | 'outbox'>;

const readProfile = async ({ node: { db } }: OrderTellers, { applicationId, owner }: StoredOrder) =>
  owner.kind === 'customer' ? readCustomer(db, applicationId, owner.id) : undefined;

type Told = Pick<BegunCheckout, 'applicationId' | 'companyId' | 'owner' | 'lines'>;
type Occasion = { readonly page: OrderPage; readonly traceId: string; readonly customer?: StoredCustomer | undefined };

const tell = async (
  { outbox, catalog, node }: OrderTellers,
  settings: EventSettings,
  { applicationId, companyId, owner, lines, page, traceId, customer }: Told & Occasion,
  eventsBy: (telling: OrderTelling) => readonly OutgoingEvent[],
): Promise<readonly Statement[]> => {
  if (outbox === undefined) return [];
  const items = await catalog.items(companyId, [...new Set(lines.map(({ itemId }) => itemId))]);
  const events = eventsBy({
    page,
    anonymousId: page.anonymousId ?? (owner.kind === 'anonymous' ? outbox.pseudonym(applicationId, owner.id) : ''),
    traceId,
    productOf: (itemId) => items.get(itemId)?.product,
    customer,
  });
  return outbox.statements(settings, events, { receivedAt: node.now(), agreed: page.agreed });
};

/** A checkout that begins: told in the order's own batch, or by itself when it is refused. */
export const tellBegun = async (shop: CartShop, begun: BegunCheckout): Promise<readonly Statement[]> => {
  const { events: settings } = shop.caller.settings;
  if (settings.order_events !== 'server' || begun.lines.length === 0) return [];
  const occasion = { page: shop.browsing(), traceId: shop.requestId };
  return tell(shop, settings, { ...begun, ...occasion }, (telling) => [checkoutBegins(begun, telling)]);
};

/** About so many characters the event has of each line; as many lines as a small cart has count nothing. */
const [TOLD_LINE, SMALL] = [170, 25];

/** A checkout that was refused may be tried again and again: what is told of large carts counts among the bytes of who does. */
export const tellRefused = async (shop: CartShop, begun: BegunCheckout): Promise<readonly Statement[]> => {
  const told = await tellBegun(shop, begun);
  const amount = Math.max(0, begun.lines.length - SMALL) * TOLD_LINE;
  return told.length > 0 && (await takeRoom(shop, shop.taker, { quota: 'bytes', amount })) ? told : [];
};

const tellOrder = async (
  tellers: OrderTellers,
  settings: EventSettings,
  order: StoredOrder,
  { names, occasion }: { readonly names: readonly OrderEventName[]; readonly occasion: Occasion },
): Promise<readonly Statement[]> => {
  const customer = names.includes('order_complete') ? await readProfile(tellers, order) : undefined;
  const { lines } = order.document;
  return tell(tellers, settings, { ...order, lines, ...occasion, customer }, (telling) =>
    orderEvents(order, names, telling),
  );
};

/** For the batch that makes an order. */
export const tellCheckout = async (shop: CartShop, order: StoredOrder): Promise<readonly Statement[]> => {
  const { events: settings } = shop.caller.settings;
  if (settings.order_events !== 'server') return [];
  const occasion = { page: shop.browsing(), traceId: shop.requestId };
  return tellOrder(shop, settings, order, { names: eventsOfCheckout(order), occasion });
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
  return tellOrder(tellers, settings, order, { names: ['order_complete'], occasion: { page, traceId: requestId } });
};
