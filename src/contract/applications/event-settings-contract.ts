/** What an application sets about its events: who makes them, who may send them, what of them is kept and for how long. */
import { type Static, Type } from 'typebox';
import { choice, whole } from './setting-fields.ts';

const maker = (what: string) =>
  choice(
    ['emitter', 'server'],
    'emitter',
    `Who makes the events of ${what}: the page (or the shop’s own code), or this service with the operation.`,
  );
const treatment = (what: string) =>
  choice(
    ['keep', 'hash', 'drop'],
    'keep',
    `What happens to ${what} before an event is stored: kept, replaced by a keyed hash, or left out.`,
  );

export const EventSettings = Type.Object(
  {
    cart_events: maker('a cart (add_to_cart, remove_from_cart)'),
    order_events: maker('an order (order_checkout, order_checkedout, order_complete)'),
    wishlist_events: maker('a wishlist (product_wishlist_add, product_wishlist_remove)'),
    page_orders: choice(
      ['apart', 'count'],
      'apart',
      'Orders that pages tell of and this service did not make: apart from the others in reports, or counted with them where another system makes the orders.',
    ),
    mode: choice(
      ['live', 'strict'],
      'live',
      'strict: unknown fields are refused, and a call with a refused event is answered 422.',
    ),
    consent: choice(
      ['required', 'not_required'],
      'not_required',
      'required: events that do not come with the shopper’s consent are stored without personal data.',
    ),
    personal_direct: treatment('data that names a person (names, e-mail addresses, phone numbers)'),
    personal_quasi: treatment('data that tells one person from another (ids of shoppers, user agents)'),
    events_per_minute: whole(
      [100, 100_000_000],
      600_000,
      'Events all senders of this application may send in a minute, to all nodes that hear of each other.',
    ),
    kept_days: whole([7, 3_650], 396, 'Days for which events are kept, and for which a repeated id is known.'),
    refused_kept_days: whole([1, 365], 30, 'Days for which refused events are kept.'),
    write_key_generation: whole(
      [1, 1_000_000],
      1,
      'Another number makes another write key; the one before it stops working.',
    ),
  },
  { additionalProperties: false, title: 'EventSettings' },
);
export type EventSettings = Static<typeof EventSettings>;
