/** An application’s cart settings as pricing reads them: minor units and millionths. */
import type { EmiPlanSetting, FeeSetting } from '../../contract/applications/cart-settings-contract.ts';
import type { EmiPlan, Fee } from '../../pricing/pricing-types.ts';
import { type Minor, toMinor } from '../../shared/money.ts';

const PPM_PER_BP = 100;
export const ppm = (bp: number): number => bp * PPM_PER_BP;

export const feeOf = ({ flat = 0, bp = 0, of = 'sum', min, max }: FeeSetting, exponent: number): Fee => {
  const minor = (value: number): Minor => toMinor(value, exponent) ?? 0;
  return {
    flat: minor(flat),
    rate: ppm(bp),
    of,
    ...(min === undefined ? {} : { minimum: minor(min) }),
    ...(max === undefined ? {} : { maximum: minor(max) }),
  };
};

export const emiPlanOf = (plan: EmiPlanSetting, exponent: number): EmiPlan => ({
  id: plan.id,
  type: plan.emi_type,
  months: plan.tenure_months,
  interestBp: plan.interest_bp,
  absorbed: ppm(plan.absorbed_bp ?? 0),
  fee: feeOf(plan.fee ?? {}, exponent),
  feeTax: ppm(plan.fee_gst_bp ?? 0),
  from: plan.min_amount === undefined ? null : toMinor(plan.min_amount, exponent),
  to: plan.max_amount === undefined ? null : toMinor(plan.max_amount, exponent),
});
