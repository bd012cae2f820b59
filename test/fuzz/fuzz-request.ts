/** A request as the fuzzer thinks of it, as bytes on the wire, and as a line that a person can run. */
import type { Operation } from './operations.ts';

export type Pair = readonly [name: string, value: string];
export type Body =
  | { readonly type: string; readonly value: unknown }
  /** Bytes as they are, for what is no JSON. */
  | { readonly type: string; readonly bytes: Buffer };

export type FuzzRequest = {
  readonly operation: Operation;
  /** Another method than the operation's. */
  readonly method?: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: Body | undefined;
  /** Whose credentials go with it. */
  readonly caller: string;
};
export type Wire = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: Buffer | undefined;
};

/** Half a character has no UTF-8; what a client would send in its place. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const formText = (value: unknown): string =>
  Object.entries(value ?? {})
    .map(([name, one]) => `${encoded(name)}=${encoded(typeof one === 'string' ? one : JSON.stringify(one ?? ''))}`)
    .join('&');

export const bodyBytes = (body: Body): Buffer => {
  if ('bytes' in body) return body.bytes;
  if (body.type === 'application/x-www-form-urlencoded') return Buffer.from(formText(body.value));
  if (body.type === 'application/x-ndjson' && Array.isArray(body.value)) {
    return Buffer.from(body.value.map((row) => JSON.stringify(row)).join('\n'));
  }
  return Buffer.from(JSON.stringify(body.value) ?? '');
};

/** What a header can hold on the wire; everything else of a text is left out. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim();

export const wireOf = (request: FuzzRequest, credentials: readonly Pair[]): Wire => {
  const { operation, path, query, headers, body } = request;
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? 'x'));
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const type: readonly Pair[] = body === undefined ? [] : [['content-type', body.type]];
  return {
    method: request.method ?? operation.method,
    target: search === '' ? address : `${address}?${search}`,
    headers: [...credentials, ...type, ...headers].map(([name, value]) => [name, headerText(value)] as const),
    body: body === undefined ? undefined : bodyBytes(body),
  };
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const isPlain = (bytes: Buffer): boolean => /^[\x20-\x7e]*$/.test(bytes.toString('latin1'));

export const curlOf = (base: string, { method, target, headers, body }: Wire): string => {
  const given = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const plain = body === undefined || isPlain(body);
  const data = body === undefined ? [] : [`--data-binary ${plain ? quoted(body.toString()) : '@-'}`];
  const line = ['curl -i --path-as-is', `-X ${method}`, ...given, ...data, quoted(`${base}${target}`)].join(' ');
  return plain ? line : `echo ${body.toString('base64')} | base64 -d | ${line}`;
};
