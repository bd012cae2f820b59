/** The taxes of a priced line or charge, each with the row of the table that it comes from. Pure. */
import type { Quoted } from '../../contract/cart/places/quote-contract.ts';
import type { TaxRate } from '../../delivery/tax-table-rules.ts';
import type { LineTax, TaxPart } from '../../pricing/money/tax-types.ts';
import { sum } from '../../shared/money.ts';

type Levies = Quoted['items'][number]['levies'];
type Taxed = Pick<LineTax, 'rate' | 'tax' | 'parts' | 'exemption'>;

/** Parts of GST share the one row that says its rate. */
const rowOf = ({ name, jurisdiction, rate }: TaxPart, rows: readonly TaxRate[]): TaxRate | undefined =>
  jurisdiction === undefined
    ? rows.find((row) => rows.length === 1 && row.name.toUpperCase() === 'GST')
    : rows.find((row) => row.name === name && row.jurisdiction === jurisdiction && row.rate === rate);

const sourceOf = ({ rate, parts, exemption }: Taxed, rows: readonly TaxRate[] | null) => {
  if (rows === null) return parts.some(({ jurisdiction }) => jurisdiction !== undefined) ? 'rule' : 'article';
  return exemption !== undefined || sum(rows.map((row) => row.rate)) === rate ? 'table' : 'rule';
};

/** Where nobody knows how GST is split, all of it is the row's. */
const partsOf = ({ tax, parts, exemption }: Taxed, rows: readonly TaxRate[]): readonly TaxPart[] =>
  parts.length > 0 || exemption !== undefined || rows.length !== 1
    ? parts
    : rows.map(({ name, jurisdiction, rate }) => ({ name, jurisdiction, rate, amount: tax }));

/** `rows`: what the table says there; null where it has no say. */
export const quotedTax = (taxed: Taxed, rows: readonly TaxRate[] | null, number: (minor: number) => number) => {
  const source = sourceOf(taxed, rows);
  const known = source === 'table' ? (rows ?? []) : [];
  const levies: Levies = partsOf(taxed, known).map((part) => ({
    name: part.name,
    ...(part.jurisdiction === undefined ? {} : { jurisdiction: part.jurisdiction }),
    rate: part.rate / 10_000,
    amount: number(part.amount),
    row_id: rowOf(part, known)?.id ?? null,
  }));
  return { rate: taxed.rate / 10_000, tax: number(taxed.tax), source, levies } as const;
};
