/** Every way one item of a call can fail while the others go on. The key is the item's `error_code`, the value its sentence. */
const codes = {
  item_not_found: 'This product is not in the shop.',
  size_not_found: 'This product does not come in that size.',
  article_not_found: 'Nobody offers this product like that.',
  line_not_found: 'There is no such line in the cart.',
  line_is_gift: 'A gift comes with its offer: it can be taken out, not changed.',
  line_follows_parent: 'This line came with another one and changes with it.',
  quantity_invalid: 'A quantity is a whole number from 1 to 1,000,000.',
  moq_not_met: 'This is less than can be ordered.',
  moq_exceeded: 'This is more than can be ordered.',
  moq_increment: 'This quantity cannot be ordered.',
  out_of_stock: 'Product is out of stock.',
  insufficient_stock: 'There are not that many in stock.',
  not_deliverable: 'Product is not deliverable at your location.',
  pickup_not_offered: 'This product cannot be picked up at the store.',
  journey_not_offered: 'This kind of delivery is not offered for this product.',
  fulfillment_mode_unknown: 'There is no such way of fulfilment.',
  cart_full: 'The cart is full.',
  data_too_large: 'There is too much data on the line or on the cart.',
  price_missing: 'This product has no price in your currency.',
  price_too_small: 'This product costs less than the smallest coin of your currency.',
  amount_too_large: 'The amount would be too large to be counted. Order fewer.',
  price_list_unknown: 'There is no such price list for this product.',
  pos_not_allowed: 'Only staff sell over the counter. Leave pos out.',
  parent_not_found: 'The line it belongs to is not in the cart.',
  parent_is_child: 'A line cannot belong to itself or to a line that belongs to it.',
  article_not_of_cart_type: 'This product does not belong into this kind of cart.',
  not_merged: 'The carts were not joined: the one that stays keeps what it had.',
  other_currency: 'It was chosen in another currency than that of the cart that stays.',
} as const satisfies Record<string, string>;

export type ItemCode = keyof typeof codes;

/** Why an item was not taken. */
export type ItemProblem = { readonly code: ItemCode; readonly message: string };
export const itemProblem = (code: ItemCode, message: string = codes[code]): ItemProblem => ({ code, message });
