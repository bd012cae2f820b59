/** How seven systems count, as policies of an application: what a shop that comes from one sets to keep its totals. */
import type { PricingPolicy } from '../../../src/pricing/pricing-policy.ts';

type NamedPolicy = {
  readonly name: string;
  /** Where its cases come from: how their ids begin. */
  readonly system: string;
  readonly about: string;
  readonly policy: Partial<PricingPolicy>;
};

export const namedPolicies: readonly NamedPolicy[] = [
  {
    name: 'vendure',
    system: 'vendure',
    about: 'Amounts are shared by largest remainders, percentages are of a line.',
    policy: { remainder: 'largest', percent_scope: 'line', stacking: 'sequential' },
  },
  {
    name: 'sylius',
    system: 'sylius',
    about: 'Shares are rounded one by one, the first take what is left; offers one after the other.',
    policy: { remainder: 'round_then_first', percent_scope: 'line', stacking: 'sequential' },
  },
  {
    name: 'solidus',
    system: 'solidus',
    about:
      'What is left of a share goes to the first. Lanes come one after the other; shops with one lane add stacking best_per_line.',
    policy: { remainder: 'first', stacking: 'sequential' },
  },
  {
    name: 'spree',
    system: 'spree',
    about: 'Of promotions the best counts on each line.',
    policy: { stacking: 'best_per_line' },
  },
  {
    name: 'medusa',
    system: 'medusa',
    about: 'Units are counted one by one; of a buy-and-get offer the cheapest are given, all or none.',
    policy: { reward_pick: 'cheapest', partial_rewards: false },
  },
  {
    name: 'saleor',
    system: 'saleor',
    about: 'Percentages and tax are of a line, half up.',
    policy: { percent_scope: 'line', tax_rounding: 'line', rounding: 'half_up' },
  },
  {
    name: 'magento_row',
    system: 'magento',
    about: 'Tax is rounded on each row.',
    policy: { tax_rounding: 'line' },
  },
  {
    name: 'magento_unit',
    system: 'magento',
    about: 'Tax is rounded on each unit.',
    policy: { tax_rounding: 'unit' },
  },
  {
    name: 'magento_total',
    system: 'magento',
    about: 'Tax is rounded on the total so far, so that nothing is lost between rows.',
    policy: { tax_rounding: 'cart' },
  },
];
