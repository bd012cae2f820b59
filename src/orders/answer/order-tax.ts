/** Tax of an order by rate and HSN code, as a tax return asks for it. Pure. */
import type { Charge } from '../../pricing/charge-types.ts';
import type { LineTax, TaxPart } from '../../pricing/money/tax-types.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { compareTexts } from '../../shared/text-order.ts';
import type { OrderCharge, OrderLine } from '../order-document.ts';
import { addedLevies, leviesOf } from '../money/levy-rules.ts';
import type { TaxAmounts, TaxRow } from '../order-figures.ts';

const partOf = (parts: readonly TaxPart[], name: TaxPart['name']): Minor =>
  sum(parts.filter((part) => part.name === name).map(({ amount }) => amount));

const splitOf = (parts: readonly TaxPart[]): Pick<TaxAmounts, 'cgst' | 'sgst' | 'igst' | 'levies'> => ({
  cgst: partOf(parts, 'cgst'),
  sgst: partOf(parts, 'sgst'),
  igst: partOf(parts, 'igst'),
  ...leviesOf(parts),
});

export const lineTax = ({ rate, taxable, tax, parts, exemption }: LineTax): OrderLine['tax'] => ({
  rate,
  taxable,
  tax,
  ...splitOf(parts),
  ...(exemption === undefined ? {} : { exemption }),
});

/** What is left of a charge is what is taxed. */
export const chargeOf = ({ code, name, amount, waived, tax, taxRate, parts }: Charge): OrderCharge => ({
  code,
  name,
  amount,
  tax,
  taxRate,
  taxed: { taxable: amount - waived - tax, tax, ...splitOf(parts) },
});

const added = (a: TaxAmounts, b: TaxAmounts): TaxAmounts => ({
  taxable: a.taxable + b.taxable,
  tax: a.tax + b.tax,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
  ...addedLevies(a, b, 1),
});
const nothing: TaxAmounts = { taxable: 0, tax: 0, cgst: 0, sgst: 0, igst: 0 };

const amountsOf = ({ taxable, tax, cgst, sgst, igst, levies }: TaxAmounts): TaxAmounts => ({
  taxable,
  tax,
  cgst,
  sgst,
  igst,
  ...(levies === undefined ? {} : { levies }),
});

/** An order of an earlier version does not say how its charges were taxed. */
export const chargeTaxed = ({ amount, tax, taxed }: OrderCharge): TaxAmounts =>
  taxed ?? { ...nothing, taxable: amount - tax, tax };

export const CASH_ROUNDING = 'cash_rounding';
/** What was rounded to coins is nothing that was sold. */
const isCharged = ({ code }: OrderCharge): boolean => code !== CASH_ROUNDING;

/** Goods by code and rate, then charges by rate. */
export const taxSummary = (lines: readonly OrderLine[], charges: readonly OrderCharge[]): readonly TaxRow[] => {
  const rows: readonly TaxRow[] = [
    ...lines.map(({ hsn, tax }) => ({ on: 'goods' as const, hsn, rate: tax.rate, ...amountsOf(tax) })),
    ...charges.filter(isCharged).map((charge) => ({
      on: 'charges' as const,
      hsn: null,
      rate: charge.taxRate,
      ...chargeTaxed(charge),
    })),
  ];
  const groups = Map.groupBy(rows, ({ on, hsn, rate }) => JSON.stringify([on, hsn ?? '', rate]));
  return [...groups.values()]
    .flatMap(([one, ...more]) =>
      one === undefined
        ? []
        : [{ on: one.on, hsn: one.hsn, rate: one.rate, ...[one, ...more].map(amountsOf).reduce(added, nothing) }],
    )
    .toSorted((a, b) => (a.on === b.on ? 0 : a.on === 'goods' ? -1 : 1) || compare(a.hsn, b.hsn) || a.rate - b.rate);
};

const compare = (a: string | null, b: string | null): number => compareTexts(a ?? '', b ?? '');
