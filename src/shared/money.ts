/**
 * Money is an integer count of the currency's smallest unit. Every product is exact and is rounded once, on its magnitude,
 * so that -0.5 and 0.5 round alike. Decimals exist only where JSON is read and written.
 */

/** An integer amount in the smallest unit of its currency: paise, cents, yen. */
export type Minor = number;
/** A rate in parts per million: 18 % is 180,000. Fine enough for a percentage with four decimals. */
export type Ppm = number;
export type Rounding = 'half_up' | 'half_even' | 'half_down';

export const million = 1_000_000;

export type Quotient = {
  /** Towards zero. */
  readonly whole: number;
  /** What is left over, with the sign of the product; |left| < divisor. */
  readonly left: number;
};

/** `a * b / divisor` without losing a bit: in doubles while the product is safe, in big integers beyond. */
export const divided = (a: number, b: number, divisor: number): Quotient => {
  const product = a * b;
  if (Number.isSafeInteger(product)) {
    const left = product % divisor;
    return { whole: (product - left) / divisor || 0, left: left || 0 };
  }
  const exact = BigInt(a) * BigInt(b);
  const by = BigInt(divisor);
  return { whole: Number(exact / by), left: Number(exact % by) };
};

const roundsAway = (left: number, divisor: number, whole: number, rounding: Rounding): boolean => {
  const beyondHalf = Math.abs(left) - (divisor - Math.abs(left));
  if (beyondHalf !== 0) return beyondHalf > 0;
  if (rounding === 'half_even') return whole % 2 !== 0;
  return rounding === 'half_up';
};

/** `amount * numerator / denominator`, rounded once. The denominator is positive. */
export const portion = (amount: Minor, numerator: number, denominator: number, rounding: Rounding): Minor => {
  const { whole, left } = divided(amount, numerator, denominator);
  if (left === 0 || !roundsAway(left, denominator, whole, rounding)) return whole;
  return whole + (left > 0 ? 1 : -1);
};

/** A rate of an amount. */
export const rateOf = (amount: Minor, rate: Ppm, rounding: Rounding): Minor => portion(amount, rate, million, rounding);

/** The tax that is inside a gross amount. */
export const taxWithin = (gross: Minor, rate: Ppm, rounding: Rounding): Minor =>
  portion(gross, rate, million + rate, rounding);

/** `amount * numerator / denominator` rounded towards zero: what a shop gives away, or a shopper's points are worth. */
export const portionDown = (amount: Minor, numerator: number, denominator: number): Minor =>
  divided(amount, numerator, denominator).whole;

export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((total, amount) => total + amount, 0);

const powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
export const powerOfTen = (exponent: number): number => powers[exponent] ?? 10 ** exponent;

type Scaled = { readonly minor: Minor; readonly isWhole: boolean };

/** How far from a whole minor unit arithmetic in floating point may have carried an amount: a millionth. */
const noise = 1_000_000n;

/** Up to here a number that a count of smallest units divides to is the one that is written with its digits. */
const MOST_EXACT = 1e15;
/** The usual amount, without a text in between: it is what its own count gives back. */
const scaledExactly = (value: number, exponent: number): Scaled | null => {
  const minor = Math.round(value * powerOfTen(exponent));
  const isExact = Math.abs(minor) < MOST_EXACT && toDecimal(minor, exponent) === value;
  return isExact ? { minor: minor || 0, isWhole: true } : null;
};

/** Exact however many digits there are: sums made in floating point come with seventeen of them. */
const scaledTo = (value: unknown, exponent: number): Scaled | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const usual = typeof value === 'number' ? scaledExactly(value, exponent) : null;
  if (usual !== null) return usual;
  const match = decimalPattern.exec(String(value).trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', shift = '0'] = match;
  const decimals = fraction.length - Number(shift) - exponent;
  const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -decimals));
  const unit = 10n ** BigInt(Math.max(0, decimals));
  const rounded = (2n * digits + unit) / (2n * unit);
  const off = digits - rounded * unit;
  const minor = Number(rounded) * (sign === '-' ? -1 : 1) || 0;
  return Number.isSafeInteger(minor) ? { minor, isWhole: (off < 0n ? -off : off) * noise <= unit } : null;
};

/** The smallest-unit count of a decimal number as JSON brings it, half up; null for what is no amount. */
export const toMinor = (value: unknown, exponent: number): Minor | null => scaledTo(value, exponent)?.minor ?? null;

/** Is it a whole count of smallest units, but for the noise of floating point? */
export const isWholeMinor = (value: unknown, exponent: number): boolean => scaledTo(value, exponent)?.isWhole === true;

/** The decimal number that JSON carries. Dividing an integer by a power of ten gives the nearest double, so it prints exactly. */
export const toDecimal = (amount: Minor, exponent: number): number => amount / powerOfTen(exponent);

const decimalPattern = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i;

export type Decimal = { readonly digits: number; readonly decimals: number };

/** A plain or exponent-form decimal as an integer and its scale; null beyond what a safe integer holds. */
export const readDecimal = (text: string): Decimal | null => {
  const match = decimalPattern.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const decimals = fraction.length - Number(exponent);
  const digits = Number(`${sign}${whole}${fraction}`) * (decimals < 0 ? powerOfTen(-decimals) : 1);
  if (!Number.isSafeInteger(digits) || decimals > 15) return null;
  return { digits: digits || 0, decimals: Math.max(0, decimals) };
};

/** 119 with 4 decimals is 0.0119. */
export const decimalText = ({ digits, decimals }: Decimal): string => {
  const all = String(digits).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  return decimals === 0 ? whole : `${whole}.${all.slice(all.length - decimals)}`;
};
