/** Rates and what each authority has of a tax, for people. */
import type { Amounts } from '../../shared/amounts.ts';
import { toDecimal } from '../../shared/money.ts';
import type { OrderLevy, TaxAmounts } from '../order-figures.ts';

const PPM_PER_PERCENT_EXPONENT = 4;

export const percentOf = (rate: number): number => toDecimal(rate, PPM_PER_PERCENT_EXPONENT);

const levyView = ({ name, jurisdiction, rate, amount }: OrderLevy, { number }: Pick<Amounts, 'number'>) => ({
  name,
  jurisdiction,
  rate: percentOf(rate),
  amount: number(amount),
});

export const taxView = ({ taxable, tax, cgst, sgst, igst, levies }: TaxAmounts, { number }: Amounts) => ({
  taxable: number(taxable),
  tax: number(tax),
  cgst: number(cgst),
  sgst: number(sgst),
  igst: number(igst),
  ...(levies && { levies: levies.map((levy) => levyView(levy, { number })) }),
});
