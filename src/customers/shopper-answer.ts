/**
 * What an answer tells the browser about its shopper: cookies taken back, and the token of a shopper who is new.
 *
 * A shop on the service's own host gets a Lax cookie. A shop elsewhere needs SameSite=None, which browsers take only
 * with Secure, and Partitioned, so that two shops on one service do not overwrite each other's shopper. That is safe: no
 * application call works by cookies alone, each carries the application's credential in a header that a foreign page
 * cannot set. Where neither is possible (http, or a browser that blocks such cookies) `x-anonymous-id` does the work.
 */
import type { FastifyReply } from 'fastify';
import { type CookieScope, clearedCookie, serializeCookie } from '../http/requests/cookies.ts';
import { anonymousLifetime } from './anonymous-token.ts';
import type { ShopperCookie } from './shopper.ts';

export type ShopperNews = { readonly clearCookies: readonly ShopperCookie[]; readonly newToken?: string | undefined };

export const cookieScope = (publicUrl: URL, storefrontUrl: string | null): CookieScope => {
  const storefront = storefrontUrl === null ? null : URL.parse(storefrontUrl);
  const secure = publicUrl.protocol === 'https:';
  const sameSite =
    storefront === null || (storefront.hostname === publicUrl.hostname && storefront.protocol === publicUrl.protocol);
  return secure && !sameSite ? { secure, sameSite: 'None', partitioned: true } : { secure, sameSite: 'Lax' };
};

export const answerShopper = (
  reply: FastifyReply,
  { clearCookies, newToken }: ShopperNews,
  scope: CookieScope,
): void => {
  // A cookie that is written anew need not be taken back first.
  const cleared = clearCookies.filter((name) => newToken === undefined || name !== 'cw_anonymous');
  for (const name of cleared) reply.header('set-cookie', clearedCookie(name, scope));
  if (newToken === undefined) return;
  reply.header('set-cookie', serializeCookie('cw_anonymous', newToken, anonymousLifetime / 1000, scope));
  reply.header('x-anonymous-id', newToken);
};
