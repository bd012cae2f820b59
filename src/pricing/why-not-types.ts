/** Why an offer did not apply, and how much is missing for it. */
import type { Comparison, Metric } from './compile/offer-types.ts';

export type Shortfall = {
  readonly metric: Metric | 'units' | 'set_units' | 'order_quantity' | 'budget';
  readonly comparison: Comparison;
  readonly need: number;
  readonly have: number;
  /** Exactly this much more (or less, when negative) makes the condition hold. */
  readonly gap: number;
  /** Buy rule it belongs to. */
  readonly rule: string | null;
};
/** For these a coupon that does not apply says a sentence of its own. */
export type CouponReason =
  | 'not_started'
  | 'ended'
  | 'platform'
  | 'login'
  | 'user'
  | 'user_group'
  | 'registration'
  | 'ordering_store'
  | 'place'
  | 'payment'
  | 'shipping_method'
  | 'used_up'
  | 'budget'
  | 'no_item'
  | 'closed'
  | 'exclusive'
  | 'excluded'
  | 'not_cheaper'
  | 'floor_price';
export type WhyNotReason =
  | CouponReason
  | 'order_quantity'
  | 'condition'
  | 'too_few_units'
  | 'nothing_left'
  | 'better_offer'
  | 'line_not_added'
  | 'gift_out_of_stock'
  | 'gift_out_of_reach'
  | 'gift_declined'
  | 'no_charge'
  | 'no_adjustment'
  | 'no_extension'
  | 'custom_late'
  | 'custom_failed'
  | 'custom_nothing'
  | 'rate_missing';
export type WhyNot = {
  readonly offerId: string;
  readonly reason: WhyNotReason;
  readonly shortfall: Shortfall | null;
  /** Where one line is meant. */
  readonly line?: string;
  /** The offer that closed the door to it. */
  readonly by?: string;
};
