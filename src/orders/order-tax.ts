/** Tax of an order by rate and HSN code, as a tax return asks for it. Pure. */
import type { Charge, LineTax, TaxPart } from '../pricing/priced-types.ts';
import { type Minor, sum } from '../shared/money.ts';
import type { OrderLine, TaxAmounts, TaxRow } from './order-document.ts';

const partOf = (parts: readonly TaxPart[], name: TaxPart['name']): Minor =>
  sum(parts.filter((part) => part.name === name).map(({ amount }) => amount));

export const lineTax = ({ rate, taxable, tax, parts }: LineTax): OrderLine['tax'] => ({
  rate,
  taxable,
  tax,
  cgst: partOf(parts, 'cgst'),
  sgst: partOf(parts, 'sgst'),
  igst: partOf(parts, 'igst'),
});

/** A charge is taxed where the goods of the first line are: half and half within a state, integrated across. */
const chargeTax = ({ amount, tax }: Charge, first: OrderLine | undefined): TaxAmounts => {
  const half = Math.floor(tax / 2);
  const within = first !== undefined && first.tax.cgst > 0;
  const across = first !== undefined && first.tax.igst > 0;
  return {
    taxable: amount - tax,
    tax,
    cgst: within ? tax - half : 0,
    sgst: within ? half : 0,
    igst: across ? tax : 0,
  };
};

const added = (a: TaxAmounts, b: TaxAmounts): TaxAmounts => ({
  taxable: a.taxable + b.taxable,
  tax: a.tax + b.tax,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
});
const nothing: TaxAmounts = { taxable: 0, tax: 0, cgst: 0, sgst: 0, igst: 0 };

const amountsOf = ({ taxable, tax, cgst, sgst, igst }: TaxAmounts): TaxAmounts => ({ taxable, tax, cgst, sgst, igst });

/** Goods by code and rate, then charges by rate. */
export const taxSummary = (lines: readonly OrderLine[], charges: readonly Charge[]): readonly TaxRow[] => {
  const [first] = lines;
  const rows: readonly TaxRow[] = [
    ...lines.map(({ hsn, tax }) => ({ on: 'goods' as const, hsn, rate: tax.rate, ...amountsOf(tax) })),
    ...charges.map((charge) => ({
      on: 'charges' as const,
      hsn: null,
      rate: charge.taxRate,
      ...chargeTax(charge, first),
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

const compare = (a: string | null, b: string | null): number => {
  const [left, right] = [a ?? '', b ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};
