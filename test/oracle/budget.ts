/** What an offer may still cost, in the currency of the cart. */
import type { Case } from './case.ts';
import { inCurrency, minorUnits, rateBetween } from './currencies.ts';
import { number, object } from './definition.ts';
import type { Offer } from './offer.ts';
import { least, most, ratio } from './rational.ts';

type Budget = { readonly left: bigint; readonly whole: boolean };

const budgetOf = (given: Case, { id, definition, currency }: Offer): Budget | null => {
  const { amount, policy } = object(object(definition['restrictions'])['budget']);
  const written = number(amount) ?? 0;
  const own = least(minorUnits(written, currency), BigInt(given.budgets?.[id] ?? Number.MAX_SAFE_INTEGER));
  const rate = rateBetween(given, currency, given.currency);
  if (written <= 0 || rate === null) return null;
  const here = inCurrency(own, rate);
  const back = here === 0n ? 0n : inCurrency(here, ratio(rate.bottom, rate.top));
  return { left: back > own ? most(0n, here - 1n) : here, whole: policy === 'whole' };
};

export const hasBudgetLeft = (given: Case, offer: Offer): boolean => budgetOf(given, offer)?.left !== 0n;

/** A cap, no higher than what is left after `spent`; an offer that gives all or nothing is not capped by it. */
export const capWithin = (given: Case, offer: Offer, cap: bigint | null, spent = 0n): bigint | null => {
  const budget = budgetOf(given, offer);
  if (budget === null || budget.whole) return cap;
  const left = most(0n, budget.left - spent);
  return cap === null ? left : least(cap, left);
};

export const isAffordable = (given: Case, offer: Offer, cost: bigint): boolean => {
  const budget = budgetOf(given, offer);
  return budget === null || cost <= budget.left;
};
