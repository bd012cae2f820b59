/** Tax as an answer says it: a rate, what it is taken of, the sum, and whose it is. */
import type { Minor, Ppm } from '../../shared/money.ts';

export type TaxPart = { readonly name: 'cgst' | 'sgst' | 'igst'; readonly rate: Ppm; readonly amount: Minor };
export type LineTax = {
  readonly rate: Ppm;
  readonly taxable: Minor;
  readonly tax: Minor;
  readonly parts: readonly TaxPart[];
};
