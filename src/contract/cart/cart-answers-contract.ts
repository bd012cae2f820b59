/** What the operations of a cart answer beside the cart itself: what became of each item, and how much there is. */
import { type Static, Type, type TUnsafe } from 'typebox';
import { flag, int32, list, listOf, mapOf, part, sentence, text, textOrNull, time } from '../answer-fields.ts';
import { CartDetail, cartIds } from './cart-contract.ts';
import { ErrorBody } from '../primitives.ts';

const outcome = {
  success: flag('Whether it was done.'),
  message: sentence('What came of it, for people.'),
  error_code: textOrNull('Why not, for programs; null when it was done.'),
};

export const ItemResult = part('CartItemResult', 'What became of one item of the call.', {
  ...outcome,
  cart_id: text('Number of the cart it went to.'),
  cart_type: text('Kind of the cart it went to.'),
});
export type ItemResult = Static<typeof ItemResult>;

const MergeChange = part('CartMergeChange', 'A line that did not move as it was.', {
  key: Type.String({ description: 'Product and size.' }),
  asked: Type.Integer({ description: 'Units there would have been.' }),
  kept: Type.Integer({ description: 'Units there are; 0 when it was dropped.' }),
  message: sentence('Why, for people.'),
  error_code: Type.String({ description: 'Why, for programs.' }),
});
export const MergeReport = part('CartMergeReport', 'What a merge did.', {
  sources: listOf(Type.String(), 'Numbers of the carts that went into this one.'),
  clamped: listOf(MergeChange, 'Lines with fewer units than asked for; a thousand are told.'),
  dropped: listOf(MergeChange, 'Lines that could not be kept; a thousand are told.'),
  merge_ids: Type.Optional(
    listOf(
      Type.String(),
      'By which it is taken back: one for each cart that took lines. Left out where nothing was merged.',
    ),
  ),
  undo_until: text('Until then it can be taken back, by v3.0/merges/{merge_id}/undo.'),
});
export type MergeReport = Static<typeof MergeReport>;

/** By `<item_id>_<size>`, repeats as `…#2`; and under `merge`, which no item can be called, what a merge did. */
export type ItemResults = {
  readonly [item: string]: ItemResult | MergeReport | undefined;
  readonly merge?: MergeReport;
};
const itemResults: TUnsafe<ItemResults> = Type.Unsafe<ItemResults>({
  type: 'object',
  title: 'CartItemResults',
  properties: { merge: MergeReport },
  additionalProperties: ItemResult,
  description: 'What became of each item, by product and size: 750001_XL, and 750001_XL#2 when it came twice.',
});
const result = Type.Optional(itemResults);

const written = {
  success: flag('Whether every item was taken.'),
  cart: Type.Optional(CartDetail),
  partial: flag('Whether some items were taken and some were not.'),
  message: sentence('What came of the call, for people.'),
  result,
  error_code: textOrNull('Code of the first item that was not taken; null when all were.'),
};

export const AddCartDetail = part('AddCartDetailResponseObject', 'What became of the items that were added.', written);
export type AddCartDetail = Static<typeof AddCartDetail>;

export const UpdateCartDetail = part('UpdateCartDetailResponse', 'What became of the items that were changed.', {
  success: written.success,
  message: written.message,
  cart: written.cart,
  result,
  error_code: written.error_code,
});
export type UpdateCartDetail = Static<typeof UpdateCartDetail>;

/** For calls that want no priced cart back. */
export const CartWritten = part('AddCartDetailResultV2', 'What became of the items, without the cart.', {
  success: written.success,
  partial: written.partial,
  message: written.message,
  id: cartIds.id,
  cart_id: textOrNull('Number of the cart, as text; null when there is none.'),
  uid: cartIds.uid,
  result,
  error_code: written.error_code,
});
export type CartWritten = Static<typeof CartWritten>;

const CartItemInfo = part('CartItemInfo', 'What became of one item, in the order of the call.', {
  item_id: int32('The product.'),
  size: text('Its size.'),
  store_id: int32('The store it comes from.'),
  ...outcome,
});
export const BulkCartWritten = part('BulkCartDetailResponse', 'What became of many items.', {
  ...written,
  id: cartIds.id,
  cart_id: cartIds.cart_id,
  items: list(CartItemInfo, 'One entry for each item of the call, in its order.'),
});
export type BulkCartWritten = Static<typeof BulkCartWritten>;

export const MergedCart = part('MergeCartsResponse', 'What became of the carts that were merged.', {
  ...written,
  id: cartIds.id,
  cart_id: cartIds.cart_id,
});
export type MergedCart = Static<typeof MergedCart>;

export const SyncedCart = part('SyncCartResponse', 'What became of the cart that was sent.', {
  ...written,
  id: cartIds.id,
  cart_id: cartIds.cart_id,
});
export type SyncedCart = Static<typeof SyncedCart>;

export const ArchivedCart = part('DeleteCartDetailResponse', 'The cart is empty now.', {
  message: sentence('What came of the call, for people.'),
  success: flag('Whether it was done.'),
});

export const CartCount = part('CartItemCountResponse', 'How much is in the cart.', {
  user_cart_items_count: Type.Integer({ description: 'Units, without gifts.' }),
  user_cart_article_count: Type.Integer({ description: 'Lines, without gifts.' }),
});
export type CartCount = Static<typeof CartCount>;

const counts = {
  article_count: Type.Integer({ description: 'Lines, without gifts.' }),
  article_quantity_count: Type.Integer({ description: 'Units, without gifts.' }),
};
const KindCount = part('CustomCartCount', 'How much is in the carts of one kind.', counts);
const OrderedKindCount = part('CustomCartOrderedCount', 'How much is in the carts of one kind, with its name.', {
  cart_type: Type.String({ description: 'Kind of the cart.' }),
  cart_name: Type.String({ description: 'Its name.' }),
  cart_id: text('Number of the cart.'),
  ...counts,
});
export const CartCountV2 = part('CartItemCountResponseV2', 'How much is in all carts of the shopper.', {
  user_all_cart_articles_quantity_count: Type.Integer({ description: 'Units, without gifts.' }),
  user_all_cart_article_count: Type.Integer({ description: 'Lines, without gifts.' }),
  custom_cart_count: mapOf(KindCount, 'By kind of cart.'),
  custom_cart_ordered_count: listOf(OrderedKindCount, 'The universal cart first, then by name.'),
});
export type CartCountV2 = Static<typeof CartCountV2>;

export const CartMetaSaved = part('CartMetaResponse', 'The data on the cart were taken.', {
  message: sentence('What came of the call, for people.'),
  is_valid: flag('Whether the tax number is good.'),
});

const fieldSentences = (description: string) =>
  Type.Optional(mapOf(listOf(Type.String(), 'What to change.'), description));
/** An error with what is wrong in the two places where public clients look for it. */
export const CartMetaRefused = Type.Object(
  {
    ...ErrorBody.properties,
    errors: fieldSentences('Sentences by field.'),
    meta: fieldSentences('The same as errors.'),
  },
  {
    title: 'CartMetaMissingResponse',
    description: 'The data cannot be taken; nothing was stored.',
    additionalProperties: false,
  },
);
export type CartMetaRefused = Static<typeof CartMetaRefused>;

export const MergePath = Type.Object({
  merge_id: Type.String({ minLength: 1, maxLength: 64, description: 'The merge, as its report names it.' }),
});

const MergedLine = part('MergedLine', 'A line that a merge changed.', {
  identifier: sentence('The line.'),
  key: sentence('Its product and size: 750001_XL.'),
  before: Type.Integer({ description: 'Units before; 0 when it was not there.' }),
  after: Type.Integer({ description: 'Units that the merge left; 0 when it took the line out.' }),
});

const CartMerge = part('CartMerge', 'Carts that became one.', {
  id: sentence('By which it is taken back.'),
  cart_id: sentence('Number of the cart that took the lines.'),
  operation: sentence('merge, share_merge or share_replace.'),
  merged_on: sentence('When.'),
  undo_until: sentence('Until then it can be taken back.'),
  undone_on: time('When it was taken back; left out where it was not.'),
  sources: listOf(Type.String(), 'Numbers of the carts that gave theirs; none of a shared copy.'),
  lines: listOf(MergedLine, 'What it changed.'),
  clamped: listOf(MergeChange, 'Lines with fewer units than asked for; a thousand are told.'),
  dropped: listOf(MergeChange, 'Lines that could not be kept; a thousand are told.'),
});
export type CartMerge = Static<typeof CartMerge>;

export const CartMerges = part('CartMerges', 'Merges of the last day into carts of the shopper.', {
  items: listOf(CartMerge, 'The newest first, fifty at most.'),
});
export type CartMerges = Static<typeof CartMerges>;
