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
