/** Equal monthly instalments. The annuity is computed in whole numbers, so that the last digit never depends on floating point. */
import { type Minor, rateOf } from '../../shared/money.ts';
import type { CartState } from '../cart-state.ts';
import { feeIn, feeOf } from './charges.ts';
import { fromHome } from './in-currency.ts';
import type { Charge, EmiAnswer } from '../charge-types.ts';
import type { EmiPlan } from '../pricing-types.ts';

const roundedDivision = (numerator: bigint, denominator: bigint): Minor =>
  Number((2n * numerator + denominator) / (2n * denominator));

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The exact annuity as a fraction: principal × r × (1+r)^n / ((1+r)^n − 1), with r a twelfth of the yearly rate. */
const annuity = (principal: Minor, { months, interestBp }: EmiPlan): Fraction => {
  const whole = 120_000n;
  const rate = BigInt(interestBp);
  const grown = (whole + rate) ** BigInt(months);
  const base = whole ** BigInt(months);
  if (rate === 0n) return [BigInt(principal), BigInt(months)];
  return [BigInt(principal) * rate * grown, whole * (grown - base)];
};

export type Instalments = Pick<EmiAnswer, 'instalment' | 'lastInstalment' | 'totalPayable' | 'totalInterest'>;

/** Half up; rounded down where the others would then come to more than there is to pay. */
const instalmentOf = ([numerator, denominator]: Fraction, months: number, totalPayable: Minor): Minor => {
  const rounded = roundedDivision(numerator, denominator);
  return rounded * (months - 1) <= totalPayable ? rounded : Number(numerator / denominator);
};

/** Instalments are rounded half up; the last one carries what rounding left. */
export const instalmentsOf = (principal: Minor, plan: EmiPlan): Instalments => {
  const exact = annuity(principal, plan);
  const [numerator, denominator] = exact;
  const interest = roundedDivision(numerator * BigInt(plan.months), denominator) - principal;
  const borne = {
    standard: interest,
    no_cost: 0,
    low_cost: interest - rateOf(interest, plan.absorbed, 'half_up'),
  }[plan.type];
  const totalPayable = principal + borne;
  const each: Fraction = plan.type === 'standard' ? exact : [BigInt(totalPayable), BigInt(plan.months)];
  const instalment = instalmentOf(each, plan.months, totalPayable);
  return {
    instalment,
    lastInstalment: totalPayable - instalment * (plan.months - 1),
    totalPayable,
    totalInterest: interest,
  };
};

export type EmiState = { readonly emi: EmiAnswer | null; readonly charge: Charge | null; readonly dropped: boolean };

const none: EmiState = { emi: null, charge: null, dropped: false };

const fits = (principal: Minor, { from, to, months }: EmiPlan, cart: CartState): boolean =>
  principal > 0 &&
  months >= 1 &&
  months <= 120 &&
  (from === null || principal >= fromHome(from, cart.input)) &&
  (to === null || principal <= fromHome(to, cart.input));

/** The plan on what is payable without its own fee; dropped when that lies outside the plan's bounds. */
export const applyEmi = (cart: CartState, principal: Minor): EmiState => {
  const plan = cart.input.emi;
  if (plan === null) return none;
  if (!fits(principal, plan, cart)) return { ...none, dropped: true };
  const inCart = feeIn(plan.fee, cart);
  const fee = feeOf(inCart, principal);
  const feeTax = rateOf(fee, plan.feeTax, 'half_up');
  const charge: Charge = {
    code: 'emi_processing_fee',
    name: 'EMI processing fee',
    type: 'emi',
    preset: fee,
    original: fee + feeTax,
    amount: fee + feeTax,
    waived: 0,
    tax: feeTax,
    taxRate: plan.feeTax,
    parts: [],
    basis: { kind: 'fee', base: principal, fee: inCart },
    adjustmentId: null,
    shares: [],
  };
  return {
    emi: { planId: plan.id, principal, ...instalmentsOf(principal, plan), fee, feeTax },
    charge: charge.amount > 0 ? charge : null,
    dropped: false,
  };
};
