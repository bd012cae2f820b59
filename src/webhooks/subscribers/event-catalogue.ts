/**
 * The events a subscriber can ask for, by slug and by the number that older registrations use. A number is given once and
 * never to another event.
 */
import { type EventName, eventKinds } from '../../contract/events/event-payloads-contract.ts';
import { CartPayload, OrderPayload } from '../../contract/events/webhook-payloads-contract.ts';

export type KnownEvent = {
  readonly id: number;
  readonly category: string;
  readonly name: string;
  readonly type: string;
  readonly version: string;
  readonly slug: string;
  readonly displayName: string;
  readonly description: string;
  /** JSON Schema of the event, or where it is published. */
  readonly schema: Readonly<Record<string, unknown>>;
};

const clicks: Readonly<Record<EventName, readonly [id: number, description: string]>> = {
  add_to_cart: [1, 'A shopper added something to a cart.'],
  remove_from_cart: [2, 'A shopper took something out of a cart.'],
  order_checkout: [3, 'A shopper began to check out.'],
  order_checkedout: [4, 'A shopper checked out.'],
  order_complete: [5, 'An order of a shopper was confirmed.'],
  product_listing: [6, 'A shopper looked at a list of products.'],
  product_search: [7, 'A shopper searched for products.'],
  product_view: [8, 'A shopper looked at a product.'],
  product_wishlist_add: [9, 'A shopper put a product on a wishlist.'],
  product_wishlist_remove: [10, 'A shopper took a product off a wishlist.'],
  user_login: [11, 'A shopper signed in.'],
  user_logout: [12, 'A shopper signed out.'],
};
const payloads = { cart: CartPayload, order: OrderPayload };
const operations: readonly (readonly [id: number, name: 'cart' | 'order', type: string, description: string])[] = [
  [101, 'cart', 'create', 'A cart was made.'],
  [102, 'cart', 'update', 'A cart was changed.'],
  [111, 'order', 'placed', 'An order was placed, or awaits its payment.'],
  [112, 'order', 'confirmed', 'An order is paid, or is to be paid on delivery.'],
  [113, 'order', 'cancelled', 'An order was cancelled, or its payment failed.'],
  [114, 'order', 'expired', 'The payment of an order did not come in time.'],
  [115, 'order', 'changed', 'Some goods of an order were cancelled.'],
  [116, 'order', 'shipped', 'Goods of an order have left.'],
  [117, 'order', 'delivered', 'Goods of an order have reached their customer.'],
  [118, 'order', 'return_changed', 'A return was requested, answered, withdrawn or received.'],
  [119, 'order', 'returned', 'All goods of an order were given back.'],
  [120, 'order', 'refund_changed', 'Something became of a refund.'],
];

const worded = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1).replaceAll('_', ' ')}`;

export const knownEvents: readonly KnownEvent[] = [
  ...(Object.keys(clicks) as readonly EventName[]).map((name): KnownEvent => {
    const [id, description] = clicks[name];
    const { type } = eventKinds[name];
    const slug = `click/${name}/${type}/v1`;
    const schema = { $ref: `/schemas/events/${name}/v1.json` };
    return { id, category: 'click', name, type, version: '1', slug, displayName: worded(name), description, schema };
  }),
  ...operations.map(([id, name, type, description]): KnownEvent => {
    const slug = `application/${name}/${type}/v1`;
    const displayName = worded(`${name} ${type}`);
    const schema = { type: 'object', properties: { payload: payloads[name] } };
    return { id, category: 'application', name, type, version: '1', slug, displayName, description, schema };
  }),
];

const bySlug: ReadonlyMap<string, KnownEvent> = new Map(knownEvents.map((event) => [event.slug, event]));
const byNumber: ReadonlyMap<number, KnownEvent> = new Map(knownEvents.map((event) => [event.id, event]));

export const eventBySlug = (slug: string): KnownEvent | undefined => bySlug.get(slug);
export const eventByNumber = (id: number): KnownEvent | undefined => byNumber.get(id);
