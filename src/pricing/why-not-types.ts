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
export type WhyNotReason =
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
  | 'order_quantity'
  | 'no_item'
  | 'condition'
  | 'too_few_units'
  | 'closed'
  | 'exclusive'
  | 'excluded'
  | 'not_cheaper'
  | 'nothing_left'
  | 'floor_price'
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
