/** What an application sets about its events: who makes them, who may send them, what of them is kept and for how long. */
import { type Static, Type } from 'typebox';

const maker = (what: string) =>
  Type.Enum(['emitter', 'server'], {
    default: 'emitter',
    description: `Who makes the events of ${what}: the page (or the shop’s own code), or this service with the operation.`,
  });
const treatment = (what: string) =>
  Type.Enum(['keep', 'hash', 'drop'], {
    default: 'keep',
    description: `What happens to ${what} before an event is stored: kept, replaced by a keyed hash, or left out.`,
  });

export const EventSettings = Type.Object(
  {
    cart_events: maker('a cart (add_to_cart, remove_from_cart)'),
    order_events: maker('an order (order_checkout, order_checkedout, order_complete)'),
    wishlist_events: maker('a wishlist (product_wishlist_add, product_wishlist_remove)'),
    page_orders: Type.Enum(['apart', 'count'], {
      default: 'apart',
      description:
        'Orders that pages tell of and this service did not make: apart from the others in reports, or counted with them where another system makes the orders.',
    }),
    mode: Type.Enum(['live', 'strict'], {
      default: 'live',
      description: 'strict: unknown fields are refused, and a call with a refused event is answered 422.',
    }),
    consent: Type.Enum(['required', 'not_required'], {
      default: 'not_required',
      description: 'required: events that do not come with the shopper’s consent are stored without personal data.',
    }),
    personal_direct: treatment('data that names a person (names, e-mail addresses, phone numbers)'),
    personal_quasi: treatment('data that tells one person from another (ids of shoppers, user agents)'),
    events_per_minute: Type.Integer({
      minimum: 100,
      maximum: 100_000_000,
      default: 600_000,
      description: 'Events all senders of this application may send in a minute, per node.',
    }),
    kept_days: Type.Integer({
      minimum: 7,
      maximum: 3_650,
      default: 396,
      description: 'Days for which events are kept, and for which a repeated id is known.',
    }),
    refused_kept_days: Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'Days for which refused events are kept.',
    }),
    write_key_generation: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: 'Another number makes another write key; the one before it stops working.',
    }),
  },
  { additionalProperties: false, title: 'EventSettings' },
);
export type EventSettings = Static<typeof EventSettings>;
