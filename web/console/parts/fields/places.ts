/** Countries, currencies and clocks of the world by the names that people know them by, as the browser tells them. */
import { shop } from '../../session.ts';
import type { Choices } from '../field.tsx';

const collated = (all: readonly (readonly [string, string])[]): Choices =>
  all.toSorted(([, one], [, other]) => one.localeCompare(other));

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
/** Codes of unions, of tests and of islands that addresses give another country. */
const NONE = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']);

export const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames(undefined, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};
export const countries = (): Choices => {
  const names = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'none' });
  const all = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  return collated(
    all.flatMap((code) => {
      const name = names.of(code);
      // What a country was called once leads to what it is called now.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code;
      return name === undefined || !isCurrent || NONE.has(code) ? [] : [[code, name] as const];
    }),
  );
};

/** “Indian Rupee (INR)”. */
const currencyNames = (): ((code: string) => string) => {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' });
  return (code) => `${names.of(code) ?? code} (${code})`;
};
export const currencyName = (code: string): string => currencyNames()(code);
/** The shop's own first. */
export const currencies = (): Choices => {
  const nameOf = currencyNames();
  const own = shop.value.currency;
  const named = (code: string): readonly [string, string] => [code, nameOf(code)];
  const others = Intl.supportedValuesOf('currency').filter((code) => code !== own);
  return [named(own), ...collated(others.map(named))];
};

/** Browsers know some clocks by the name a city had before. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
]);
/** `America/New_York` is “New York, America”. */
export const clockName = (zone: string): string => {
  const [region = '', ...rest] = zone.replaceAll('_', ' ').split('/');
  return rest.length === 0 ? region : `${rest.toReversed().join(', ')}, ${region}`;
};
export const clocks = (): Choices => {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => renamed.get(zone) ?? zone);
  return collated([...new Set(['UTC', ...zones])].map((zone) => [zone, clockName(zone)] as const));
};

export const months = (): Choices =>
  Array.from({ length: 12 }, (_, month) => [
    String(month + 1),
    new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
  ]);
