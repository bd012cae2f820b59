/** A price by another one, or by a percentage, in the smallest unit its currency has. Pure. */
import type { PriceRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** `499` is the new price; `-10%` and `+5%` change the one there is. The marked price is never below it. */
export const changedPrice = (row: PriceRow, said: string, currency: string): PriceRow => {
  const text = said.replaceAll(/\s/g, '');
  const percent = /^([+-]\d+(?:\.\d+)?)%$/.exec(text)?.[1];
  const exact = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  const wanted = percent === undefined ? exact : (Number(row.effective) * (100 + Number(percent))) / 100;
  if (wanted === undefined || wanted < 0) throw new Error(`Write “${said}” as 499, -10% or +5%.`);
  const effective = Number(wanted.toFixed(decimalsOf(currency)));
  return { ...row, effective, marked: Math.max(Number(row.marked), effective) };
};
