/** Stages 8 and 9: what pays, and instalments on what is payable then. */
import type { EmiPlan, Loyalty } from '../../src/pricing/pricing-types.ts';
import { ofType, valueOf } from './adjustments.ts';
import { type Charge, feeOf } from './charges.ts';
import type { Case } from './case.ts';
import { fromHome, rateBetween } from './currencies.ts';
import { floored, least, most, over, part, ppm, plus, ratio, type Ratio, rounded, times } from './rational.ts';

type Paid = {
  readonly kind: string;
  readonly id: string;
  readonly amount: bigint;
  /** At home: minor units of the application's currency, or points. */
  readonly spent: bigint;
};

/** A balance kept at home pays no more than it is worth here; spent whole when all of its worth was paid. */
const fromBalance = (
  balance: number,
  payable: bigint,
  rate: Ratio,
): { readonly paid: bigint; readonly spent: bigint } => {
  const held = BigInt(balance);
  const worth = floored(ratio(held * rate.top, rate.bottom));
  const paid = least(payable, worth);
  if (paid <= 0n) return { paid: 0n, spent: 0n };
  const back = rounded(over(ratio(paid), rate), 'half_up');
  return { paid, spent: paid === worth ? held : least(held, most(1n, back)) };
};

/** Whole points; their worth is one exact step, rounded down. */
const pointsFor = (
  loyalty: Loyalty,
  payable: bigint,
  rate: Ratio,
): { readonly points: number; readonly worth: bigint } => {
  const may = least(payable, floored(ratio(payable * BigInt(loyalty.cap), 1_000_000n)));
  const each = times(ratio(BigInt(loyalty.worth), BigInt(loyalty.perPoints)), rate);
  const worthOf = (points: number): bigint => floored(times(each, ratio(BigInt(points))));
  let points = 0;
  for (let next = 1; next <= loyalty.points && worthOf(next) <= may && worthOf(points) < may; next += 1) points = next;
  return worthOf(points) <= 0n ? { points: 0, worth: 0n } : { points, worth: worthOf(points) };
};

type Payer = {
  readonly kind: string;
  readonly id: string;
  readonly pay: (left: bigint) => { readonly paid: bigint; readonly spent: bigint };
};
/** Points, store credit, gift cards, payment-mode adjustments, in this order. */
const payers = (given: Case, rate: Ratio, points: Payer | null): readonly Payer[] => {
  const { storeCredit, giftCards } = given.tender;
  const balance = (kind: string, id: string, held: number): Payer => ({
    kind,
    id,
    pay: (left) => fromBalance(held, left, rate),
  });
  return [
    ...(points === null ? [] : [points]),
    ...(storeCredit?.use === true ? [balance('store_credit', 'store_credit', storeCredit.balance)] : []),
    ...giftCards.map((card) => balance('gift_card', card.id, card.balance)),
    ...ofType(given.adjustments, 'mop').map((adjustment) => ({
      kind: 'mop',
      id: adjustment.id,
      pay: (left: bigint) => ({ paid: least(left, valueOf(given, adjustment) ?? 0n), spent: 0n }),
    })),
  ];
};

export type Tendered = {
  readonly paid: readonly Paid[];
  readonly payable: bigint;
  readonly applicable: number;
  readonly blocked: boolean;
};
export const paidWith = (given: Case, due: bigint, couponApplied: boolean): Tendered => {
  const rate = rateBetween(given, given.home, given.currency) ?? ratio(0n);
  const { loyalty } = given.tender;
  const blocked = loyalty !== null && couponApplied && !loyalty.withCoupon;
  const points = loyalty === null ? { points: 0, worth: 0n } : pointsFor(loyalty, due, rate);
  const redeemed: Payer | null =
    loyalty?.redeem === true && !blocked
      ? { kind: 'loyalty', id: 'loyalty', pay: () => ({ paid: points.worth, spent: BigInt(points.points) }) }
      : null;
  const paid: Paid[] = [];
  let payable = due;
  for (const { kind, id, pay } of payers(given, rate, redeemed)) {
    const { paid: amount, spent } = pay(payable);
    if (amount <= 0n) continue;
    paid.push({ kind, id, amount, spent });
    payable -= amount;
  }
  return { paid, payable, applicable: points.points, blocked };
};

type Instalments = {
  readonly instalment: bigint;
  readonly last: bigint;
  readonly payable: bigint;
  readonly interest: bigint;
};
/** An annuity; interest is yearly, in basis points. */
const instalmentsOf = (principal: bigint, { months, interestBp, type, absorbed }: EmiPlan): Instalments => {
  const count = BigInt(months);
  const monthly = ratio(BigInt(interestBp), 120_000n);
  let growth = ratio(1n);
  for (let month = 0; month < months; month += 1) growth = times(growth, plus(ratio(1n), monthly));
  const annuity =
    interestBp === 0
      ? ratio(principal, count)
      : over(times(times(ratio(principal), monthly), growth), plus(growth, ratio(-1n)));
  const interest = rounded(times(annuity, ratio(count)), 'half_up') - principal;
  const carried = { standard: interest, no_cost: 0n, low_cost: interest - part(interest, ppm(absorbed), 'half_up') }[
    type
  ];
  const payable = principal + carried;
  const exact = type === 'standard' ? annuity : ratio(payable, count);
  const [near, down] = [rounded(exact, 'half_up'), floored(exact)];
  const instalment = payable - near * (count - 1n) < 0n ? down : near;
  return { instalment, last: payable - instalment * (count - 1n), payable, interest };
};

export type Emi = Instalments & {
  readonly principal: bigint;
  readonly charge: Charge | null;
  readonly fee: bigint;
  readonly feeTax: bigint;
};
/** Null where the plan does not fit what is payable. */
export const emiOf = (given: Case, principal: bigint): Emi | null => {
  const { emi } = given;
  const amount = fromHome(given);
  if (emi === null || principal <= 0n || emi.months < 1 || emi.months > 120) return null;
  if (emi.from !== null && principal < amount(emi.from)) return null;
  if (emi.to !== null && principal > amount(emi.to)) return null;
  const fee = feeOf(given, emi.fee, principal);
  const feeTax = part(fee, ppm(emi.feeTax), 'half_up');
  const charge: Charge | null =
    fee > 0n ? { code: 'emi_processing_fee', type: 'emi', amount: fee + feeTax, tax: feeTax, rate: emi.feeTax } : null;
  return { ...instalmentsOf(principal, emi), principal, charge, fee, feeTax };
};

/** To whole steps of what can be paid in cash; not where a plan pays. */
export const cashRounding = ({ cashRounding: set, payment }: Case, emi: Emi | null, due: bigint): readonly Charge[] => {
  if (set === undefined || set.step < 1 || emi !== null || !set.paymentModes.includes(payment?.mode ?? '')) return [];
  const steps = ratio(due, BigInt(set.step));
  const whole = {
    nearest: rounded(steps, 'half_up'),
    down: floored(steps),
    up: -floored(ratio(-due, BigInt(set.step))),
  };
  const paid = whole[set.mode] * BigInt(set.step);
  const amount = paid - due;
  return amount === 0n || paid === 0n ? [] : [{ code: 'cash_rounding', type: 'rounding', amount, tax: 0n, rate: 0 }];
};
