/** Where a sign-in may lead, how long a guesser waits, and what it takes to set a password. Pure. */

const MOST_LENGTH = 4096;
const VISIBLE_ASCII = /^\/[\x21-\x5b\x5d-\x7e]*$/;
/** What some proxy or browser may read as the start of another host, and escapes that are none. */
const ESCAPED_SEPARATOR = /%(?:2f|5c|[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i;
const SOMEWHERE = 'http://somewhere.invalid';

/**
 * The address to go on to after a sign-in, as the parser of browsers reads it; undefined unless it is a path on this
 * service. It is written as routes are, without the path of the public address.
 */
export const localPath = (given: string): string | undefined => {
  if (given.length > MOST_LENGTH || !VISIBLE_ASCII.test(given)) return undefined;
  const url = URL.parse(given, SOMEWHERE);
  if (url === null || url.origin !== SOMEWHERE || url.username !== '' || url.hash !== '') return undefined;
  if (url.pathname.includes('//') || ESCAPED_SEPARATOR.test(url.pathname)) return undefined;
  return `${url.pathname}${url.search}`;
};

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15 * 60 * 1000;

/** Nothing for the first `free` failures, then a second, two, four, at most a quarter of an hour. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 30));

/** For so long after the link was used it is proof enough; later whoever finds the browser open could set a password. */
const LINK_IS_FRESH_MS = 15 * 60 * 1000;

export type SessionOrigin = { readonly byLink: boolean; readonly openedAt: number; readonly hasPassword: boolean };
/** `new_link`: there is neither a fresh link nor a password to prove who is asking. */
export type PasswordProof = 'nothing_more' | 'current_password' | 'new_link';

export const passwordProof = ({ byLink, openedAt, hasPassword }: SessionOrigin, now: number): PasswordProof => {
  if (byLink && now - openedAt < LINK_IS_FRESH_MS) return 'nothing_more';
  return hasPassword ? 'current_password' : 'new_link';
};
