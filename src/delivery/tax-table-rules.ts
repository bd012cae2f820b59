/**
 * Which taxes hold at a place. Rows of one name are one tax: of those that fit, the one for the goods' own class counts before
 * that of the standard class, the more particular place before the wider one, the later beginning before the earlier. Taxes of
 * different names add up, each with its own amount. Pure.
 */
import type { Ppm } from '../shared/money.ts';
import { compareTexts } from '../shared/text-order.ts';

/** A tax of one authority. */
export type Levied = { readonly name: string; readonly jurisdiction: string; readonly rate: Ppm };

export type TaxRate = Levied & {
  readonly id: string;
  /** Empty: the standard one. */
  readonly taxClass: string;
  readonly country: string;
  /** As `stateNamed` writes it. */
  readonly state: string | null;
  /** Inclusive, in capitals, without blanks. */
  readonly postal: { readonly from: string; readonly to: string } | null;
  readonly from: number;
  readonly until: number;
  readonly onCharges: boolean;
};
export type TaxPlace = { readonly country: string; readonly state: string | null; readonly postal: string | null };

/**
 * Codes of one length compare as texts: so do digits, and letters within them. A longer one lies where its beginning does: whoever
 * writes the last four digits of his ZIP code pays what his neighbours pay.
 */
const isWithin = ({ from, to }: NonNullable<TaxRate['postal']>, code: string | null): boolean => {
  const begun = code?.slice(0, from.length) ?? '';
  return begun.length === from.length && begun >= from && begun <= to;
};

const particular = ({ state, postal }: TaxRate): number => (postal === null ? 0 : 2) + (state === null ? 0 : 1);
const isOwnClass = ({ taxClass }: TaxRate): number => (taxClass === '' ? 0 : 1);

/** The one that counts comes first. */
const before = (a: TaxRate, b: TaxRate): number =>
  isOwnClass(b) - isOwnClass(a) || particular(b) - particular(a) || b.from - a.from || compareTexts(a.id, b.id);

/** Rows by country and state, so that a place looks only at those that can hold there. */
export type TaxTable = {
  readonly rows: ReadonlyMap<string, readonly TaxRate[]>;
  readonly countries: ReadonlySet<string>;
  /** Those of which some taxes are a state's. */
  readonly byState: ReadonlySet<string>;
  /** Every moment at which a rate begins or ends, in order. */
  readonly edges: readonly number[];
};
const rowsKey = (country: string, state: string | null): string => `${country}/${state ?? ''}`;

export const noTaxTable: TaxTable = { rows: new Map(), countries: new Set(), byState: new Set(), edges: [] };

export const taxTable = (rates: readonly TaxRate[]): TaxTable => ({
  rows: Map.groupBy(rates, ({ country, state }) => rowsKey(country, state)),
  countries: new Set(rates.map(({ country }) => country)),
  byState: new Set(rates.flatMap(({ country, state }) => (state === null ? [] : [country]))),
  edges: [...new Set(rates.flatMap(({ from, until }) => [from, until]))]
    .filter((at) => at > 0 && at < Infinity)
    .toSorted((a, b) => a - b),
});

export type TaxedGoods = { readonly taxClass: string; readonly now: number; readonly charges: boolean };

/** The rows that count, by name. Null where the table has no row of the country: there it has no say. */
export const taxRowsAt = (
  { rows, countries }: TaxTable,
  place: TaxPlace,
  { taxClass, now, charges }: TaxedGoods,
): readonly TaxRate[] | null => {
  if (!countries.has(place.country)) return null;
  const ofPlace = place.state === null ? [] : (rows.get(rowsKey(place.country, place.state)) ?? []);
  const fitting = [...(rows.get(rowsKey(place.country, null)) ?? []), ...ofPlace].filter(
    (row) =>
      row.from <= now &&
      now < row.until &&
      (row.taxClass === '' || row.taxClass === taxClass) &&
      (row.onCharges || !charges) &&
      (row.postal === null || isWithin(row.postal, place.postal)),
  );
  return [...Map.groupBy(fitting, ({ name }) => name).values()]
    .flatMap((same) => same.toSorted(before)[0] ?? [])
    .toSorted((a, b) => compareTexts(a.name, b.name));
};

export const leviesAt = (table: TaxTable, place: TaxPlace, goods: TaxedGoods): readonly Levied[] | null =>
  taxRowsAt(table, place, goods)?.map(({ name, jurisdiction, rate }) => ({ name, jurisdiction, rate })) ?? null;

/** When the next rate begins or ends. */
export const nextTaxEdge = ({ edges }: TaxTable, now: number): number | null => edges.find((at) => at > now) ?? null;
