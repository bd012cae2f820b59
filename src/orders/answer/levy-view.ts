/** Rates and what each authority has of a tax, for people. */
import type { Amounts } from '../../shared/amounts.ts';
import { toDecimal } from '../../shared/money.ts';
import type { OrderLevy } from '../order-figures.ts';

const PPM_PER_PERCENT_EXPONENT = 4;

export const percentOf = (rate: number): number => toDecimal(rate, PPM_PER_PERCENT_EXPONENT);

export const levyView = ({ name, jurisdiction, rate, amount }: OrderLevy, { number }: Pick<Amounts, 'number'>) => ({
  name,
  jurisdiction,
  rate: percentOf(rate),
  amount: number(amount),
});
