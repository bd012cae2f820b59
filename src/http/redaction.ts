/** Keeps secrets and people out of the log: by the name of a field, and by patterns inside text. Pure. */

const hidden = '[redacted]';
const secretNames = /^(authorization|cookie|set-cookie|x-anonymous-id|x-user-data|pan_no|gstin)$/i;
const secretParts = /secret|token|password|passphrase|api_?key|signature|e-?mail|phone|mobile|first_?name|last_?name/i;
const isSecret = (name: string): boolean => secretNames.test(name) || secretParts.test(name);

/** A bearer credential, basic credentials, and the password inside an address. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${hidden}`],
  [/(\/\/[^/\s:@]+):[^/\s@]+@/g, `$1:${hidden}@`],
  [/\b(eyJ[\w-]{8,}\.[\w-]+)\.[\w-]*/g, hidden],
];

export const redactText = (text: string): string =>
  patterns.reduce((cleaned, [pattern, replacement]) => cleaned.replace(pattern, replacement), text);

/** As long as a secret of 32 bytes is in text: a share link carries one in its path. */
const secretSegment = /(?<=\/)[\w-]{43,}(?=\/|$)/g;

/** The address without secrets in its path, and without what stands in its query under a secret's name. */
export const redactUrl = (url: string): string => {
  const [given = '', query] = url.split('?', 2);
  const path = given.replace(secretSegment, hidden);
  if (query === undefined) return path;
  const cleaned = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return isSecret(decode(name)) || name === 'code' ? `${name}=${hidden}` : pair;
  });
  return `${path}?${cleaned.join('&')}`;
};
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

/** An error as data, with the chain of causes: the log is where a fault tells all it knows. */
const describeError = (error: Error, depth: number): Record<string, unknown> => ({
  ...redactRecord(Object.fromEntries(Object.entries(error)), depth),
  type: error.name,
  message: redactText(error.message),
  stack: redactText(error.stack ?? ''),
  ...(error.cause === undefined || depth === deepest ? {} : { cause: redactValue(error.cause, depth + 1) }),
});

export const redact = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => redactRecord(fields, 0);
