/** Which country a form means, by its code or its English name. Pure. */
import { callingCodeOf, countries } from './calling-codes.ts';

const plain = (written: string): string => written.trim().toLowerCase().replaceAll('.', '').replaceAll('&', 'and');

/** What people write beside code and name. */
const others: ReadonlyMap<string, string> = new Map([
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['uae', 'AE'],
  ['bharat', 'IN'],
  ['ind', 'IN'],
]);

/** Null for what names none that is known here. */
export const countryNamed = (written: string): string | null => {
  const name = plain(written);
  const code = name.toUpperCase();
  if (callingCodeOf(code) !== undefined) return code;
  const other = others.get(name);
  if (other !== undefined || name === '') return other ?? null;
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  return countries.find((each) => plain(english.of(each) ?? '') === name) ?? null;
};
