/**
 * Tax on goods, after every discount, inside or outside the price. Tax is rounded and the taxable value follows by subtraction,
 * so that what the shopper pays never moves with the rate. The split by place divides that one number; it never changes it.
 */
import { allocate } from '../../shared/allocate.ts';
import { divided, million, type Minor, portion, type Ppm, type Rounding, taxWithin } from '../../shared/money.ts';
import type { CartState } from '../cart-state.ts';
import { lineAmount } from '../lots.ts';
import type { Charge } from '../charge-types.ts';
import type { PricedLine } from '../priced-types.ts';
import type { PricingPolicy } from '../pricing-policy.ts';
import type { Place } from '../pricing-types.ts';
import type { LineTax, Levy, TaxPart } from './tax-types.ts';
import type { Work } from '../work.ts';

const taxOn = (amount: Minor, rate: Ppm, { prices_include_tax: inside, rounding }: PricingPolicy): Minor =>
  inside ? taxWithin(amount, rate, rounding) : portion(amount, rate, million, rounding);

/** Each unit's tax rounded on its own. */
const taxByUnit = ({ lots, article }: PricedLine, policy: PricingPolicy): Minor =>
  lots.reduce((tax, { units, price }) => tax + units * taxOn(price, article.taxRate, policy), 0);

/** Of the exact running total: whole minor units, what is left over, and the total as it was rounded. */
type Running = { readonly whole: Minor; readonly left: number; readonly rounded: Minor };
const nothingYet: Running = { whole: 0, left: 0, rounded: 0 };

/** Halves to even look at the whole total, so its last bit goes along; more would not fit for large totals. */
const roundedTotal = (whole: Minor, left: number, divisor: number, rounding: Rounding): Minor => {
  const odd = whole % 2;
  return whole - odd + portion(odd * divisor + left, 1, divisor, rounding);
};

/**
 * Good by good in their order, each of a rate takes what the rounded running total grows by. So the sum is rounded once, and
 * because a total never shrinks, no good's tax is below zero.
 */
const taxByCart = (lines: readonly PricedLine[], policy: PricingPolicy): readonly Minor[] => {
  const totals = new Map<Ppm, Running>();
  return lines.map((line) => {
    const rate = line.article.taxRate;
    const divisor = policy.prices_include_tax ? million + rate : million;
    const before = totals.get(rate) ?? nothingYet;
    const { whole, left } = divided(lineAmount(line), rate, divisor);
    const over = before.left + left >= divisor ? 1 : 0;
    const total = { whole: before.whole + whole + over, left: before.left + left - over * divisor };
    const rounded = roundedTotal(total.whole, total.left, divisor, policy.rounding);
    totals.set(rate, { ...total, rounded });
    return rounded - before.rounded;
  });
};

/** The one number shared by the rates, so that the parts are neither more nor less than it. */
const byLevies = (tax: Minor, levies: readonly Levy[]): readonly TaxPart[] => {
  const amounts = allocate(
    tax,
    levies.map(({ rate }) => ({ weight: rate })),
  );
  return levies.map((levy, at) => ({ ...levy, amount: amounts[at] ?? 0 }));
};

/** The state that goods of a store in this one go to. */
const stateOf = (place: Place | null, store: string | null): string | null =>
  place?.isWhereStoreIs === true ? store : (place?.state ?? null);

/** Within a state half goes to the centre and half to the state; across, all is integrated. Unknown places are not split. */
const gstParts = (tax: Minor, rate: Ppm, store: string | null, place: string | null): readonly TaxPart[] => {
  if (rate === 0 || store === null || place === null) return [];
  if (store !== place) return [{ name: 'igst', rate, amount: tax }];
  const half = Math.floor(tax / 2);
  return [
    { name: 'cgst', rate: rate / 2, amount: tax - half },
    { name: 'sgst', rate: rate / 2, amount: half },
  ];
};

const lineTax = (line: PricedLine, tax: Minor, cart: CartState): LineTax => {
  const { taxRate, levies, state, exemption } = line.article;
  const amount = lineAmount(line);
  return {
    rate: taxRate,
    tax,
    taxable: cart.input.policy.prices_include_tax ? amount - tax : amount,
    parts:
      levies === undefined ? gstParts(tax, taxRate, state, stateOf(cart.input.place, state)) : byLevies(tax, levies),
    ...(exemption === undefined ? {} : { exemption }),
  };
};

/** Taxes of a good that are divided in the time in which a rule of an offer goes through a line. */
const TAXES_A_MEETING = 50;

/** Hundreds of authorities may tax each good of a large cart. */
export function* applyTax(cart: CartState): Work<CartState> {
  const { policy } = cart.input;
  const carried = policy.tax_rounding === 'cart' ? taxByCart(cart.lines, policy) : null;
  const taxOf = (line: PricedLine, at: number): Minor => {
    if (carried !== null) return carried[at] ?? 0;
    if (policy.tax_rounding === 'unit') return taxByUnit(line, policy);
    return taxOn(lineAmount(line), line.article.taxRate, policy);
  };
  const lines: PricedLine[] = [];
  for (const [at, line] of cart.lines.entries()) {
    yield Math.floor((line.article.levies?.length ?? 0) / TAXES_A_MEETING);
    lines.push({ ...line, tax: lineTax(line, taxOf(line, at), cart) });
  }
  return { ...cart, lines };
}

/**
 * Tax of charges, once it is known what is left of them: that of delivery follows what was waived, and all are split by the place
 * alone, seen from the store of the first good.
 */
export const settleChargeTax = (charges: readonly Charge[], cart: CartState, waived: Minor): readonly Charge[] => {
  const { policy, place, charges: settings } = cart.input;
  const state = cart.lines[0]?.article.state ?? null;
  return charges.map((charge) => {
    const off = charge.type === 'delivery' ? waived : 0;
    const tax = off === 0 ? charge.tax : taxWithin(charge.amount - off, charge.taxRate, policy.rounding);
    const { levies } = settings;
    // Rounding to coins is no supply. Charges of other systems and of plans bring a rate of their own, which no table explains.
    if (charge.type === 'rounding') return charge;
    const parts =
      levies === undefined || charge.taxRate !== settings.taxRate
        ? gstParts(tax, charge.taxRate, levies === undefined ? state : null, stateOf(place, state))
        : byLevies(tax, levies);
    return { ...charge, waived: off, tax, parts };
  });
};
