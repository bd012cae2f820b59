/**
 * Bodies that add items to a cart and change them. They say what can be read, not what is allowed: an item that cannot be
 * had, or a quantity that cannot be sold, is refused alone by its rule, and too many items or none get that rule's code.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { listOf, openObject, part } from '../answer-fields.ts';
import { Nullable } from '../primitives.ts';

/** Most items a call may hold; its rule answers too_many_items beyond that. */
export const maximumItems = { detail: 100, bulk: 1_000 } as const;

/** A list beyond this is not looked into at all: a body of 1 MiB could hold half a million bad entries. */
export const readableItems = 10 * maximumItems.bulk;
export const itemList = <T extends TSchema>(entry: T, description: string) =>
  Type.Optional(
    Type.Unsafe<readonly Static<T>[]>({
      type: 'array',
      items: entry,
      maxItems: readableItems,
      description,
    }),
  );

const key = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }));
const whole = (description: string) => Type.Optional(Type.Integer({ description }));
const free = (description: string) => Type.Optional(openObject(description));
const switched = (description: string) => Type.Optional(Type.Boolean({ description }));

export const LineIdentifiers = part('LineIdentifiers', 'The line.', {
  identifier: key('As the cart gave it in items[].identifiers.'),
});

const ArticleAssignment = part('ArticleAssignment', 'How the article is chosen.', {
  level: key('Sellers that are considered, such as multi-companies.'),
  strategy: key('optimal, low-price or app-config.'),
});

/** All of AddProductCart but the parent, which a synchronised cart may write in two ways. */
export const addedFields = {
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
  pos: switched('Sold at the counter of the store: no delivery. True only from staff.'),
  seller_identifier: key('The seller’s SKU.'),
  journey: Type.Optional(Nullable(Type.String({ maxLength: 64, description: 'standard, priority or rush.' }))),
  fulfillment_mode: key('How it reaches its shopper, such as home_delivery.'),
  promo_id: key('A promotion this line is to be bought under.'),
  force_new_line_item: switched('Make a line of its own, even beside an equal one.'),
};

export const AddProductCart = part('AddProductCart', 'An item to be added.', {
  ...addedFields,
  parent_item_identifiers: Type.Optional(
    listOf(openObject('identifier, or parent_item_id and parent_item_size.'), 'The line this one belongs to.'),
  ),
});
export type AddProductCart = Static<typeof AddProductCart>;

const addBody = (title: string, limit: number) =>
  part(title, 'Items to be added.', {
    items: itemList(AddProductCart, `At least one, and at most ${limit}.`),
    new_cart: switched('Begin a new cart with these items.'),
  });
export const AddItems = addBody('AddCartRequest', maximumItems.detail);
export type AddItems = Static<typeof AddItems>;
export const BulkAddItems = addBody('BulkAddCartRequest', maximumItems.bulk);

export const UpdateProductCart = part('UpdateProductCart', 'A line to be changed or removed.', {
  item_id: whole('The product.'),
  item_size: key('The size; another one than the line has changes it.'),
  quantity: whole('Units there are to be; as it was when left out, 0 removes.'),
  item_index: whole('Place of the line in the cart, res_item_index.'),
  identifiers: Type.Optional(LineIdentifiers),
  article_id: key('The article of the line.'),
  parent_item_identifiers: free('The line this one belongs to.'),
  price_factory_type_id: key('A price list of the application.'),
  meta: free('Takes the place of what the line has.'),
  extra_meta: free('Takes the place of what the line has.'),
  _custom_json: free('Takes the place of what the line has.'),
  store_id: whole('Only from this store.'),
  force_new_line_item: switched('Stay a line of its own, even beside an equal one.'),
});
export type UpdateProductCart = Static<typeof UpdateProductCart>;

const FreeGiftItem = part('FreeGiftItemChoice', 'A gift the shopper chooses or declines.', {
  promotion_id: key('The promotion that gives it.'),
  item_id: key('The product, as text.'),
  item_size: key('Its size.'),
});
const updateBody = (title: string, limit: number) =>
  part(title, 'Lines to be changed or removed.', {
    operation: key('update_item or remove_item.'),
    items: itemList(UpdateProductCart, `At least one, and at most ${limit}.`),
    free_gift_items: itemList(FreeGiftItem, `At most ${limit}.`),
    free_gift_items_operation: key('What to do with the gifts: update_item or remove_item.'),
  });
export const UpdateItems = updateBody('UpdateCartRequest', maximumItems.detail);
export type UpdateItems = Static<typeof UpdateItems>;
export const BulkUpdateItems = updateBody('BulkUpdateCartRequest', maximumItems.bulk);
