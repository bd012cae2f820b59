/**
 * Cookies, read and written. Reading never throws: what is not a cookie is passed over, and a cookie named `__proto__`
 * is an entry of a Map like any other. Writing refuses whatever a browser would read differently from what was meant.
 */
const mostCookies = 100;

/** Values as they were sent. Of two cookies with one name the first counts: browsers send the closest path first. */
export const parseCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>();
  if (header === undefined) return cookies;
  for (const pair of header.split(';', mostCookies)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, unquoted(pair.slice(at + 1).trim()));
  }
  return cookies;
};
const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;

export type CookieScope = {
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** Kept apart per site that embeds the caller, where browsers do so (CHIPS). */
  readonly partitioned?: boolean;
  readonly path?: string;
};

const namePattern = /^[\w!#$%&'*+.^`|~-]+$/;
const valuePattern = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;
const pathPattern = /^\/[\x21-\x3a\x3c-\x7e]*$/;

/** The value of a `Set-Cookie` header. Always HttpOnly: no page of ours reads a cookie by script. */
export const serializeCookie = (name: string, value: string, maxAgeSeconds: number, scope: CookieScope): string => {
  const path = scope.path ?? '/';
  const wellFormed = namePattern.test(name) && valuePattern.test(value) && pathPattern.test(path);
  if (!wellFormed || !Number.isSafeInteger(maxAgeSeconds)) throw new TypeError(`cookie ${name} cannot be written`);
  return [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${scope.sameSite}`,
    ...(scope.secure ? ['Secure'] : []),
    ...(scope.partitioned === true ? ['Partitioned'] : []),
  ].join('; ');
};

export const clearedCookie = (name: string, scope: CookieScope): string => serializeCookie(name, '', 0, scope);
