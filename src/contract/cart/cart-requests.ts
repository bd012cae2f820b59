/**
 * Queries and paths of the cart operations. A value that has a refusal of its own (an unknown cart_type, a share that is
 * gone) is readable here and refused by its rule, so that the answer carries that rule's code.
 */
import { type Static, Type } from 'typebox';
import { word } from '../answer-fields.ts';
import { QueryBoolean } from '../primitives.ts';

export const id = word('The cart; the caller’s current one of the kind asked for when left out.');
export const buyNow = QueryBoolean('The cart for one quick purchase.');
export const cartType = word('Kind of cart: universal, or the slug of a custom cart.');
/** Which cart is meant. */
export const cartQuery = { id, buy_now: buyNow, cart_type: cartType };
export const orderType = word('HomeDelivery or PickAtStore, in any case.', 32);
export const areaCode = word('Postal code of the place it goes to.', 24);
export const flags = {
  i: QueryBoolean('Answer with the lines of the cart.'),
  b: QueryBoolean('Answer with the price details of the cart.'),
};

/** Nonsense is ignored, not refused: the value is an estimate that a storefront passes on. */
const hint = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], description }));

export const CartQuery = Type.Object({
  t1: hint('Minutes the store needs, from an earlier answer.'),
  t2: hint('Minutes until the carrier has it, from an earlier answer.'),
  t3: hint('Minutes it travels, from an earlier answer.'),
  eta_mins: hint('Minutes in all, from an earlier answer.'),
  id,
  ...flags,
  c: QueryBoolean('Also say what paying on delivery would cost.'),
  assign_card_id: Type.Optional(Type.Integer({ description: 'Price as if this saved card were chosen.' })),
  area_code: areaCode,
  buy_now: buyNow,
  cart_type: cartType,
  order_type: orderType,
});
export type CartQuery = Static<typeof CartQuery>;

export const LastModifiedQuery = Type.Object({ id });
export type LastModifiedQuery = Static<typeof LastModifiedQuery>;

/** Of every write that can answer with the cart. */
export const WriteQuery = Type.Object({
  ...flags,
  area_code: areaCode,
  buy_now: buyNow,
  id,
  cart_type: cartType,
  order_type: orderType,
});
export type WriteQuery = Static<typeof WriteQuery>;

/** Of the writes that never answer with the cart. */
export const QuickWriteQuery = Type.Object({
  area_code: areaCode,
  buy_now: buyNow,
  id,
  cart_type: cartType,
  order_type: orderType,
});
export type QuickWriteQuery = Static<typeof QuickWriteQuery>;

export const ArchiveQuery = Type.Object(cartQuery);
export type ArchiveQuery = Static<typeof ArchiveQuery>;

export const CountQuery = Type.Object({ id, buy_now: buyNow });
export type CountQuery = Static<typeof CountQuery>;

export const CountV2Query = Type.Object({ ...CountQuery.properties, cart_type: cartType });
export type CountV2Query = Static<typeof CountV2Query>;

export const CartMetaQuery = Type.Object(cartQuery);
export type CartMetaQuery = Static<typeof CartMetaQuery>;

export const CartLightQuery = Type.Object(cartQuery);
export type CartLightQuery = Static<typeof CartLightQuery>;

const token = Type.String({ maxLength: 128, description: 'From the share link.' });
export const SharePath = Type.Object({ token });
export const ShareActionPath = Type.Object({
  token,
  action: Type.String({ maxLength: 16, description: 'merge or replace, in any case.' }),
});
export const ShareActionQuery = Type.Object({
  cart_id: word('The cart that takes the lines; the caller’s regular cart when left out.'),
});
export type ShareActionQuery = Static<typeof ShareActionQuery>;

export const CartConfigurationPath = Type.Object({
  cart_meta_id: Type.String({ maxLength: 64, description: 'Id of the configuration.' }),
});
