/**
 * Amounts as Stripe counts them. For a few currencies it keeps to another number of decimals than ISO 4217: its unit of the króna is
 * a hundredth of one, so an order counted in whole krónur would be paid with a hundredth of its price. Pure.
 */
import { findCurrency } from '../../shared/currency.ts';
import type { Minor } from '../../shared/money.ts';

/** https://docs.stripe.com/currencies: its zero-decimal currencies and its special cases, as far as they differ from ours. */
const decimals: ReadonlyMap<string, number> = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
]);

/** How many of its decimals we do not have; below zero: how many of ours it does not have. */
const further = (code: string): number => {
  const { exponent = 2 } = findCurrency(code) ?? {};
  return (decimals.get(code) ?? exponent) - exponent;
};
const moved = (amount: number, places: number): number => (places < 0 ? amount / 10 ** -places : amount * 10 ** places);

/** No whole number where Stripe has no such amount. */
export const atStripe = (amount: Minor, code: string): number => moved(amount, further(code));
/** No whole number where we have no such amount. */
export const fromStripe = (amount: number, code: string): number => moved(amount, -further(code));
