/**
 * Keeps secrets and people out of the log: by the name of a field, by patterns inside text, and of an address by showing only
 * what is known to be harmless. Pure.
 */
import { personalData } from '../../privacy/personal-data.ts';
import { columnsOf } from '../../privacy/personal-table.ts';

const hidden = '[redacted]';
const secretNames = /^(authorization|cookie|set-cookie|x-anonymous-id|x-user-data|pan_no|gstin)$/i;
/** Columns that hold something of a shopper, and what a database tells of the row it refused. */
const personalNames: ReadonlySet<string> = new Set([
  ...[...personalData.values()].flatMap((table) =>
    [...columnsOf(table)].flatMap(([column, kind]) => (kind === 'shopper' || kind === 'told' ? [column] : [])),
  ),
  'detail',
  'where',
  'query',
  'internalQuery',
  'parameters',
]);
const secretParts = /secret|token|password|passphrase|api_?key|signature|e-?mail|phone|mobile|first_?name|last_?name/i;
const isSecret = (name: string): boolean => secretNames.test(name) || secretParts.test(name) || personalNames.has(name);

/** Three parts between dots, the first of which is the beginning of an object: a signed token, whatever it is glued to. */
const unsigned = (run: string): string => {
  const at = run.indexOf('eyJ');
  return at >= 0 && run.slice(at).split('.').length > 2 ? hidden : run;
};

/**
 * A bearer credential, basic credentials, the password inside an address, a signed token, and an address of mail. The last two
 * begin where a word does: so a long word is looked through once, and not from each of its letters.
 */
const patterns: readonly (readonly [RegExp, string | typeof unsigned])[] = [
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${hidden}`],
  [/(\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${hidden}@`],
  [/[\w.-]{12,}/g, unsigned],
  [/(?<![^\s@/?&=:"'(])[^\s@/?&=:"'(]+@[^\s@/?&="')]{1,253}\.[a-z]{2,63}/gi, '[address]'],
];

const redactText = (text: string): string =>
  patterns.reduce(
    (cleaned, [pattern, replacement]) =>
      typeof replacement === 'string' ? cleaned.replace(pattern, replacement) : cleaned.replace(pattern, replacement),
    text,
  );

/** What these say is a switch or a page: of them values are shown, of everything else only that it was said. */
const shownQuery: ReadonlySet<string> = new Set(
  'i b p c buy_now page_no page_size page_index limit is_default in_stock'.split(' '),
);
const plainValue = /^(true|false|\d{1,6})$/;

export type LoggedRoute = {
  /** With its parameters by name: `/customers/:user_id`. Undefined when the address leads nowhere. */
  readonly pattern: string | undefined;
  /** Names that the route knows in its query. */
  readonly query: ReadonlySet<string>;
};

/** The address as the log may have it. Who is asked about often stands in an address, so nothing is shown that is not known. */
export const loggedUrl = (url: string, { pattern, query: known }: LoggedRoute): string => {
  const [, query] = url.split('?', 2);
  const path = pattern ?? '[unrouted]';
  if (query === undefined || query === '') return path;
  const shown = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    if (shownQuery.has(name) && plainValue.test(value)) return pair;
    return known.has(name) ? `${name}=${hidden}` : hidden;
  });
  return `${path}?${shown.join('&')}`;
};

const deepest = 6;
const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth === deepest) return '[deep]';
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return redactRecord(value as Readonly<Record<string, unknown>>, depth);
};
const redactRecord = (record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isSecret(name) && value !== undefined && value !== null ? hidden : redactValue(value, depth + 1),
    ]),
  );

/** What a database or a parser quotes may be anybody's name, and a long number anybody's telephone. */
const quoted = /(: )"[^"\n]*"/g;
const longNumber = /\+?\d[\d ()-]{7,18}\d/g;
const plainMessage = (text: string): string =>
  redactText(text).replace(quoted, `$1"${hidden}"`).replace(longNumber, '[number]');

/** The first lines of a stack repeat the message. */
const plainStack = ({ message, stack = '' }: Error): string =>
  redactText(message === '' ? stack : stack.replace(message, plainMessage(message)));

/** An error as data, with the chain of causes: the log is where a fault tells all it knows, but of whom. */
const describeError = (error: Error, depth: number): Record<string, unknown> => ({
  ...redactRecord(Object.fromEntries(Object.entries(error)), depth),
  type: error.name,
  message: plainMessage(error.message),
  stack: plainStack(error),
  ...(error.cause === undefined || depth === deepest ? {} : { cause: redactValue(error.cause, depth + 1) }),
});

export const redact = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => redactRecord(fields, 0);
