/**
 * What tells one question from another: method, address and every header, but for those that are known to change nothing of
 * an answer. A header nobody thought of makes another question, so that no answer is ever given to somebody it was not made for.
 */
import type { IncomingMessage } from 'node:http';

/** About the sender's program, the way here, or one transfer; or about a signature that the application does not require. */
const ignored = new Set(
  `accept accept-language accept-encoding user-agent connection keep-alive referer dnt priority pragma cache-control date via
   x-request-id traceparent tracestate x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-port x-real-ip forwarded
   x-fp-date x-fp-signature x-fp-sdk-version x-ext-lib-version if-none-match content-type
   sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-gpc`.split(
    /\s+/,
  ),
);
const MOST_SPELLINGS = 1_000;

/** Keeps which spellings of names count, so that a name is not folded again for every request. */
export const fingerprints = () => {
  const counts = new Map<string, boolean>();
  const doesCount = (name: string): boolean => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    const does = !ignored.has(name.toLowerCase());
    if (counts.size < MOST_SPELLINGS) counts.set(name, does);
    return does;
  };

  return ({ method, url, rawHeaders }: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>): string => {
    let text = `${method} ${url}`;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at] ?? '';
      // Neither a name nor a value can hold a line break.
      if (doesCount(name)) text += `\n${name}:${rawHeaders[at + 1] ?? ''}`;
    }
    return text;
  };
};
