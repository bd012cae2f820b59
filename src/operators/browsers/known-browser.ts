/**
 * A browser in which an operator has signed in before. Wrong passwords there are counted by themselves: otherwise anybody who knows
 * his e-mail address could keep him out by guessing, a try every quarter of an hour, wherever he sits. The cookie proves nothing
 * else: it opens no session, and whoever has it waits for his own tries as everybody does.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { installationSecret } from '../../applications/installation-secret.ts';
import type { Node } from '../../applications/node.ts';
import { type CookieScope, parseCookies, serializeCookie } from '../../http/requests/cookies.ts';
import { secretToken } from '../../shared/identifiers.ts';

const COOKIE = 'cw_known';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const FORM = /^([\w-]{43})\.([\w-]{43})$/;

export type KnownBrowsers = {
  /** Its name where this account was signed in to; undefined: it is like any other. */
  readonly nameOf: (request: Pick<FastifyRequest, 'headers'>, email: string) => Promise<string | undefined>;
  /** The header by which it is known from now on; it keeps the name it has. */
  readonly headerFor: (email: string, name: string | undefined, scope: CookieScope) => Promise<string>;
};

export const knownBrowsers = (node: Node): KnownBrowsers => {
  const sealOf = async (name: string, email: string): Promise<string> =>
    createHmac('sha256', await installationSecret(node, 'sign_in'))
      .update(JSON.stringify(['known browser', name, email]))
      .digest('base64url');
  return {
    nameOf: async ({ headers }, email) => {
      const [, name, seal] = FORM.exec(parseCookies(headers.cookie).get(COOKIE) ?? '') ?? [];
      if (name === undefined || seal === undefined) return undefined;
      return timingSafeEqual(Buffer.from(seal), Buffer.from(await sealOf(name, email))) ? name : undefined;
    },
    headerFor: async (email, known, scope) => {
      const name = known ?? secretToken(node.random);
      return serializeCookie(COOKIE, `${name}.${await sealOf(name, email)}`, YEAR_SECONDS, scope);
    },
  };
};
