import type { EmiPlan } from '../../../src/pricing/pricing-types.ts';

/** A plan of instalments without a fee. */
export const halfYear: EmiPlan = {
  id: 'plan',
  type: 'standard',
  months: 6,
  interestBp: 1500,
  absorbed: 500_000,
  fee: { flat: 0, rate: 0, of: 'sum' },
  feeTax: 0,
  from: null,
  to: null,
};
