/**
 * What `x-fp-signature` v1.1 is computed over, and the computation. Pure; docs/behaviour/callers.md has it in words.
 */
import { createHmac, hash } from 'node:crypto';
import { parse } from 'node:querystring';
import { ownEntry } from '../../shared/own-entry.ts';

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
export type SignedRequest = {
  readonly method: string;
  /** Path and query as they were on the wire. */
  readonly target: string;
  /** Lower-case names; `host` is the one the client sent, before any proxy. */
  readonly headers: Headers;
  /** Hex SHA-256 of the body's bytes. */
  readonly bodyHash: string;
};

export const hashOfNothing = hash('sha256', '');

const ignored = 'authorization connection x-amzn-trace-id user-agent expect presigned-expires range x-fp-signature';
/** They match the rule for `host`, but a proxy adds them after the client has signed. */
const addedByProxies = 'x-forwarded-host x-original-host';
const unsigned = new Set(`${ignored} ${addedByProxies}`.split(' '));

/** The headers a client signs: whatever has `x-fp-` or `host` in its name. */
export const signedHeaderNames = (headers: Headers): readonly string[] =>
  Object.keys(headers)
    .filter((name) => /x-fp-|host/.test(name) && !unsigned.has(name))
    .toSorted();

/** Undefined for a path that cannot be decoded, which no client could have signed. */
export const canonicalRequest = (
  { method, target, headers, bodyHash }: SignedRequest,
  names: readonly string[],
): string | undefined => {
  const [path = '', query = ''] = splitOnce(target, '?');
  const canonical = canonicalPath(path);
  if (canonical === undefined) return undefined;
  const lines = names.map((name) => `${name}:${String(ownEntry(headers, name)).trim().replace(/\s+/g, ' ')}`);
  return [method, canonical, canonicalQuery(query), `${lines.join('\n')}\n`, names.join(';'), bodyHash].join('\n');
};

export const signatureOf = (secret: string, date: string, canonical: string): string =>
  `v1.1:${createHmac('sha256', secret)
    .update(`${date}\n${hash('sha256', canonical)}`)
    .digest('hex')}`;

const splitOnce = (text: string, mark: string): readonly string[] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};

/** Segments written in one way, empty ones and `.` dropped, `..` resolved; a last slash stays. */
const canonicalPath = (path: string): string | undefined => {
  try {
    const encoded = path.split('/').map((segment) => encodeURIComponent(decodeURIComponent(segment)));
    const kept: string[] = []; // changed in place: a path of thousands of segments must not cost their square
    for (const segment of encoded
      .join('/')
      .replace(/\/{2,}/g, '/')
      .split('/')) {
      if (segment === '..') kept.pop();
      else if (segment !== '.') kept.push(segment);
    }
    const resolved = kept.join('/');
    return resolved.startsWith('/') ? resolved : `/${resolved}`;
  } catch {
    return undefined;
  }
};

/** Decoded, sorted by name and then by value, and not encoded again. */
const canonicalQuery = (query: string): string => {
  const values = parse(query);
  return Object.keys(values)
    .filter((name) => name !== '' && name.toLowerCase() !== 'x-fp-signature')
    .toSorted()
    .flatMap((name) =>
      [ownEntry(values, name) ?? '']
        .flat()
        .toSorted()
        .map((value) => `${name}=${value}`),
    )
    .join('&');
};
