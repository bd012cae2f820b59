/** Numbers of a cart that are none of its amounts. */
import type { Unexplained } from '../../laws/every-number.ts';

/** What is no amount of this cart, and why. */
export const noAmounts: readonly Unexplained[] = [
  [
    /(^|\.)(uid|id|item_id|user_cart_items_count|res_item_index|seller_count|manufacturing_time)$/,
    'a number or a count',
  ],
  [/(^|\.)[a-z_]*quantity$/, 'a quantity'],
  [/\.(moq|availability|fulfillment_mode_info|delivery_promise)\./, 'quantities and times'],
  [/\.tax\.(rate|levies\.\d+\.rate)$|\.bulk_offer\.margin$/, 'a rate'],
  [/(^|\.)(total_points|applicable|start_timer_in_minutes)$|^breakup_values\.loyalty_points\./, 'points, minutes'],
  [/\.(buy_rules|discount_rules|cart_conditions)\./, 'terms of an offer'],
  [/^cashback_promotion\.\d+\.(discount_value|max_discount_amount)$/, 'terms of an offer'],
  [/^(breakup_values\.)?coupon\.(coupon_value|max(imum)?_discount_value|minimum_cart_value)$/, 'terms of a coupon'],
  [/\.(categories|category_hierarchy|departments|l\d_categories|brand)\./, 'numbers of the catalogue'],
  [/\.free_gift_item_details\./, 'what the catalogue asks for what is given away'],
  [/^(common_config|pan_config)\./, 'settings of the shop'],
  [/^items\.\d+\.article\.meta\.|\.article\.identifier\./, 'what the catalogue says of the article'],
];
