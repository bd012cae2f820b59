/** The money that all uses of an offer may cost together: what is wrong with it, and what is left of it. Pure. */
import { findCurrency } from '../../shared/currency.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { toDecimal, toMinor } from '../../shared/money.ts';
import { type Definition, record, textOf } from '../offer.ts';

const problem = (field: string, message: string): readonly FieldProblem[] => [{ field, message }];

export const budgetProblems = ({ budget, uses }: Definition): readonly FieldProblem[] => {
  if (budget === undefined || budget === null) return [];
  const { amount, policy } = record(budget);
  if (typeof amount !== 'number' || amount < 0) {
    return problem('restrictions.budget.amount', 'Say how much all uses together may cost; 0 for no budget.');
  }
  if (policy !== undefined && policy !== 'part' && policy !== 'whole') {
    return problem('restrictions.budget.policy', 'Write part or whole.');
  }
  if (amount > 0 && record(uses).policy === 'soft') {
    return problem('restrictions.uses.policy', 'An offer with a budget reserves its uses: write hard.');
  }
  return [];
};

/** In units of the offer's currency; null where it has no budget. `currency`: the application's. */
export const budgetLeft = (definition: Definition, spent: number, currency: string): number | null => {
  const { budget } = record(definition.restrictions);
  const own = textOf(definition.currency) || textOf(record(definition.rule_definition).currency_code) || currency;
  const exponent = findCurrency(own)?.exponent;
  if (budget === undefined || budget === null || exponent === undefined) return null;
  const amount = toMinor(record(budget).amount, exponent) ?? 0;
  return amount <= 0 ? null : toDecimal(Math.max(0, amount - spent), exponent);
};
