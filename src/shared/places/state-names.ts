/** The name of a state, as far as two of them are compared: people and feeds write it by name or code, in any case. Pure. */
import { normalForm } from '../texts/normal-form.ts';
import { stateTables } from './state-tables.ts';

/** Words without case, accents and signs; `&` is a word. */
const wordsOf = (written: string): string =>
  normalForm(written, 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** What is left when nobody has to agree on blanks, on `and`, or on a code's zero in front. */
const keyOf = (words: string): string =>
  words
    .split(' ')
    .filter((word) => word !== 'and')
    .join('')
    .replace(/^0/, '');

const names: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...stateTables].map(([country, rows]) => [
    country,
    new Map(rows.flatMap(([name = '', ...others]) => [name, ...others].map((each) => [keyOf(wordsOf(each)), name]))),
  ]),
);

/** Longest code of a part of a country, in ISO 3166-2. */
const MOST_OF_A_CODE = 3;

/** `IN-MH` is `MH` in India. */
const withoutCountry = (words: string, country: string): string => {
  const [first, code = '', ...more] = words.split(' ');
  const isCode = first === country.toLowerCase() && more.length === 0 && code !== '' && code.length <= MOST_OF_A_CODE;
  return isCode ? code : words;
};

const found = (written: string, country: string): string | null => {
  const words = withoutCountry(wordsOf(written), country);
  return names.get(country)?.get(keyOf(words)) ?? (words || null);
};

const MOST_KEPT = 1_000;
const LONGEST_KEPT = 60;
/** Of what was written: each pricing of a cart asks about one of a few dozen. */
const kept = new Map<string, string | null>();

export const stateNamed = (written: string | null | undefined, country: string): string | null => {
  const text = written ?? '';
  const key = `${country} ${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const state = found(text, country);
  if (key.length > LONGEST_KEPT) return state;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, state);
  return state;
};

/** Whether it is one of those that the country has, as `stateNamed` writes them; of a country without a table nobody knows. */
export const isStateOf = (state: string, country: string): boolean => names.get(country)?.has(keyOf(state)) ?? true;
