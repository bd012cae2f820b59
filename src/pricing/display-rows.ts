/** The rows a shopper sees. They add up to the total; zero rows are left out, except the three that carry the sum. */
import { type Minor, powerOfTen } from '../shared/money.ts';
import type { Charge, PricedCart, RawBreakup, TenderPart } from './priced-types.ts';

export type DisplayRow = {
  readonly key: string;
  readonly value: Minor;
  /** Before what acted on this row: delivery before a replacement, the total before tender, COD as quoted. */
  readonly original: Minor;
  /** The configured amount, where the row comes from configuration. */
  readonly preset: Minor | null;
  /** Offers, adjustments or charges behind the row. */
  readonly sources: readonly string[];
};
export type RowOptions = {
  /** Show what cash on delivery would cost, as a row of value zero. */
  readonly quoteCod: boolean;
  /** Values in whole units of the currency, with a row for what rounding moved. */
  readonly wholeUnits: boolean;
  readonly exponent: number;
};

const always = new Set(['mrp_total', 'subtotal', 'total']);

const row = (key: string, value: Minor, more: Partial<DisplayRow> = {}): DisplayRow => ({
  key,
  value,
  original: value,
  preset: null,
  sources: [],
  ...more,
});

const chargeRow = (key: string, charges: readonly Charge[]): DisplayRow => {
  const total = (pick: (charge: Charge) => Minor): Minor => charges.reduce((sum, charge) => sum + pick(charge), 0);
  const configured = charges.filter(({ type }) => type !== 'adjustment');
  return row(
    key,
    total(({ amount }) => amount),
    {
      original: total(({ original }) => original),
      preset: configured.length === 0 ? null : configured.reduce((sum, { preset }) => sum + (preset ?? 0), 0),
      sources: charges.flatMap(({ adjustmentId }) => adjustmentId ?? []),
    },
  );
};

const sourcesOf = ({ adjustments }: PricedCart, ...stages: readonly string[]): readonly string[] => [
  ...new Set(adjustments.filter(({ stage }) => stages.includes(stage)).map(({ source }) => source.id)),
];

const isConvenience = ({ type, code }: Charge): boolean =>
  type === 'convenience' || (type === 'adjustment' && /^convenience[ _]fee$/i.test(code));

const tenderRow = (key: string, parts: readonly TenderPart[]): DisplayRow =>
  row(key, 0 - parts.reduce((sum, { amount }) => sum + amount, 0), { sources: parts.map(({ id }) => id) });

const codRow = ({ charges, codQuote }: PricedCart, { quoteCod }: RowOptions): DisplayRow => {
  if (codQuote === null)
    return chargeRow(
      'cod_charge',
      charges.filter(({ type }) => type === 'cod'),
    );
  return row('cod_charge', 0, quoteCod ? { original: codQuote.amount } : {});
};

/** Signed, half towards the larger number. */
const toWhole = (amount: Minor, unit: number): Minor => Math.floor(amount / unit + 0.5) * unit;

const inWholeUnits = (
  rows: readonly DisplayRow[],
  summed: ReadonlySet<string>,
  unit: number,
): readonly DisplayRow[] => {
  const rounded = rows.map((each) => ({
    ...each,
    value: toWhole(each.value, unit),
    original: toWhole(each.original, unit),
  }));
  const total = rounded.find(({ key }) => key === 'total')?.value ?? 0;
  const parts = rounded.reduce((sum, { key, value }) => (summed.has(key) ? sum : sum + value), 0);
  return [...rounded.slice(0, -1), row('round_off', total - parts), ...rounded.slice(-1)];
};

/** Rows that are sums of others: they are shown, not added. */
const sums = new Set(['subtotal', 'total']);

const rowsOf = (
  priced: PricedCart,
  breakup: RawBreakup,
  outsideTax: Minor,
  options: RowOptions,
): readonly DisplayRow[] => {
  const { charges, tender } = priced;
  const other = charges.filter(
    (charge) => (charge.type === 'adjustment' && !isConvenience(charge)) || charge.type === 'emi',
  );
  const ofKind = (...kinds: readonly string[]): readonly TenderPart[] =>
    tender.filter(({ kind }) => kinds.includes(kind));
  const before = breakup.total - breakup.platform_cash - breakup.mop_total;
  return [
    row('mrp_total', breakup.mrp_total),
    row('discount', breakup.discount),
    row('subtotal', breakup.subtotal),
    row('promotion', breakup.promotion, { sources: sourcesOf(priced, 'promotion', 'gift', 'adjustment', 'shipping') }),
    row('coupon', breakup.coupon, { sources: sourcesOf(priced, 'coupon') }),
    row('gst_charges', outsideTax),
    tenderRow('platform_cash', ofKind('loyalty')),
    chargeRow(
      'gift_card',
      charges.filter(({ type }) => type === 'gift'),
    ),
    chargeRow(
      'delivery_charge',
      charges.filter(({ type }) => type === 'delivery'),
    ),
    codRow(priced, options),
    chargeRow('convenience_fee', charges.filter(isConvenience)),
    ...other.toSorted((a, b) => (a.code < b.code ? -1 : 1)).map((charge) => chargeRow(charge.code, [charge])),
    tenderRow('store_credit', ofKind('store_credit')),
    tenderRow('mop_total', ofKind('gift_card', 'mop')),
    row('total', breakup.total, { original: before }),
  ];
};

/** Rows in the order they are shown. `pricesIncludeTax` false adds a row for the tax that came on top. */
export const displayRows = (
  priced: PricedCart,
  pricesIncludeTax: boolean,
  options: RowOptions,
): readonly DisplayRow[] => {
  const tax = pricesIncludeTax ? 0 : priced.breakup.gst_charges;
  const rows = rowsOf(priced, priced.breakup, tax, options);
  const shown = options.wholeUnits ? inWholeUnits(rows, sums, powerOfTen(options.exponent)) : rows;
  return shown.filter(({ key, value, original }) => always.has(key) || value !== 0 || original !== 0);
};
