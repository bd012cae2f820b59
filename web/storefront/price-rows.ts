/** Rows of price details as people read them: delivery costs what is paid for it, wherever an offer took the rest off. Pure. */
type Row = { readonly key?: string; readonly value?: number };

/** Amounts that stand below each other have the same digits. */
export const hasFractions = (rows: readonly Row[]): boolean => rows.some(({ value = 0 }) => !Number.isInteger(value));

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
    return Math.abs(left) < 0.000_01 ? [] : [{ ...row, value: left }];
  });
};
