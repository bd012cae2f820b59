/** Amounts on the wire: minor units as JSON numbers, as decimal text, and as people write them. Pure. */
import type { Currency } from './currency.ts';
import { type Minor, toDecimal } from './money.ts';

export type Amounts = {
  readonly currency: Currency;
  readonly number: (amount: Minor) => number;
  /** `1234.50` */
  readonly decimal: (amount: Minor) => string;
  /** `₹1,234.50` */
  readonly text: (amount: Minor) => string;
  /** As sentences of a language write it: `1.234,50 ₹` in German. */
  readonly textIn: (language: string) => (amount: Minor) => string;
};

const kept = new Map<string, Amounts>();

export const amountsIn = (currency: Currency): Amounts => {
  const known = kept.get(currency.code);
  if (known !== undefined) return known;
  const { exponent, symbol } = currency;
  const style = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  const grouped = new Intl.NumberFormat(currency.code === 'INR' ? 'en-IN' : 'en', style);
  const plain = new Intl.NumberFormat('en', { ...style, useGrouping: false });
  const german = new Intl.NumberFormat('de', style);
  const number = (amount: Minor): number => toDecimal(amount, exponent) || 0;
  const text = (amount: Minor): string =>
    `${amount < 0 ? '-' : ''}${symbol}${grouped.format(number(Math.abs(amount)))}`;
  const germanText = (amount: Minor): string => `${german.format(number(amount))}\u00a0${symbol}`;
  const made: Amounts = {
    currency,
    number,
    decimal: (amount) => plain.format(number(amount)),
    text,
    // Hindi writes amounts as English does.
    textIn: (language) => (language === 'de' ? germanText : text),
  };
  kept.set(currency.code, made);
  return made;
};

export const currencyFields = ({ code, symbol }: Currency) => ({ currency_code: code, currency_symbol: symbol });
