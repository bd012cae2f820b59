/** Amounts among an application's cart settings that are no whole number of its currency's smallest unit. Pure. */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import { amountProblems } from '../shared/amount-rules.ts';
import { findCurrency } from '../shared/currency.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';

const roundingProblems = ({ cash_rounding }: ApplicationSettings['cart']): readonly FieldProblem[] =>
  Object.entries(cash_rounding).flatMap(([code, { step }]) => {
    const field = `cart.cash_rounding.${code}`;
    const own = findCurrency(code);
    return own === undefined
      ? [{ field, message: `${code} is not a currency of ISO 4217.` }]
      : amountProblems(`${field}.step`, step, own.exponent);
  });

type Amounts = Readonly<Record<string, unknown>>;

/** An unknown currency is told elsewhere. */
export const amountSettingsProblems = ({ currency, cart, segments }: ApplicationSettings): readonly FieldProblem[] => {
  const exponent = findCurrency(currency)?.exponent;
  if (exponent === undefined) return [];
  const check = (path: string, given: Amounts | null | undefined, names: readonly string[]): readonly FieldProblem[] =>
    names.flatMap((name) => amountProblems(`${path}.${name}`, ownEntry(given, name), exponent));
  const fee = ['flat', 'min', 'max'];
  return [
    ...check('cart.cod', cart.cod, [...fee, 'from', 'to']),
    ...Object.entries(cart.convenience_fees).flatMap(([mode, given]) =>
      check(`cart.convenience_fees.${mode}`, given, fee),
    ),
    ...cart.emi_plans.flatMap((plan, at) => [
      ...check(`cart.emi_plans[${at}]`, plan, ['min_amount', 'max_amount']),
      ...check(`cart.emi_plans[${at}].fee`, plan.fee, fee),
    ]),
    ...roundingProblems(cart),
    ...check('cart.tax', cart.tax, ['oss_threshold']),
    ...segments.flatMap(({ conditions }, at) =>
      check(`segments[${at}].conditions.spent`, conditions.spent, ['min', 'max']),
    ),
    ...check('cart.loyalty', cart.loyalty, ['worth', 'earn_for']),
    ...(cart.loyalty?.tiers ?? []).flatMap(({ of, min }, at) =>
      amountProblems(`cart.loyalty.tiers[${at}].min`, min, of === 'points' ? 0 : exponent),
    ),
  ];
};
