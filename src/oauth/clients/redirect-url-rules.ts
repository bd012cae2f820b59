/**
 * Which addresses an authorization code may be sent to. Pure.
 *
 * An address is compared as text when it is used, so it is taken only in the one form in which a browser, a proxy and
 * the receiving server read it alike: what the URL parser makes of it is what was given. That alone refuses other
 * spellings of hosts and numbers, dot segments, missing slashes, backslashes, blanks and line ends.
 */
import type { FieldProblem } from '../../shared/errors.ts';
import { normalForm } from '../../shared/texts/normal-form.ts';

export const mostRedirectUrls = 20;
const longestRedirectUrl = 2048;

const sentences = {
  length: `Give an address of at most ${longestRedirectUrl} characters.`,
  characters: 'Use plain ASCII, without blanks, control characters, quotes, brackets, backslashes or wildcards.',
  scheme: 'The address begins with https://; http:// is for this machine (127.0.0.1 or [::1]) only.',
  fragment: 'Leave out the fragment (#…).',
  user: 'Leave out the user name and password.',
  form: 'Write the address as a browser shows it: lower-case host, no default port, no dot segments.',
  host: 'Give a full domain name, or 127.0.0.1 or [::1] for this machine; not localhost, not another number.',
  port: 'Port 0 cannot be reached.',
  path: 'The path has no empty segment, no dot segment and none of the characters . / \\ % ; in encoded form.',
  encoding: 'Percent-encoding stands for valid UTF-8 without control or invisible characters.',
  query: 'The query has no parameter that the answer itself brings, such as code or state.',
} as const;
export type RedirectProblem = keyof typeof sentences;

/** `.` in a host is the parser's affair; these are what no address needs and some reader takes for something else. */
const CHARACTERS = /^[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%#]+$/;
const DOMAIN = /^(?!.{254})(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LOOPBACK = new Set(['127.0.0.1', '[::1]']);
const ANSWER_PARAMETERS =
  /^(code|state|iss|session_state|response|error|error_description|error_uri|access_token|refresh_token|id_token|token_type|expires_in)$/i;

export const redirectProblem = (text: string): RedirectProblem | undefined => {
  if (text === '' || text.length > longestRedirectUrl) return 'length';
  if (!CHARACTERS.test(text)) return 'characters';
  if (!/^https?:\/\//i.test(text)) return 'scheme';
  if (text.includes('#')) return 'fragment';
  const url = URL.parse(text);
  if (url === null) return 'host';
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) return 'user';
  if (url.href !== text && url.href !== `${text}/`) return 'form';
  return placeProblem(url) ?? pathProblem(url.pathname) ?? queryProblem(url.search);
};

const authorityOf = (text: string): string => /^[^/]*\/\/([^/?]*)/.exec(text)?.[1] ?? '';

const placeProblem = ({ protocol, hostname, port }: URL): RedirectProblem | undefined => {
  if (port === '0') return 'port';
  if (LOOPBACK.has(hostname)) return undefined;
  if (protocol !== 'https:') return 'scheme';
  const isName = DOMAIN.test(hostname) && !hostname.endsWith('.localhost');
  return isName ? undefined : 'host';
};

/** One decoding must not make a new segment, and a second one must not make anything else of it. */
const pathProblem = (path: string): RedirectProblem | undefined => {
  if (/%(2e|2f|5c|25|3b)/i.test(path) || path.includes('//') || /\/\.+(;|\/|$)/.test(path)) return 'path';
  const text = decoded(path);
  if (text === undefined) return 'encoding';
  // Full-width dots and slashes turn into plain ones wherever text is normalised.
  return /[./\\%;]/.test(normalForm(text.replace(/[ -~]/g, ''), 'NFKC')) ? 'path' : undefined;
};

const queryProblem = (search: string): RedirectProblem | undefined => {
  if (decoded(search) === undefined) return 'encoding';
  return [...new URLSearchParams(search).keys()].some((name) => ANSWER_PARAMETERS.test(name)) ? 'query' : undefined;
};

/** Undefined for what is not UTF-8 and for characters that cannot be seen: controls, direction marks, blanks of all kinds. */
const decoded = (text: string): string | undefined => {
  try {
    const plain = decodeURIComponent(text);
    return /[\p{C}\u2028\u2029]/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
};

export const redirectUrlProblems = (urls: readonly string[]): readonly FieldProblem[] =>
  urls.flatMap((url, at) => {
    const problem = redirectProblem(url);
    const message = problem === undefined ? repeatedProblem(urls, at) : sentences[problem];
    return message === undefined ? [] : [{ field: `redirect_urls[${at}]`, message }];
  });

const repeatedProblem = (urls: readonly string[], at: number): string | undefined =>
  urls.indexOf(urls[at] ?? '') < at ? 'This address is listed twice.' : undefined;
