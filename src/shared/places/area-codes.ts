/** Area codes as people write them, and what they look like, country by country. Pure. */
const MOST_CHARACTERS = 16;

/** In any case, with spaces or hyphens. Undefined when it cannot be one. */
export const areaCode = (given: string): string | undefined => {
  const code = given.replace(/[\s-]/g, '').toUpperCase();
  return /^[0-9A-Z]+$/.test(code) && code.length <= MOST_CHARACTERS ? code : undefined;
};

const forms: readonly (readonly [form: RegExp, countries: string])[] = [
  [/^\d{3}$/, 'FO IS'],
  [/^\d{4}$/, 'AT AU BE BG CH CY DK HU LI NO NZ PH SI TN ZA'],
  [/^\d{4}(\d{3})?$/, 'PT'],
  [/^\d{5}$/, 'CZ DE EE ES FI FR GR HR ID IT KR LK MA MX MY PK PL SE SK TH TR UA'],
  [/^\d{5}(\d{4})?$/, 'PR SA US'],
  [/^\d{6}$/, 'BY CN CO IN RO RU SG'],
  [/^\d{7}$/, 'CL JP'],
  [/^\d{8}$/, 'BR'],
  [/^[A-Z]\d[A-Z]\d[A-Z]\d$/, 'CA'],
  [/^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/, 'GB'],
  [/^\d{4}[A-Z]{2}$/, 'NL'],
];
const formOf: ReadonlyMap<string, RegExp> = new Map(
  forms.flatMap(([form, countries]) => countries.split(' ').map((country) => [country, form] as const)),
);

/** Of a country whose codes we do not know, every one may be. */
export const isAreaCodeOf = (code: string, country: string): boolean => formOf.get(country)?.test(code) ?? true;

/** Four more digits behind five name a part of the same place, in the United States and elsewhere; undefined where there are none. */
export const withoutMoreDigits = (code: string): string | undefined =>
  /^\d{9}$/.test(code) ? code.slice(0, 5) : undefined;
