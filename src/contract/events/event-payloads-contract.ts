/**
 * What each of the twelve events says. Where the same word has another type in another event, or a field must be null,
 * that is how the interface gives it.
 */
import { type Static, type TObject, Type } from 'typebox';
import { closed, direct, EventContext, schemaVersion, who } from './event-contract.ts';
import { OrderCompletePayload } from './event-order-contract.ts';
import { Nullable } from '../primitives.ts';

const text = Type.String();
const integer = Type.Integer();
const optionalText = Type.Optional(Type.String());
const campaign = { utm_medium: optionalText, utm_source: optionalText, utm_campaign: optionalText };
const query = Type.String({ description: 'What the shopper searched for.' });
const place = Type.String({ description: 'Place in the listing, as text.' });

const goods = {
  brand: text,
  l3_category: text,
  l1_category: text,
  currency: text,
  price: integer,
  quantity: integer,
  source_url: text,
  position: place,
  value: text,
};

const AddToCartPayload = Type.Object(
  {
    anonymous_id: who.anonymous_id,
    cart_id: text,
    product_id: integer,
    article_id: text,
    event_type: text,
    ...goods,
    context: EventContext,
    query,
    ...campaign,
    user_id: Type.Optional(who.user_id),
  },
  closed,
);

const RemoveFromCartPayload = Type.Object(
  {
    cart_id: text,
    product_id: integer,
    ...goods,
    user_id: who.user_id,
    context: EventContext,
    event_type: optionalText,
    anonymous_id: Type.Optional(who.anonymous_id),
    version: Type.Optional(schemaVersion),
  },
  closed,
);

const CheckoutProduct = Type.Object(
  {
    product_id: integer,
    l3_category: text,
    l1_category: text,
    quantity: integer,
    price: integer,
    value: integer,
    currency: text,
    article_id: text,
  },
  closed,
);
const CheckoutPayload = Type.Object(
  {
    order_id: text,
    context: EventContext,
    cart_id: text,
    cart_total: integer,
    shipping: integer,
    tax: Type.Number(),
    order_total: Type.Number(),
    currency: text,
    products: Type.Array(CheckoutProduct),
    ...who,
    version: schemaVersion,
  },
  closed,
);

const ListedProduct = Type.Object(
  {
    name: text,
    product_id: integer,
    brand: text,
    esp: Type.Number({ description: 'Effective selling price.' }),
    mrp: Type.Number({ description: 'Maximum retail price.' }),
    currency: text,
    source_url: text,
  },
  closed,
);
const ProductListingPayload = Type.Object(
  {
    context: EventContext,
    query,
    item_total: Type.Integer({ description: 'Items on the listing.' }),
    products: Type.Array(ListedProduct),
    ...who,
    version: schemaVersion,
  },
  closed,
);

const ProductSearchPayload = Type.Object(
  {
    context: EventContext,
    query,
    user_id: who.user_id,
    item_total: Type.Integer({ description: 'Items found.' }),
    products: Type.Array(text, { description: 'Names.' }),
    anonymous_id: who.anonymous_id,
    version: schemaVersion,
  },
  closed,
);

const ProductViewPayload = Type.Object(
  {
    context: EventContext,
    product_id: integer,
    currency: text,
    brand: text,
    l3_category: text,
    mrp: integer,
    esp: integer,
    l1_category: text,
    source_url: text,
    quantity: integer,
    position: place,
    ...who,
    version: schemaVersion,
    query,
    ...campaign,
  },
  closed,
);

const WishlistAddPayload = Type.Object(
  {
    context: EventContext,
    wishlist_name: text,
    wishlist_id: text,
    product_id: integer,
    brand: text,
    l3_category: text,
    mrp: Type.Null(),
    quantity: text,
    esp: Type.Null(),
    currency: Type.Null(),
    value: text,
    query,
    position: Type.Number({ description: 'Place in the listing, as a number.' }),
    source_url: text,
    user_id: who.user_id,
    version: schemaVersion,
    anonymous_id: who.anonymous_id,
    ...campaign,
  },
  closed,
);

const WishlistRemovePayload = Type.Object(
  {
    wishlist_name: text,
    wishlist_id: text,
    product_id: integer,
    brand: text,
    l3_category: text,
    mrp: Nullable(Type.Number()),
    quantity: text,
    esp: Nullable(Type.Number()),
    currency: Nullable(Type.String()),
    value: text,
    anonymous_id: who.anonymous_id,
    version: schemaVersion,
    context: EventContext,
    source_url: text,
    user_id: who.user_id,
  },
  closed,
);

const UserLoginPayload = Type.Object(
  {
    context: EventContext,
    ...who,
    version: schemaVersion,
    login_value: Type.String({ ...direct, description: 'An e-mail address or a number, as the method has it.' }),
    method: Type.String({ description: 'How the shopper signed in.' }),
    email: Type.Optional(Type.String(direct)),
    phone: Type.Optional(Type.String(direct)),
  },
  closed,
);

const UserLogoutPayload = Type.Object({ context: EventContext, ...who, version: schemaVersion }, closed);

type Kind<P extends TObject = TObject> = { readonly type: string; readonly payload: P };
const kind = <P extends TObject>(type: string, payload: P): Kind<P> => ({ type, payload });

/** By name: the type that goes with it, and what it says. */
export const eventKinds = {
  add_to_cart: kind('engagement', AddToCartPayload),
  remove_from_cart: kind('engagement', RemoveFromCartPayload),
  order_checkout: kind('conversion', CheckoutPayload),
  order_checkedout: kind('conversion', CheckoutPayload),
  order_complete: kind('conversion', OrderCompletePayload),
  product_listing: kind('conversion', ProductListingPayload),
  product_search: kind('search', ProductSearchPayload),
  product_view: kind('click', ProductViewPayload),
  product_wishlist_add: kind('engagement', WishlistAddPayload),
  product_wishlist_remove: kind('engagement', WishlistRemovePayload),
  user_login: kind('identity', UserLoginPayload),
  user_logout: kind('identity', UserLogoutPayload),
} as const satisfies Readonly<Record<string, Kind>>;
export type EventName = keyof typeof eventKinds;
export type EventPayloads = { readonly [N in EventName]: Static<(typeof eventKinds)[N]['payload']> };
