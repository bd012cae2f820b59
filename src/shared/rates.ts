/** Exact rates: a percentage as parts per million, an exchange rate as the decimal it was published as. */
import { type Decimal, type Minor, million, type Ppm, portion, powerOfTen, readDecimal } from './money.ts';

/** Units of the other currency for one unit of the base, in major units, as a decimal. */
export type ExchangeRate = Decimal;

export type Currency = {
  readonly code: string;
  /** ISO 4217: how many decimals it has. */
  readonly exponent: number;
};

/** 12.5 (per cent) as parts per million; null for what is no finite percentage of zero or more. */
export const percentToPpm = (percent: unknown): Ppm | null => {
  if (typeof percent !== 'number' || !Number.isFinite(percent) || percent < 0 || percent > 1_000_000) return null;
  return Math.round(percent * (million / 100));
};

/** Reads "0.9737"; null when it is not a positive decimal. */
export const readExchangeRate = (text: string): ExchangeRate | null => {
  const rate = readDecimal(text);
  return rate !== null && rate.digits > 0 ? rate : null;
};

/** An amount in another currency, half up, always from the original amount and never from a converted one. */
export const convert = (amount: Minor, rate: ExchangeRate, from: Currency, to: Currency): Minor => {
  const shift = to.exponent - from.exponent - rate.decimals;
  return shift >= 0
    ? portion(amount, rate.digits * powerOfTen(shift), 1, 'half_up')
    : portion(amount, rate.digits, powerOfTen(-shift), 'half_up');
};

/** How many minor units of one currency one minor unit of another is, exactly: what is multiplied further is rounded only at the end. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export const one: Ratio = { numerator: 1n, denominator: 1n };

export const ratioOf = (rate: ExchangeRate, from: Currency, to: Currency): Ratio => ({
  numerator: BigInt(rate.digits) * 10n ** BigInt(to.exponent),
  denominator: 10n ** BigInt(rate.decimals + from.exponent),
});

export const timesRatio = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
export const inverse = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
});

/** A decimal amount in minor units, with what is below one of them; null for nothing. */
export const exactAmount = (value: number, exponent: number): Ratio | null => {
  const decimal = readDecimal(String(value));
  if (decimal === null || decimal.digits <= 0) return null;
  return { numerator: BigInt(decimal.digits) * 10n ** BigInt(exponent), denominator: 10n ** BigInt(decimal.decimals) };
};

const most = BigInt(Number.MAX_SAFE_INTEGER);
/** Beyond what a number counts exactly it is the greatest such number: such a worth is only ever compared. */
const asNumber = (whole: bigint): number => Number(whole > most ? most : whole);

/** `amount × ratio`, rounded down. Neither is negative. */
export const timesDown = (amount: Minor, { numerator, denominator }: Ratio): Minor =>
  asNumber((BigInt(amount) * numerator) / denominator);

/** `amount × ratio`, rounded up. */
export const timesUp = (amount: Minor, { numerator, denominator }: Ratio): Minor =>
  asNumber((BigInt(amount) * numerator + denominator - 1n) / denominator);

/** `amount × ratio`, rounded half up. */
export const timesHalfUp = (amount: Minor, { numerator, denominator }: Ratio): Minor =>
  asNumber((2n * BigInt(amount) * numerator + denominator) / (2n * denominator));
