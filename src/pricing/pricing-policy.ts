/** The choices on which real shops differ, as the engine reads them. An application's settings hold the same names and defaults. */
import type { Remainder } from '../shared/allocate.ts';
import type { Rounding } from '../shared/money.ts';

export type PricingPolicy = {
  readonly prices_include_tax: boolean;
  readonly tax_rounding: 'unit' | 'line' | 'cart';
  readonly rounding: Rounding;
  readonly remainder: Remainder;
  readonly allocation_weights: 'net' | 'gross';
  readonly percent_scope: 'line' | 'unit';
  readonly stacking: 'sequential' | 'best_per_line' | 'best_order' | 'best_offer';
  /** How many combinations `best_offer` reckons at most; an order from before there was a choice has none. */
  readonly best_offer_nodes?: number;
  readonly threshold_basis: 'before_discounts' | 'after_discounts';
  readonly reward_pick: 'cheapest' | 'dearest';
  readonly set_pick: 'cheapest' | 'dearest';
  readonly partial_rewards: boolean;
};
