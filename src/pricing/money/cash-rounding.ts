/** What is paid in cash, in coins that there are: the amount is brought to a whole number of steps, and the difference is a charge of its own without tax. */
import type { Minor } from '../../shared/money.ts';
import type { Charge } from '../charge-types.ts';
import type { CashRounding, PriceInput } from '../pricing-types.ts';

/** Of an amount that is not below nothing. */
export const inSteps = (amount: Minor, { step, mode }: Pick<CashRounding, 'step' | 'mode'>): Minor => {
  const over = amount % step;
  const goesUp = over > 0 && (mode === 'up' || (mode === 'nearest' && over * 2 >= step));
  return amount - over + (goesUp ? step : 0);
};

/** Nothing where the way of paying takes any amount, or the amount is in whole steps, or less than the least there would be. */
export const cashRounding = (due: Minor, { cashRounding: set, payment }: PriceInput): readonly Charge[] => {
  if (set === undefined || set.step < 1 || payment === null || !set.paymentModes.includes(payment.mode)) return [];
  const { step, mode } = set;
  const rounded = inSteps(due, set);
  const amount = rounded - due;
  // What costs something is never rounded to nothing: many small orders would be as many that nobody pays.
  if (amount === 0 || rounded === 0) return [];
  return [
    {
      code: 'cash_rounding',
      name: 'Cash rounding',
      type: 'rounding',
      preset: amount,
      original: amount,
      amount,
      waived: 0,
      tax: 0,
      taxRate: 0,
      parts: [],
      basis: { kind: 'steps', step, mode },
      adjustmentId: null,
      shares: [],
    },
  ];
};
