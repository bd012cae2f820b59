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

/** The smallest-unit count of a decimal number as JSON brings it, half up; null for what is no amount. */
export const toMinor = (value: unknown, exponent: number): Minor | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const exact = readDecimal(String(value));
  if (exact === null) return null;
  const scaled = portion(exact.digits, powerOfTen(exponent), powerOfTen(exact.decimals), 'half_up');
  return Number.isSafeInteger(scaled) ? scaled : null;
};

/** The decimal number that JSON carries. Dividing an integer by a power of ten gives the nearest double, so it prints exactly. */
export const toDecimal = (amount: Minor, exponent: number): number => amount / powerOfTen(exponent);

export type Decimal = { readonly digits: number; readonly decimals: number };

/** A plain or exponent-form decimal as an integer and its scale; null beyond what a safe integer holds. */
export const readDecimal = (text: string): Decimal | null => {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const decimals = fraction.length - Number(exponent);
  const digits = Number(`${sign}${whole}${fraction}`) * (decimals < 0 ? powerOfTen(-decimals) : 1);
  if (!Number.isSafeInteger(digits) || decimals > 15) return null;
  return { digits: digits || 0, decimals: Math.max(0, decimals) };
};
