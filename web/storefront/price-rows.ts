/** Rows of price details as people read them: delivery costs what is paid for it, wherever an offer took the rest off. Pure. */
type Row = { readonly key?: string; readonly value?: number };

/** Amounts that stand below each other have the same digits. */
export const hasFractions = (rows: readonly Row[]): boolean => rows.some(({ value = 0 }) => !Number.isInteger(value));

/** Less than the smallest unit of any currency: what is left of numbers that were subtracted. */
const isNothing = (value: number): boolean => Math.abs(value) < 0.000_01;

type Paid = { readonly kind?: string | undefined; readonly amount?: number | undefined };

/** An order has store credit and gift cards in one row; a cart, from which its shopper knows them, in two. */
export const creditApart = <R extends Required<Row>>(rows: readonly R[], tender: readonly Paid[]): readonly R[] => {
  const credit = tender.reduce((sum, { kind, amount = 0 }) => sum + (kind === 'store_credit' ? amount : 0), 0);
  if (credit === 0) return rows;
  return rows.flatMap((row) => {
    if (row.key !== 'mop_total') return [row];
    const rest = row.value + credit;
    return [{ ...row, key: 'store_credit', value: 0 - credit }, ...(isNothing(rest) ? [] : [{ ...row, value: rest }])];
  });
};

/**
 * The server counts what is taken off delivery among all offers. Beside a way of sending that is free, a charge would read as if
 * it were to be paid. `waived` is 0 or less, as the server has it; the rows add up to the same total.
 */
export const paidRows = <R extends Row>(
  rows: readonly R[],
  waived: number,
): readonly (R & { readonly was?: number })[] => {
  const off = hasFractions(rows) ? waived : Math.round(waived);
  if (off === 0 || !rows.some(({ key }) => key === 'delivery_charge')) return rows;
  return rows.flatMap((row) => {
    const { key, value = 0 } = row;
    if (key === 'delivery_charge') return [{ ...row, value: value + off, was: value }];
    if (key !== 'promotion') return [row];
    const left = value - off;
    return isNothing(left) ? [] : [{ ...row, value: left }];
  });
};
