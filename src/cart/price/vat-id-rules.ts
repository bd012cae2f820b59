/**
 * Whether a text can be a VAT identification number of the European Union: the form of its country, and the check digits of the
 * countries whose rule is published. That the number was given to somebody only its country knows.
 */
const digitsOf = (text: string): readonly number[] => text.split('').map(Number);
const weighed = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** Every second digit from the right counts twice, both digits of the product. */
const isLuhn = (text: string): boolean =>
  digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)), 0) %
    10 ===
  0;

/** ISO 7064, mod 11, 10. */
const isMod11And10 = (text: string): boolean => {
  const digits = digitsOf(text);
  const product = digits.slice(0, -1).reduce((before, digit) => {
    const sum = (digit + before) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return (11 - product) % 10 === digits.at(-1);
};

/** 11 less the remainder; ten and eleven are written as nothing. */
const elevenLess = (sum: number): number => {
  const check = 11 - (sum % 11);
  return check > 9 ? 0 : check;
};

const austrian = (body: string): boolean => {
  const digits = digitsOf(body.slice(1));
  const sum = digits.slice(0, 7).reduce((total, digit, at) => {
    const product = at % 2 === 0 ? digit : digit * 2;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return (10 - ((sum + 4) % 10)) % 10 === digits[7];
};

/** Old numbers are weighted; those of sole traders are one number in base 36, mod 97. */
const dutch = (body: string): boolean => {
  const digits = digitsOf(body.slice(0, 9));
  if (weighed(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digits[8]) return true;
  const text = `NL${body}`.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(text) % 97n === 1n;
};

type Rule = { readonly form: RegExp; readonly check?: (body: string) => boolean };
const last = (body: string): number => Number(body.at(-1));

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['AT', { form: /^U\d{8}$/, check: austrian }],
  ['BE', { form: /^[01]\d{9}$/, check: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)) }],
  ['BG', { form: /^\d{9,10}$/ }],
  ['CY', { form: /^\d{8}[A-Z]$/ }],
  ['CZ', { form: /^\d{8,10}$/ }],
  ['DE', { form: /^[1-9]\d{8}$/, check: isMod11And10 }],
  ['DK', { form: /^\d{8}$/, check: (body) => weighed(digitsOf(body), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 }],
  ['EE', { form: /^\d{9}$/, check: (body) => weighed(digitsOf(body), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 }],
  [
    'EL',
    {
      form: /^\d{9}$/,
      check: (body) => (weighed(digitsOf(body), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(body),
    },
  ],
  ['ES', { form: /^([A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/ }],
  ['FI', { form: /^\d{8}$/, check: (body) => weighed(digitsOf(body), [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 }],
  [
    'FR',
    {
      form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
      check: (body) =>
        /^\D|^.\D/.test(body) || (12 + 3 * (Number(body.slice(2)) % 97)) % 97 === Number(body.slice(0, 2)),
    },
  ],
  ['HR', { form: /^\d{11}$/, check: isMod11And10 }],
  ['HU', { form: /^\d{8}$/, check: (body) => weighed(digitsOf(body), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 }],
  ['IE', { form: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/ }],
  ['IT', { form: /^\d{11}$/, check: isLuhn }],
  ['LT', { form: /^(\d{9}|\d{12})$/ }],
  ['LU', { form: /^\d{8}$/, check: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)) }],
  ['LV', { form: /^\d{11}$/ }],
  ['MT', { form: /^\d{8}$/, check: (body) => weighed(digitsOf(body), [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 }],
  ['NL', { form: /^\d{9}B\d{2}$/, check: dutch }],
  [
    'PL',
    { form: /^\d{10}$/, check: (body) => weighed(digitsOf(body), [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(body) },
  ],
  [
    'PT',
    {
      form: /^[1-9]\d{8}$/,
      check: (body) => elevenLess(weighed(digitsOf(body), [9, 8, 7, 6, 5, 4, 3, 2])) === last(body),
    },
  ],
  ['RO', { form: /^[1-9]\d{1,9}$/ }],
  ['SE', { form: /^\d{10}01$/, check: (body) => isLuhn(body.slice(0, 10)) }],
  [
    'SI',
    {
      form: /^[1-9]\d{7}$/,
      check: (body) => elevenLess(weighed(digitsOf(body), [8, 7, 6, 5, 4, 3, 2])) === last(body),
    },
  ],
  ['SK', { form: /^[1-9]\d{9}$/, check: (body) => Number(body) % 11 === 0 }],
]);

/** In capitals without blanks, dots and hyphens, as it is stored; undefined when it is none. */
export const vatIdOf = (given: string): string | undefined => {
  const id = given.replace(/[\s.-]/g, '').toUpperCase();
  const rule = rules.get(id.slice(0, 2));
  const body = id.slice(2);
  return rule?.form.test(body) === true && rule.check?.(body) !== false ? id : undefined;
};

/** ISO 3166-1 of a VAT number: Greece writes EL in front of its own. */
export const vatCountry = (id: string): string => (id.startsWith('EL') ? 'GR' : id.slice(0, 2));

/** Whether goods between it and another one stay within the Union. */
export const isOfUnion = (country: string): boolean => country === 'GR' || (country !== 'EL' && rules.has(country));
