/** Tax as an answer says it: a rate, what it is taken of, the sum, and whose it is. */
import type { Minor, Ppm } from '../../shared/money.ts';

/** A tax of one authority. */
export type Levy = { readonly name: string; readonly jurisdiction: string; readonly rate: Ppm };
/** Why no tax is due: the customer is free of it, or owes it himself. */
export type TaxExemption = 'exempt' | 'reverse_charge';
/** Parts of GST are named cgst, sgst and igst and have no jurisdiction; those of a table always have one. */
export type TaxPart = Readonly<{ name: string; jurisdiction?: string; rate: Ppm; amount: Minor }>;
export type LineTax = {
  readonly rate: Ppm;
  readonly taxable: Minor;
  readonly tax: Minor;
  readonly parts: readonly TaxPart[];
  readonly exemption?: TaxExemption;
};
