/**
 * What an offer may still cost. Its budget is money of its own currency that all carts share; a cart sees what is left of it and
 * never takes more. Whether it takes a part or nothing is the offer's choice.
 */
import type { Minor } from '../../shared/money.ts';
import type { CartState, Outcome } from '../cart-state.ts';
import { didApply } from '../cart-state.ts';
import type { Budget, CompiledOffer, Limits } from '../compile/offer-types.ts';
import { inCurrency, toHome } from '../money/in-currency.ts';
import type { PricedCart } from '../priced-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { WhyNot } from '../why-not-types.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type Currencies = Pick<PriceInput, 'currency' | 'home' | 'rates'>;

/** What the cart may take at most, so that turned back into the offer's currency it is not more than `left`. */
const mostWithin = (left: Minor, code: string, input: Currencies): Minor => {
  const most = inCurrency(left, code, input) ?? 0;
  return code !== input.currency.code && toHome(most, input) > left ? Math.max(0, most - 1) : most;
};

/** The offer with what is left of its budget, in the currency of the cart. */
export const withBudgetLeft = (offer: CompiledOffer, input: PriceInput): CompiledOffer => {
  const { budget } = offer.restrictions;
  if (budget === undefined) return offer;
  const own = Math.min(budget.amount, ownEntry(input.budgets ?? {}, offer.id) ?? budget.amount);
  const left = mostWithin(Math.max(0, own), offer.currency, input);
  return { ...offer, restrictions: { ...offer.restrictions, budget: { ...budget, left } } };
};

type Costing = Pick<PricedCart, 'adjustments'>;
const costOf = ({ id }: CompiledOffer, { adjustments }: Costing): Minor =>
  adjustments.reduce((sum, { source, amount }) => (source.id === id ? sum + amount : sum), 0);

/** What a cost of the cart is in the offer's own currency. */
export const inOwnCurrency = (cost: Minor, { currency }: CompiledOffer, input: Currencies): Minor =>
  currency === input.currency.code ? cost : toHome(cost, input);

/** What a cart took of the budget, in the offer's own currency. */
export const budgetTaken = (offer: CompiledOffer, priced: Costing, input: Currencies): Minor =>
  inOwnCurrency(costOf(offer, priced), offer, input);

/** Stages share a budget: what an earlier one took is gone. */
const leftFor = ({ left }: Budget, offer: CompiledOffer, cart: Costing): Minor =>
  Math.max(0, left - costOf(offer, cart));

/** The limits of a rule, no wider than what is left; `taken` by rules of the same stage before it. */
export const limitsWithin = (limits: Limits, offer: CompiledOffer, cart: Costing, taken = 0): Limits => {
  const { budget } = offer.restrictions;
  if (budget === undefined || budget.whole) return limits;
  const left = Math.max(0, leftFor(budget, offer, cart) - taken);
  return { ...limits, maximumDiscount: Math.min(limits.maximumDiscount ?? left, left) };
};

/** All of an outcome, or why the budget does not allow it. Gifts are never given in part, so they are looked at here, too. */
export const affordable = (outcome: Outcome, offer: CompiledOffer, cart: CartState): Outcome => {
  const { budget } = offer.restrictions;
  if (budget === undefined || !didApply(outcome)) return outcome;
  const left = leftFor(budget, offer, cart);
  const have = costOf(offer, outcome);
  return have <= left ? outcome : overBudget(offer, have, left);
};

const overBudget = (offer: CompiledOffer, have: Minor, left: Minor): WhyNot => ({
  offerId: offer.id,
  reason: 'budget',
  shortfall: { metric: 'budget', comparison: 'less_than_equals', need: left, have, gap: left - have, rule: null },
});
