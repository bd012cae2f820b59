/** Exact fractions, and the three ways to make a whole number of one. */
export type Ratio = { readonly top: bigint; readonly bottom: bigint };
export type Mode = 'half_up' | 'half_even' | 'half_down';

/** `bottom` is above zero. */
export const ratio = (top: bigint, bottom: bigint = 1n): Ratio => ({ top, bottom });
export const times = (a: Ratio, b: Ratio): Ratio => ratio(a.top * b.top, a.bottom * b.bottom);
export const plus = (a: Ratio, b: Ratio): Ratio =>
  a.bottom === b.bottom
    ? ratio(a.top + b.top, a.bottom)
    : ratio(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const over = (a: Ratio, b: Ratio): Ratio =>
  b.top < 0n ? ratio(-a.top * b.bottom, a.bottom * -b.top) : ratio(a.top * b.bottom, a.bottom * b.top);
export const zero = ratio(0n);

/** Rounded on its magnitude, so that a discount and a charge of one size round alike. */
export const rounded = ({ top, bottom }: Ratio, mode: Mode): bigint => {
  const size = top < 0n ? -top : top;
  const whole = size / bottom;
  const twice = (size % bottom) * 2n;
  const goesUp =
    twice > bottom || (twice === bottom && (mode === 'half_up' || (mode === 'half_even' && whole % 2n === 1n)));
  const result = goesUp ? whole + 1n : whole;
  return top < 0n ? -result : result;
};
/** Towards minus infinity. */
export const floored = ({ top, bottom }: Ratio): bigint => {
  const whole = top / bottom;
  return top < 0n && top % bottom !== 0n ? whole - 1n : whole;
};

/** A JSON number exactly as it is written. */
export const decimal = (value: number): Ratio => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  const shift = Number(exponent) - fraction.length;
  const top = BigInt(whole + fraction);
  return shift < 0 ? ratio(top, 10n ** BigInt(-shift)) : ratio(top * 10n ** BigInt(shift));
};

const million = 1_000_000n;
/** A rate in parts per million. */
export const ppm = (rate: number): Ratio => ratio(BigInt(rate), million);
export const part = (amount: bigint, rate: Ratio, mode: Mode): bigint =>
  rounded(ratio(amount * rate.top, rate.bottom), mode);
/** The part of a gross amount that is tax at this rate. */
export const taxInside = (gross: bigint, rate: number): Ratio => ratio(gross * BigInt(rate), million + BigInt(rate));

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
export const sumOf = <T>(entries: readonly T[], amount: (entry: T) => bigint): bigint =>
  entries.reduce((total, entry) => total + amount(entry), 0n);
export const countOf = <T>(entries: readonly T[], units: (entry: T) => number): number =>
  entries.reduce((total, entry) => total + units(entry), 0);
