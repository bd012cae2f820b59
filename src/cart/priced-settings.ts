/**
 * What an application decides about carts beside its pricing policy: fees of payment modes, instalments, points, promises,
 * assignment. Amounts are written in the application's currency, rates in basis points. What is left out has a default.
 */
import type { ApplicationSettings } from '../contract/application-contract.ts';
import { type PromiseSettings, promiseSettings } from '../delivery/promise-answer.ts';
import type { EmiPlan, Fee } from '../pricing/pricing-types.ts';
import { type Minor, toMinor } from '../shared/money.ts';

export type FeeSetting = {
  readonly flat?: number;
  readonly bp?: number;
  readonly of?: Fee['of'];
  readonly min?: number;
  readonly max?: number;
};
export type EmiPlanSetting = {
  readonly id: string;
  readonly emi_type: EmiPlan['type'];
  readonly instrument_type: 'credit_card' | 'debit_card' | 'cardless';
  readonly bank: { readonly code: string; readonly name: string };
  readonly tenure_months: number;
  readonly interest_bp: number;
  /** Of the interest, what the offer absorbs in a low-cost plan. */
  readonly absorbed_bp?: number;
  readonly fee?: FeeSetting;
  readonly fee_gst_bp?: number;
  readonly min_amount?: number;
  readonly max_amount?: number;
};
export type LoyaltySetting = {
  /** Worth of `per_points` points. */
  readonly worth: number;
  readonly per_points: number;
  /** How much of what is payable points may pay. */
  readonly cap_bp: number;
  /** Points earned for `earn_for` spent; none when 0. */
  readonly earn_points: number;
  readonly earn_for: number;
};

export type CartSettings = {
  readonly default_payment_mode: string;
  /** Null: nothing can be paid on delivery. */
  readonly cod: (FeeSetting & { readonly from?: number; readonly to?: number }) | null;
  /** By payment mode. */
  readonly convenience_fees: Readonly<Record<string, FeeSetting>>;
  readonly charge_gst_bp: number;
  readonly emi_plans: readonly EmiPlanSetting[];
  readonly loyalty: LoyaltySetting | null;
  readonly eta_limit: number;
  readonly delivery_hint_ttl: PromiseSettings['hintTtl'];
  /** For how long a cart keeps the exchange rate of its last write. */
  readonly rate_max_age_hours: number;
  readonly article_assignment: { readonly strategy: string; readonly level: string };
  /** Rows of the price details in whole units, with a row for the difference. */
  readonly whole_unit_display: boolean;
};

export const cartDefaults: CartSettings = {
  default_payment_mode: 'COD',
  cod: {},
  convenience_fees: {},
  charge_gst_bp: 0,
  emi_plans: [],
  loyalty: null,
  eta_limit: promiseSettings.etaLimit,
  delivery_hint_ttl: promiseSettings.hintTtl,
  rate_max_age_hours: 24,
  article_assignment: { strategy: 'optimal', level: 'multi-companies' },
  whole_unit_display: false,
};

/** An application's settings with the part that is about carts. */
export type WithCartSettings = ApplicationSettings & { readonly cart?: Partial<CartSettings> };

export const cartSettingsOf = ({ cart = {} }: WithCartSettings): CartSettings => ({ ...cartDefaults, ...cart });

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
