/** What is wrong with a value by its schema, place by place, named as the service names it in its answers. Pure. */
import { isHundredths } from './words/labels.ts';
import { type Control, controlOf, eachOf, isNullable, list, record, type Schema, typesOf } from './schema-rules.ts';

/** `isMissing` is told when somebody wants to save, not while he has not come there yet. */
export type Problem = { readonly path: string; readonly message: string; readonly isMissing: boolean };

const patterns: ReadonlyMap<string, string> = new Map([
  ['^[A-Z]{3}$', 'Three capital letters, such as EUR.'],
  ['^[A-Z]{2}$', 'Two capital letters, such as DE.'],
  ['^\\d{8,14}$', 'Eight to fourteen digits.'],
  ['^\\d{2,8}$', 'Two to eight digits.'],
  ['^\\d{1,4}:\\d{1,4}$', 'Two numbers, such as 16:25.'],
  ['^(https?://|/)[^\\s"<>]+$', 'An address that begins with https:// or with /.'],
  ['^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', 'A time such as 09:30.'],
  ['^([01][0-9]|2[0-3]):[0-5][0-9]$', 'A time such as 16:00.'],
  ['^[0-9A-Z]{15}$', 'Fifteen digits and capital letters.'],
  ['^([0-9A-Z]{15})?$', 'Fifteen digits and capital letters.'],
  ['^[A-Za-z0-9][A-Za-z0-9._~-]*$', 'Letters, digits, dots and dashes; it begins with a letter or a digit.'],
  ['^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', 'Letters, digits, dots and dashes; it begins with a letter or a digit.'],
  ['^\\d{1,12}(\\.\\d{1,4})?$', 'An amount such as 1499.50.'],
  ['^\\d{1,10}(\\.\\d{1,12})?$', 'A number such as 0.0119.'],
]);
const patternProblem = ({ pattern = '', examples = [] }: Schema): string =>
  patterns.get(pattern) ??
  (examples.length > 0 ? `Write it as ${String(examples[0])}.` : 'It is not written as it must be.');

const textProblem = (schema: Schema, text: string): string => {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  // Signs as the service counts them.
  const signs = Array.from(text).length;
  if (signs < minLength) return `At least ${minLength} characters.`;
  if (signs > maxLength) return `At most ${maxLength.toLocaleString()} characters.`;
  return pattern !== undefined && !new RegExp(pattern, 'u').test(text) ? patternProblem(schema) : '';
};

/** In the figures that people write: a share in hundredths of a per cent is asked for in per cent. */
const numberProblem = (schema: Schema, value: number, path: string): string => {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema;
  const scale = isHundredths(path) ? 100 : 1;
  if (typesOf(schema).includes('integer') && !Number.isInteger(value))
    return scale === 1 ? 'A whole number.' : 'At most two decimals.';
  if (value < minimum) return `At least ${(minimum / scale).toLocaleString()}.`;
  if (value > maximum) return `At most ${(maximum / scale).toLocaleString()}.`;
  return exclusiveMinimum !== undefined && value <= exclusiveMinimum ? `More than ${exclusiveMinimum}.` : '';
};

const sizeProblem = ({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema, count: number): string => {
  if (count < minItems) return `At least ${minItems === 1 ? 'one' : minItems}.`;
  return count > maxItems ? `At most ${maxItems}.` : '';
};

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const named = (path: string, message: string): readonly Problem[] =>
  message === '' ? [] : [{ path, message, isMissing: false }];

const scalarProblem = (schema: Schema, value: unknown, path: string): string => {
  if (schema.enum !== undefined) return schema.enum.some((one) => one === value) ? '' : 'One of the choices.';
  if (typeof value === 'number') return Number.isNaN(value) ? 'A number.' : numberProblem(schema, value, path);
  if (typeof value !== 'string') return '';
  return typesOf(schema).includes('string') ? textProblem(schema, value) : 'A number.';
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const memberProblems = (
  { properties = {}, required = [] }: Schema,
  value: unknown,
  path: string,
): readonly Problem[] => {
  const members = new Map(Object.entries(record(value)));
  return Object.entries(properties).flatMap(([name, schema]): readonly Problem[] => {
    const given = members.get(name);
    const at = below(path, name);
    if (!isEmpty(given)) return problemsOf(schema, given, at);
    // An empty text is an answer where the schema takes one.
    const isAnswer = given === '' ? textProblem(schema, '') === '' : isNullable(schema);
    const isMissing = required.includes(name) && !isAnswer;
    return isMissing ? [{ path: at, message: 'This is needed.', isMissing: true }] : [];
  });
};

const listProblems = (schema: Schema, value: unknown, path: string): readonly Problem[] => [
  ...named(path, sizeProblem(schema, list(value).length)),
  ...list(value).flatMap((one, at) => problemsOf(schema.items ?? {}, one, `${path}[${at}]`)),
];
const namedProblems = (schema: Schema, value: unknown, path: string): readonly Problem[] =>
  Object.entries(record(value)).flatMap(([name, one]) => problemsOf(eachOf(schema), one, below(path, name)));

type Look = (schema: Schema, value: unknown, path: string) => readonly Problem[];
const looks: ReadonlyMap<Control, Look> = new Map<Control, Look>([
  ['group', memberProblems],
  ['named', namedProblems],
  ['entries', listProblems],
  ['spans', listProblems],
  ['words', listProblems],
]);

export const problemsOf = (schema: Schema, value: unknown, path = ''): readonly Problem[] => {
  if (value === null) return [];
  const look = looks.get(controlOf(schema));
  return look === undefined ? named(path, scalarProblem(schema, value, path)) : look(schema, value, path);
};
