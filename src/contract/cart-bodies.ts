/**
 * Bodies of the cart operations. They say what can be read, not what is allowed: an item that cannot be had, or a quantity
 * that cannot be sold, is refused alone by its rule, and too many items or none get the code of that rule.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { listOf, mapOf, openObject } from './answer-fields.ts';
import { Nullable } from './primitives.ts';

/** Most items a call may hold; its rule answers too_many_items beyond that. */
export const maximumItems = { detail: 100, bulk: 1_000 } as const;

/** A list beyond this is not looked into at all: a body of 1 MiB could hold half a million bad entries. */
const readableItems = 10 * maximumItems.bulk;
const items = <T extends TSchema>(entry: T, limit: number) =>
  Type.Optional(
    Type.Unsafe<readonly Static<T>[]>({
      type: 'array',
      items: entry,
      maxItems: readableItems,
      description: `At least one, and at most ${limit}.`,
    }),
  );

const key = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }));
const whole = (description: string) => Type.Optional(Type.Integer({ description }));
const free = (description: string) => Type.Optional(openObject(description));
const switched = (description: string) => Type.Optional(Type.Boolean({ description }));

const Identifiers = Type.Object(
  { identifier: key('As the cart gave it in items[].identifiers.') },
  { additionalProperties: false, description: 'The line.' },
);

const ArticleAssignment = Type.Object(
  {
    level: key('Sellers that are considered, such as multi-companies.'),
    strategy: key('optimal, low-price or app-config.'),
  },
  { title: 'ArticleAssignment', additionalProperties: false, description: 'How the article is chosen.' },
);

const added = {
  quantity: whole('Units; 1 when left out.'),
  item_size: key('Size of the product.'),
  seller_id: whole('Only of this seller.'),
  price_factory_type_id: key('A price list of the application, whose prices then count.'),
  product_group_tags: Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'array',
      items: Type.String({ maxLength: 128 }),
      maxItems: 50,
      description: 'Tags of the group it is bought in; promotions can ask for them.',
    }),
  ),
  article_id: key('The article itself, or ean: and its EAN; what is neither is left to item and size.'),
  article_assignment: Type.Optional(ArticleAssignment),
  store_id: whole('Only from this store.'),
  display: Type.Optional(Type.String({ maxLength: 1024, description: 'A label that is kept with the line.' })),
  order_type: Type.Optional(
    Type.String({ maxLength: 32, description: 'HomeDelivery or PickAtStore, in any case; overrides the parameter.' }),
  ),
  item_id: whole('The product.'),
  extra_meta: free('Your own data, given back with the article.'),
  _custom_json: free('Your own data; lines that differ in it stay apart.'),
  meta: free('Your own data; lines that differ in it stay apart.'),
  pos: switched('Sold at the counter of the store: no delivery.'),
  seller_identifier: key('The seller’s SKU.'),
  journey: Type.Optional(Nullable(Type.String({ maxLength: 64, description: 'standard, priority or rush.' }))),
  fulfillment_mode: key('How it reaches its shopper, such as home_delivery.'),
  promo_id: key('A promotion this line is to be bought under.'),
  force_new_line_item: switched('Make a line of its own, even beside an equal one.'),
};

export const AddProductCart = Type.Object(
  {
    ...added,
    parent_item_identifiers: Type.Optional(
      listOf(openObject('identifier, or parent_item_id and parent_item_size.'), 'The line this one belongs to.'),
    ),
  },
  { title: 'AddProductCart', additionalProperties: false, description: 'An item to be added.' },
);
export type AddProductCart = Static<typeof AddProductCart>;

const addBody = (title: string, limit: number) =>
  Type.Object(
    {
      items: items(AddProductCart, limit),
      new_cart: switched('Begin a new cart with these items.'),
    },
    { title, additionalProperties: false },
  );
export const AddItems = addBody('AddCartRequest', maximumItems.detail);
export type AddItems = Static<typeof AddItems>;
export const BulkAddItems = addBody('BulkAddCartRequest', maximumItems.bulk);

export const UpdateProductCart = Type.Object(
  {
    item_id: whole('The product.'),
    item_size: key('The size; another one than the line has changes it.'),
    quantity: whole('Units there are to be; as it was when left out, 0 removes.'),
    item_index: whole('Place of the line in the cart, res_item_index.'),
    identifiers: Type.Optional(Identifiers),
    article_id: key('The article of the line.'),
    parent_item_identifiers: free('The line this one belongs to.'),
    price_factory_type_id: key('A price list of the application.'),
    meta: free('Takes the place of what the line has.'),
    extra_meta: free('Takes the place of what the line has.'),
    _custom_json: free('Takes the place of what the line has.'),
    store_id: whole('Only from this store.'),
    force_new_line_item: switched('Stay a line of its own, even beside an equal one.'),
  },
  { title: 'UpdateProductCart', additionalProperties: false, description: 'A line to be changed or removed.' },
);
export type UpdateProductCart = Static<typeof UpdateProductCart>;

const FreeGiftItem = Type.Object(
  {
    promotion_id: key('The promotion that gives it.'),
    item_id: key('The product, as text.'),
    item_size: key('Its size.'),
  },
  { title: 'FreeGiftItemChoice', additionalProperties: false, description: 'A gift the shopper chose or declines.' },
);
const updateBody = (title: string, limit: number) =>
  Type.Object(
    {
      operation: key('update_item or remove_item.'),
      items: items(UpdateProductCart, limit),
      free_gift_items: items(FreeGiftItem, maximumItems.detail),
      free_gift_items_operation: key('What to do with the gifts: update_item or remove_item.'),
    },
    { title, additionalProperties: false },
  );
export const UpdateItems = updateBody('UpdateCartRequest', maximumItems.detail);
export type UpdateItems = Static<typeof UpdateItems>;
export const BulkUpdateItems = updateBody('BulkUpdateCartRequest', maximumItems.bulk);

const cartList = (description: string) =>
  Type.Optional(
    Type.Unsafe<readonly string[]>({
      type: 'array',
      items: Type.String({ maxLength: 64 }),
      maxItems: 100,
      description,
    }),
  );

export const ArchiveCarts = Type.Object(
  { cart_id_list: cartList('Carts to be emptied; those of others are passed over.') },
  { title: 'DeleteCartRequest', additionalProperties: false },
);
export type ArchiveCarts = Static<typeof ArchiveCarts>;

const GiftDetail = Type.Object(
  {
    is_gift_applied: switched('Whether it is to be wrapped.'),
    gift_message: Type.Optional(Type.String({ description: 'What to write for the receiver.' })),
  },
  { title: 'GiftDetail', additionalProperties: false },
);
const giftDetails = Type.Optional(Nullable(mapOf(GiftDetail, 'Gift wrapping, by article or identifier of the line.')));

/** Every value is checked by its rule, because a refusal here says under each field what to change. */
const value = (description: string) => Type.Optional(Nullable(Type.String({ description })));
const data = (description: string) => Type.Optional(Nullable(openObject(description)));
const closed = { additionalProperties: false } as const;

export const ChangeCartMeta = Type.Object(
  {
    gstin: value('Tax number of the buyer; empty or null removes it.'),
    ship_to_gstin: value('Tax number of the place it goes to; empty or null removes it.'),
    ship_to_gst_details: Type.Optional(
      Nullable(Type.Object({ gstin: value('The same as ship_to_gstin.'), trade_name: value('Who that is.') }, closed)),
    ),
    pan_no: value('Permanent account number of the buyer; empty or null removes it.'),
    checkout_mode: value('self or other.'),
    comment: value('What the shopper writes for the shop; at most 500 characters.'),
    staff_user_id: value('Who of the staff makes the cart.'),
    pick_up_customer_details: data('Who picks the order up.'),
    alternate_pickup_person: Type.Optional(
      Nullable(
        Type.Object(
          {
            enabled: switched('Whether somebody else picks it up.'),
            name: value('His name.'),
            email: value('His e-mail address.'),
            phone: value('His phone.'),
            country_phone_code: value('Country code of his phone.'),
          },
          closed,
        ),
      ),
    ),
    delivery_slots: data('When it is to be brought.'),
    gift_details: giftDetails,
    custom_cart_meta: data('Your own data, put over what is there; null removes a key.'),
  },
  { title: 'CartMetaRequest', additionalProperties: false },
);
export type ChangeCartMeta = Static<typeof ChangeCartMeta>;

export const ShareCart = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 64, description: 'The cart; the current one when left out.' })),
    meta: free('Your own data, given back with the shared cart.'),
  },
  { title: 'GetShareCartLinkRequest', additionalProperties: false },
);
export type ShareCart = Static<typeof ShareCart>;

export const MergeCarts = Type.Object(
  {
    cart_ids: cartList('Carts to be merged into the regular one.'),
    cart_id: key('One cart to be merged.'),
    cart_id_list: cartList('The same as cart_ids.'),
    merge_strategy: Type.Optional(
      Type.Enum(['sum', 'max', 'keep', 'replace'], {
        description: 'Units of a line that is in both carts; the policy of the application when left out.',
      }),
    ),
  },
  { title: 'MergeCartsRequest', additionalProperties: false },
);
export type MergeCarts = Static<typeof MergeCarts>;

/** Takes a line as a read gave it, also in that its parent is one object and not a list. */
export const SyncItem = Type.Object(
  {
    ...added,
    identifiers: Type.Optional(Identifiers),
    parent_item_identifiers: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[]>({
        type: ['object', 'array'],
        items: openObject('identifier, or parent_item_id and parent_item_size.'),
        additionalProperties: true,
        description: 'The line this one belongs to.',
      }),
    ),
  },
  { title: 'SyncItem', additionalProperties: false, description: 'A line there is to be, with its quantity.' },
);
export type SyncItem = Static<typeof SyncItem>;

export const SyncCart = Type.Object(
  {
    id: key('The cart; the current one when left out.'),
    items: items(SyncItem, maximumItems.bulk),
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
    replace: switched('Needed to empty the cart by sending no items.'),
    coupon_code: value('Coupon there is to be; empty or null removes it.'),
    comment: value('What the shopper writes for the shop; at most 500 characters.'),
    gift_details: giftDetails,
  },
  { title: 'SyncCartRequest', additionalProperties: false },
);
export type SyncCart = Static<typeof SyncCart>;
