/** One step away from a request that is right: somewhere in it something else stands. */
import type { Random } from '../../src/demo/random.ts';
import type { FuzzRequest, Pair } from './fuzz-request.ts';
import { bodyBytes } from './fuzz-request.ts';
import { anyValue, jsonTexts, numbers, oneOf, word } from './hostile-words.ts';

type Change = (request: FuzzRequest, random: Random) => FuzzRequest;

/** The value with one place in it changed by `change`; which one is chance. */
const changedSomewhere = (value: unknown, random: Random, change: (at: unknown) => unknown): unknown => {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return change(value);
  if (Array.isArray(value)) {
    const at = random.between(0, value.length);
    if (at === value.length) return [...value, change(value[0])];
    return value.with(at, changedSomewhere(value[at], random, change));
  }
  const names = Object.keys(value);
  const name = oneOf(random, names);
  if (name === undefined) return change(value);
  const own = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).map(([one, entry]) => [one, one === name ? changedSomewhere(entry, random, change) : entry]),
  );
};

const withoutSomething = (value: unknown, random: Random): unknown => {
  if (Array.isArray(value)) return value.filter(() => !random.chance(0.3));
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).filter(() => !random.chance(0.3)));
};
const more = (value: unknown, random: Random): unknown => {
  if (Array.isArray(value)) return Array.from({ length: random.between(2, 60) }, () => value[0] ?? anyValue(random, 2));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries([...Object.entries(value), [word(random), anyValue(random, 2)]]);
  }
  return typeof value === 'string' ? value.repeat(random.between(2, 300)) : value;
};
const deep = (value: unknown, random: Random): unknown => {
  let wrapped = value;
  for (let level = random.between(1, 36); level > 0; level -= 1)
    wrapped = random.chance(0.5) ? [wrapped] : { a: wrapped };
  return wrapped;
};
const turned = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return Number(value) || [value];
  return Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : [value];
};

const otherValue =
  (random: Random) =>
  (value: unknown): unknown => {
    const kind = random.between(0, 9);
    if (kind <= 2) return word(random);
    if (kind <= 4) return oneOf(random, numbers);
    if (kind === 5) return null;
    if (kind === 6) return turned(value);
    if (kind === 7) return random.chance(0.5) ? withoutSomething(value, random) : more(value, random);
    return kind === 8 ? deep(value, random) : anyValue(random);
  };

const inBody: Change = (request, random) => {
  const { body } = request;
  if (body === undefined || 'bytes' in body) return request;
  return { ...request, body: { ...body, value: changedSomewhere(body.value, random, otherValue(random)) } };
};

const inQuery: Change = (request, random) => {
  const { query } = request;
  const at = random.between(0, query.length);
  const [name = word(random), value = ''] = query[at] ?? [];
  const other: Pair = random.chance(0.15)
    ? [word(random), value]
    : [name, random.chance(0.7) ? word(random) : String(oneOf(random, numbers))];
  const kept = random.chance(0.2) ? query : query.filter((_, index) => index !== at);
  return { ...request, query: [...kept, other] };
};

const inPath: Change = (request, random) => {
  const name = oneOf(random, Object.keys(request.path));
  if (name === undefined) return inQuery(request, random);
  const other = random.chance(0.7) ? word(random) : String(oneOf(random, numbers));
  return { ...request, path: { ...request.path, [name]: other === '' ? '_' : other } };
};

const headerNames = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-currency-code',
  'x-location-detail',
  'x-ordering-source',
  'x-ordering-source-type',
  'x-ordering-store',
  'x-anonymous-id',
  'x-anonymous-cart',
  'x-customer-token',
  'x-user-data',
  'x-event-context',
  'x-fp-date',
  'x-fp-signature',
  'x-request-id',
  'accept',
  'accept-language',
  'user-agent',
  'origin',
  'referer',
  'cookie',
  'range',
  'sec-fetch-site',
  'sec-ch-ua-platform',
  'content-encoding',
  'last-event-id',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'authorization',
  'x-forwarded-host',
  'constructor',
  '__proto__',
];
type HeaderValue = (random: Random) => string;
const saidIn = (random: Random): string => JSON.stringify(anyValue(random, 1)) ?? '';
const oneWord =
  (...from: readonly string[]): HeaderValue =>
  (random) =>
    oneOf(random, from) ?? '';
const place: HeaderValue = (random) => (random.chance(0.5) ? saidIn(random) : `{"pincode":${saidIn(random)}}`);
const headerValues: Readonly<Record<string, HeaderValue>> = {
  'x-event-context': (random) => Buffer.from(saidIn(random)).toString('base64url'),
  'x-location-detail': place,
  'x-user-data': place,
  'idempotency-key': (random) => `key-of-the-fuzzer-${random.between(0, 20)}`,
  'if-match': oneWord('*', '"1"', 'W/"1.x"', '"9.x", "1.y"', '""'),
  'if-none-match': oneWord('*', '"1"', 'W/"1.x"', '""'),
  cookie: (random) =>
    `cw_session=${word(random)}; cw_anonymous=${word(random)}; cw_customer=${word(random)}; cw_consent=x`,
  authorization: (random) =>
    `${oneOf(random, ['Bearer', 'Basic', 'bearer', '']) ?? ''} ${Buffer.from(word(random)).toString('base64')}`,
  'content-encoding': oneWord('gzip', 'identity', 'br', 'constructor'),
  'sec-fetch-site': oneWord('cross-site', 'same-origin', 'none'),
};
const headerValue = (name: string, random: Random): string =>
  Object.hasOwn(headerValues, name) ? (headerValues[name]?.(random) ?? '') : word(random).slice(0, 200);
const inHeaders: Change = (request, random) => {
  const name = oneOf(random, headerNames) ?? 'accept';
  const others = request.headers.filter(([one]) => one !== name);
  return { ...request, headers: [...others, [name, headerValue(name, random)]] };
};

/** The body is text that is no JSON any more, or JSON that nobody would write. */
const inText: Change = (request, random) => {
  const { body } = request;
  const type = body?.type ?? 'application/json';
  const kind = random.between(0, 5);
  const text = body === undefined ? '{}' : bodyBytes(body).toString();
  const at = random.between(0, text.length);
  const broken = [
    () => Buffer.from(oneOf(random, jsonTexts) ?? ''),
    () => Buffer.from(text.slice(0, at)),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from([random.between(0, 255)]),
        Buffer.from(text.slice(at)),
      ]),
    // The same name twice: readers differ about which one counts.
    () =>
      Buffer.from(
        text.replace(
          /\{"([^"]+)":/,
          (found, name: string) => `{${JSON.stringify(name)}:${oneOf(random, jsonTexts) ?? ''},${found.slice(1)}`,
        ),
      ),
    () => Buffer.from(text.replace(/:\s*-?\d+(\.\d+)?/, () => `:${oneOf(random, jsonTexts) ?? ''}`)),
    () => Buffer.from(text, 'utf16le'),
  ][kind];
  return { ...request, body: { type, bytes: broken?.() ?? Buffer.from(text) } };
};

const otherType: Change = (request, random) => {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/x-ndjson',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    '',
    'x',
  ];
  const type = oneOf(random, types) ?? '';
  return { ...request, body: { ...(request.body ?? { value: anyValue(random) }), type } };
};
const otherMethod: Change = (request, random) => ({
  ...request,
  method: oneOf(random, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) ?? 'GET',
});

const everywhere: Change = (request, random) => {
  let changed = inPath(inHeaders(request, random), random);
  for (let times = random.between(2, 5); times > 0; times -= 1) changed = inBody(inQuery(changed, random), random);
  return changed;
};

const changes: readonly (readonly [weight: number, change: Change])[] = [
  [40, inBody],
  [18, inQuery],
  [12, inPath],
  [12, inHeaders],
  [8, everywhere],
  [6, inText],
  [2, otherType],
  [2, otherMethod],
];
const total = changes.reduce((sum, [weight]) => sum + weight, 0);

export const mutated: Change = (request, random) => {
  let left = random.next() * total;
  for (const [weight, change] of changes) {
    left -= weight;
    if (left < 0) return change(request, random);
  }
  return request;
};
