/** Charges, balances and the way of paying, from settings and configuration to what pricing reads. Pure. */
import type { Balances } from '../call/cart-shop.ts';
import { paymentMode } from '../../shared/payment-mode.ts';
import type { CartDocument, PaymentSelection } from '../store/cart-document.ts';
import type { CartSettings, EmiPlanSetting, FeeSetting } from '../../contract/applications/cart-settings-contract.ts';
import { type CartConfiguration, deliveryTable } from '../../offers/configurations/configuration-rules.ts';
import type { ChargeSettings, EmiPlan, Fee, Payment, PriceInput, Tender } from '../../pricing/pricing-types.ts';
import type { Currency } from '../../shared/currency.ts';
import { type Minor, powerOfTen, readDecimal, toMinor } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export const chargeSettings = (
  { cod, convenience_fees: fees, charge_gst_bp: gst }: CartSettings,
  configuration: CartConfiguration,
  abroad: boolean,
  exponent: number,
): ChargeSettings => {
  const bound = (value: number | undefined, name: 'from' | 'to') =>
    value === undefined ? {} : { [name]: toMinor(value, exponent) ?? 0 };
  return {
    delivery: deliveryTable(configuration, abroad, exponent),
    cod: cod === null ? null : { ...feeOf(cod, exponent), ...bound(cod.from, 'from'), ...bound(cod.to, 'to') },
    convenience: Object.fromEntries(
      Object.entries(fees).map(([mode, fee]) => [paymentMode(mode), feeOf(fee, exponent)]),
    ),
    giftPrice: toMinor(configuration.gift_pricing, exponent) ?? 0,
    taxRate: ppm(gst),
  };
};

const inCash = ['COD', 'CASH'];

/** In the currency of the answer. */
export const cashRoundingOf = (
  { cash_rounding: set }: Pick<CartSettings, 'cash_rounding'>,
  { code, exponent }: Currency,
): Pick<PriceInput, 'cashRounding'> => {
  const own = ownEntry(set, code);
  if (own === undefined) return {};
  const { step, mode = 'nearest', payment_modes: modes = inCash } = own;
  return { cashRounding: { step: toMinor(step, exponent) ?? 0, mode, paymentModes: modes.map(paymentMode) } };
};

export const paymentOf = (selected: PaymentSelection | null): Payment | null => {
  if (selected === null) return null;
  const { mode, merchantCode, aggregator, type, network, iin } = selected;
  const code = merchantCode ?? aggregator;
  return {
    mode: paymentMode(mode),
    ...(code === null ? {} : { code }),
    ...(type === null ? {} : { type }),
    ...(network === null ? {} : { network }),
    ...(iin === null ? {} : { iin }),
  };
};

export const emiPlan = (
  { emi_plans: plans }: CartSettings,
  selected: PaymentSelection | null,
  exponent: number,
): EmiPlan | null => {
  if (selected === null || paymentMode(selected.mode) !== 'EMI') return null;
  const plan = plans.find(({ id }) => id === selected.identifier);
  return plan === undefined ? null : emiPlanOf(plan, exponent);
};

/** What points are worth, without losing what lies below a minor unit: 0.125 for a point is 1.25 for ten. */
const pointsWorth = ({ worth, per_points: per }: LoyaltySetting, exponent: number) => {
  const { digits, decimals } = readDecimal(String(worth)) ?? { digits: 0, decimals: 0 };
  const below = Math.max(0, decimals - exponent);
  return { worth: digits * powerOfTen(exponent + below - decimals), perPoints: per * powerOfTen(below) };
};
type LoyaltySetting = NonNullable<CartSettings['loyalty']>;

export const tenderOf = (
  { loyalty }: CartSettings,
  { allow_coupon_with_rewards: withCoupon }: CartConfiguration,
  {
    balances: { points, storeCredit, giftCards },
    document: { redeemPoints, storeCredit: useCredit },
  }: { readonly balances: Balances; readonly document: CartDocument },
  exponent: number,
): Tender => ({
  loyalty:
    loyalty === null || points === null
      ? null
      : {
          points,
          redeem: redeemPoints,
          ...pointsWorth(loyalty, exponent),
          cap: ppm(loyalty.cap_bp),
          withCoupon,
        },
  storeCredit: storeCredit === null ? null : { balance: storeCredit, use: useCredit },
  giftCards,
});

const PPM_PER_BP = 100;
const ppm = (bp: number): number => bp * PPM_PER_BP;

const feeOf = ({ flat = 0, bp = 0, of = 'sum', min, max }: FeeSetting, exponent: number): Fee => {
  const minor = (value: number): Minor => toMinor(value, exponent) ?? 0;
  return {
    flat: minor(flat),
    rate: ppm(bp),
    of,
    ...(min === undefined ? {} : { minimum: minor(min) }),
    ...(max === undefined ? {} : { maximum: minor(max) }),
  };
};

const emiPlanOf = (plan: EmiPlanSetting, exponent: number): EmiPlan => ({
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
