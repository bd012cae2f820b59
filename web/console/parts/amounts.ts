/** Amounts in the currency of the shop that is looked at, or in the one an answer names. */
import { money } from '../../ui/money.ts';
import { shop } from '../session.ts';

export const amount = (value: number, currency: string = shop.value.currency): string => money(value, currency, true);
/** Whole, where a figure stands for its size. */
export const roundAmount = (value: number): string => money(Math.round(value), shop.value.currency);
/** The sign of a currency, such as ₹, for the edge of a field. */
export const currencySign = (currency: string = shop.value.currency): string => {
  try {
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency;
  }
};
export const count = (value: number): string => value.toLocaleString();
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1).replace(/\.0$/, '')}%`;
