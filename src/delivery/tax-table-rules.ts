/**
 * Which taxes hold at a place. Rows of one name are one tax: of those that fit, the one for the goods' own class counts before
 * that of the standard class, the more particular place before the wider one, the later beginning before the earlier. Taxes of
 * different names add up, each with its own amount. Pure.
 */
import { type Ppm, sum } from '../shared/money.ts';
import { oncePer } from '../shared/once-per.ts';
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

/** Rows by country, state and the beginning of their postal codes, so that a place looks only at those that can hold there. */
export type TaxTable = {
  readonly rows: ReadonlyMap<string, readonly TaxRate[]>;
  readonly countries: ReadonlySet<string>;
  /** Those of which some taxes are a state's. */
  readonly byState: ReadonlySet<string>;
  /** Every moment at which a rate begins or ends, in order. */
  readonly edges: readonly number[];
};
/** First signs of a code: a company may have a rate for every code of a state, and few of them begin alike. */
const NEAR = 3;
const rowsKey = (country: string, state: string | null): string => JSON.stringify([country, state]);
const nearKey = (country: string, state: string | null, code: string): string =>
  JSON.stringify([country, state, code.length, code.slice(0, NEAR)]);
/** A range over codes that begin differently lies with what holds in all of the state. */
const keyOf = ({ country, state, postal }: TaxRate): string =>
  postal !== null && postal.from.slice(0, NEAR) === postal.to.slice(0, NEAR)
    ? nearKey(country, state, postal.from)
    : rowsKey(country, state);

export const noTaxTable: TaxTable = { rows: new Map(), countries: new Set(), byState: new Set(), edges: [] };

/** A table that grows while its rows are read: a company may have a hundred thousand. */
export const growingTaxTable = () => {
  const rows = new Map<string, TaxRate[]>();
  const countries = new Set<string>();
  const byState = new Set<string>();
  const edges = new Set<number>();
  return {
    add: (rate: TaxRate): void => {
      const key = keyOf(rate);
      const near = rows.get(key);
      if (near === undefined) rows.set(key, [rate]);
      else near.push(rate);
      countries.add(rate.country);
      if (rate.state !== null) byState.add(rate.country);
      for (const at of [rate.from, rate.until]) if (at > 0 && at < Infinity) edges.add(at);
    },
    table: (): TaxTable => ({ rows, countries, byState, edges: [...edges].toSorted((a, b) => a - b) }),
  };
};

export const taxTable = (rates: readonly TaxRate[]): TaxTable => {
  const { add, table } = growingTaxTable();
  for (const rate of rates) add(rate);
  return table();
};

export type TaxedGoods = { readonly taxClass: string; readonly now: number; readonly charges: boolean };

const rowsFor = (
  { rows }: TaxTable,
  { country, state, postal }: TaxPlace,
  { taxClass, now, charges }: TaxedGoods,
): readonly TaxRate[] => {
  const states = state === null ? [null] : [null, state];
  const keys = states.flatMap((one) => [
    rowsKey(country, one),
    ...(postal === null ? [] : [nearKey(country, one, postal)]),
  ]);
  const fitting = keys
    .flatMap((key) => rows.get(key) ?? [])
    .filter(
      (row) =>
        row.from <= now &&
        now < row.until &&
        (row.taxClass === '' || row.taxClass === taxClass) &&
        (row.onCharges || !charges) &&
        (row.postal === null || isWithin(row.postal, postal)),
    );
  return [...Map.groupBy(fitting, ({ name }) => name).values()]
    .flatMap((same) => same.toSorted(before)[0] ?? [])
    .toSorted((a, b) => compareTexts(a.name, b.name));
};

/** What was found since the last edge of a table: hundreds of lines of a cart ask about the same place. */
const MOST_FOUND = 1_000;
const kept = oncePer((_table: TaxTable) => ({
  since: Infinity,
  until: -Infinity,
  found: new Map<string, readonly TaxRate[]>(),
}));

/** The rows that count, by name. Null where the table has no row of the country: there it has no say. */
export const taxRowsAt = (table: TaxTable, place: TaxPlace, goods: TaxedGoods): readonly TaxRate[] | null => {
  if (!table.countries.has(place.country)) return null;
  const { taxClass, now, charges } = goods;
  const own = kept(table);
  if (now < own.since || now >= own.until) {
    own.since = table.edges.findLast((at) => at <= now) ?? -Infinity;
    own.until = nextTaxEdge(table, now) ?? Infinity;
    own.found.clear();
  }
  const key = JSON.stringify([place.country, place.state, place.postal, taxClass, charges]);
  const known = own.found.get(key);
  if (known !== undefined) return known;
  const rows = rowsFor(table, place, goods);
  if (own.found.size >= MOST_FOUND) own.found.clear();
  own.found.set(key, rows);
  return rows;
};

const levied = ({ name, jurisdiction, rate }: TaxRate): Levied => ({ name, jurisdiction, rate });

/** Each line of a cart and of its order tells each of its taxes. No place has so many: beyond them the rest is told as one. */
const MOST_TOLD = 10;
const told = (rows: readonly TaxRate[]): readonly Levied[] => {
  const [first, ...more] = rows.slice(MOST_TOLD - 1);
  if (first === undefined || more.length === 0) return rows.map(levied);
  const rest = {
    name: 'Other taxes',
    jurisdiction: first.country,
    rate: sum([first, ...more].map(({ rate }) => rate)),
  };
  return [...rows.slice(0, MOST_TOLD - 1).map(levied), rest];
};

export const leviesAt = (table: TaxTable, place: TaxPlace, goods: TaxedGoods): readonly Levied[] | null => {
  const rows = taxRowsAt(table, place, goods);
  return rows === null ? null : told(rows);
};

/** When the next rate begins or ends. */
export const nextTaxEdge = ({ edges }: TaxTable, now: number): number | null => edges.find((at) => at > now) ?? null;
