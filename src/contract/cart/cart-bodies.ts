/** Bodies that concern a whole cart: emptying, data on it, sharing, merging and synchronising. */
import { type Static, Type } from 'typebox';
import { mapOf, type OpenObject, openObject, part } from '../answer-fields.ts';
import { addedFields, itemList, LineIdentifiers, maximumItems, readableItems } from './cart-item-bodies.ts';
import { Nullable } from '../primitives.ts';

const key = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }));
const switched = (description: string) => Type.Optional(Type.Boolean({ description }));

const cartList = (description: string) =>
  Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'array',
      items: Type.String({ maxLength: 64 }),
      maxItems: 100,
      description,
    }),
  );

export const ArchiveCarts = part('DeleteCartRequest', 'Which carts to empty; the current one without a body.', {
  cart_id_list: cartList('Carts to be emptied; those of others are passed over.'),
});
export type ArchiveCarts = Static<typeof ArchiveCarts>;

const GiftDetail = part('GiftDetail', 'Gift wrapping of a line.', {
  is_gift_applied: switched('Whether it is to be wrapped.'),
  gift_message: Type.Optional(Type.String({ description: 'What to write for the receiver.' })),
});
const giftDetails = Type.Optional(Nullable(mapOf(GiftDetail, 'Gift wrapping, by article or identifier of the line.')));

/** Every value is checked by its rule, because a refusal here says under each field what to change. */
const value = (description: string) => Type.Optional(Nullable(Type.String({ description })));
const data = (description: string) => Type.Optional(Nullable(openObject(description)));

const ShipToGstDetails = part('ShipToGstDetails', 'The place it goes to, for its tax.', {
  gstin: value('The same as ship_to_gstin.'),
  trade_name: value('Name under which it trades.'),
});
const AlternatePickupPerson = part('AlternatePickupPerson', 'Who picks the order up instead of the customer.', {
  enabled: switched('Whether somebody else does.'),
  name: value('His name.'),
  email: value('His e-mail address.'),
  phone: value('His phone.'),
  country_phone_code: value('Country code of his phone.'),
});

export const ChangeCartMeta = part('CartMetaRequest', 'Data on the cart; what is left out stays as it is.', {
  gstin: value('Tax number of the buyer; empty or null removes it.'),
  ship_to_gstin: value('Tax number of the place it goes to; empty or null removes it.'),
  vat_id: value('VAT number of a business in the European Union; empty or null removes it.'),
  ship_to_gst_details: Type.Optional(Nullable(ShipToGstDetails)),
  pan_no: value('Permanent account number of the buyer; empty or null removes it.'),
  checkout_mode: value('self or other.'),
  comment: value('What the shopper writes for the shop; at most 500 characters.'),
  staff_user_id: value('Who of the staff makes the cart.'),
  pick_up_customer_details: data('Who picks the order up.'),
  alternate_pickup_person: Type.Optional(Nullable(AlternatePickupPerson)),
  delivery_slots: data('When it is to be brought.'),
  gift_details: giftDetails,
  custom_cart_meta: data('Your own data, put over what is there; null removes a key.'),
});
export type ChangeCartMeta = Static<typeof ChangeCartMeta>;

export const ShareCart = part('GetShareCartLinkRequest', 'What to share.', {
  id: Type.Optional(Type.String({ maxLength: 64, description: 'The cart; the current one when left out.' })),
  meta: Type.Optional(openObject('Your own data, given back with the shared cart.')),
});
export type ShareCart = Static<typeof ShareCart>;

export const MergeCarts = part('MergeCartsRequest', 'Which carts to merge.', {
  id: key('The cart that takes the others; the current regular one when left out.'),
  cart_ids: cartList('Carts to be merged into the regular one.'),
  cart_id: key('One cart to be merged.'),
  cart_id_list: cartList('The same as cart_ids.'),
  merge_strategy: Type.Optional(
    Type.Enum(['sum', 'max', 'keep', 'replace', 'leave', 'if_empty', 'keep_guest'], {
      description: 'Units of a line that is in both carts; the policy of the application when left out.',
    }),
  ),
});
export type MergeCarts = Static<typeof MergeCarts>;

/** Takes a line as a read gave it, also in that its parent is one object and not a list. */
export const SyncItem = part('SyncItem', 'A line there is to be, with its quantity.', {
  ...addedFields,
  identifiers: Type.Optional(LineIdentifiers),
  parent_item_identifiers: Type.Optional(
    Type.Unsafe<OpenObject | readonly OpenObject[]>({
      type: ['object', 'array'],
      items: openObject('identifier, or parent_item_id and parent_item_size.'),
      additionalProperties: true,
      description: 'The line this one belongs to.',
    }),
  ),
});
export type SyncItem = Static<typeof SyncItem>;

export const SyncCart = part('SyncCartRequest', 'The cart as it is to be.', {
  id: key('The cart; the current one when left out.'),
  items: itemList(SyncItem, `All lines there are to be, with their quantities; at most ${maximumItems.bulk}.`),
  base_version: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Version you changed, from the ETag: lines added since then stay.' }),
  ),
  removed: Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'array',
      items: Type.String({ maxLength: 256 }),
      maxItems: readableItems,
      description: 'Identifiers of lines that are to go.',
    }),
  ),
  replace: switched('Needed to empty the cart, by sending no items or items of which none can be had.'),
  coupon_code: Type.Optional(
    Nullable(Type.String({ maxLength: 128, description: 'Coupon there is to be; empty or null removes it.' })),
  ),
  comment: value('What the shopper writes for the shop; at most 500 characters.'),
  gift_details: giftDetails,
});
export type SyncCart = Static<typeof SyncCart>;
