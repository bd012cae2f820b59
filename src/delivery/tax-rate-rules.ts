/** A row of the tax table as it is fed and as places are taxed by it. Pure. */
import type { TaxRateRow } from '../contract/catalog/tax-contract.ts';
import { isoTime, keptTime, readTime } from '../shared/clock.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { readDecimal } from '../shared/money.ts';
import { stateNamed } from '../shared/places/state-names.ts';
import { percentToPpm } from '../shared/rates.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import type { TaxRate } from './tax-table-rules.ts';

const MOST_DECIMALS = 4;
const timeOf = (given: string | null | undefined, otherwise: number): number =>
  given === undefined || given === null ? otherwise : keptTime(given);

const postalOf = ({ postal_from: from, postal_to: to }: TaxRateRow): TaxRate['postal'] => {
  const first = areaCode(from ?? to ?? '');
  const last = areaCode(to ?? from ?? '');
  return first === undefined || last === undefined ? null : { from: first, to: last };
};

const postalProblem = (row: TaxRateRow): FieldProblem | undefined => {
  const { postal_from: from, postal_to: to, county } = row;
  if (typeof from !== 'string') {
    if (typeof to === 'string')
      return { field: 'postal_from', message: 'A range of postal codes needs its first one.' };
    const message = 'Addresses say no county: give the postal codes that lie in it.';
    return typeof county === 'string' ? { field: 'postal_from', message } : undefined;
  }
  const range = postalOf(row);
  if (range === null || areaCode(from) === undefined) {
    return { field: 'postal_from', message: 'A postal code has up to 16 letters and digits.' };
  }
  if (range.from.length !== range.to.length) {
    return { field: 'postal_to', message: 'Must be as long as postal_from: a range is of codes of one length.' };
  }
  return range.from > range.to ? { field: 'postal_to', message: 'Must not lie before postal_from.' } : undefined;
};

const timeProblem = (row: TaxRateRow): FieldProblem | undefined => {
  for (const field of ['valid_from', 'valid_until'] as const) {
    if (Number.isNaN(readTime(row[field] ?? isoTime(0)))) {
      return { field, message: 'Must be a time such as 2026-01-31T12:00:00.000Z.' };
    }
  }
  return timeOf(row.valid_from, 0) < timeOf(row.valid_until, Infinity)
    ? undefined
    : { field: 'valid_until', message: 'Must lie behind valid_from.' };
};

/** What is wrong with a row beyond its schema. */
export const taxRateProblem = (row: TaxRateRow): FieldProblem | undefined => {
  if ((readDecimal(String(row.rate))?.decimals ?? MOST_DECIMALS + 1) > MOST_DECIMALS) {
    return { field: 'rate', message: 'Must be a percentage from 0 to 100 with at most 4 decimals.' };
  }
  if (typeof row.county === 'string' && typeof row.state !== 'string') {
    return { field: 'state', message: 'A county lies in a state: name it.' };
  }
  return postalProblem(row) ?? timeProblem(row);
};

export const taxRateOf = (row: TaxRateRow): TaxRate => ({
  id: row.id,
  name: row.name,
  jurisdiction: row.jurisdiction ?? row.county ?? row.state ?? row.country,
  taxClass: row.tax_class ?? '',
  country: row.country,
  state: stateNamed(row.state, row.country),
  postal: postalOf(row),
  rate: percentToPpm(row.rate) ?? 0,
  from: timeOf(row.valid_from, 0),
  until: timeOf(row.valid_until, Infinity),
  onCharges: row.on_charges ?? true,
});
