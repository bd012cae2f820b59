/**
 * What keeps another site from sending the console's forms: they must come from our own pages, and each carries a token
 * made from a cookie that only our pages were given: the session's, or before there is one a cookie of the form itself.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CookieScope, parseCookies, serializeCookie } from '../http/requests/cookies.ts';
import { Refusal } from '../shared/errors.ts';
import { type RandomBytes, secretToken } from '../shared/identifiers.ts';
import { isSameOrigin } from './same-origin.ts';
import { ownEntry } from '../shared/own-entry.ts';

/** `purpose` binds the token to one question, so that a form seen for one cannot answer another. */
export const formTokenOf = (cookie: string, purpose = 'console form'): string =>
  createHmac('sha256', cookie).update(`cartwright ${purpose}`).digest('base64url');

export const isFormToken = (cookie: string, given: string, purpose?: string): boolean => {
  const [expected, offered] = [Buffer.from(formTokenOf(cookie, purpose)), Buffer.from(given)];
  return expected.length === offered.length && timingSafeEqual(expected, offered);
};

/** For a form of somebody who is signed in. */
export const requireFormToken = (session: string, body: unknown, purpose?: string): void => {
  if (isFormToken(session, textOf(body, 'form_token'), purpose)) return;
  throw new Refusal('origin_refused', { message: 'This form was too old. Open its page again.' });
};

export const requireOwnPage = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: URL | undefined): void => {
  if (!isSameOrigin(headers, publicUrl)) {
    throw new Refusal('origin_refused', { message: 'This form was sent from another site.' });
  }
};

export const FORM_COOKIE = 'cw_sign_in';
const FORM_SECONDS = 60 * 60;
const MADE_BY_US = /^[\w-]{43}$/;

export const formCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const cookie = parseCookies(headers.cookie).get(FORM_COOKIE);
  return cookie !== undefined && MADE_BY_US.test(cookie) ? cookie : undefined;
};

/** The token for a form and the header that goes with it. The cookie there is stays, so that several tabs work. */
export const newForm = (
  request: Pick<FastifyRequest, 'headers'>,
  random: RandomBytes,
  scope: CookieScope,
): { readonly formToken: string; readonly setCookie: string } => {
  const cookie = formCookie(request) ?? secretToken(random);
  return { formToken: formTokenOf(cookie), setCookie: serializeCookie(FORM_COOKIE, cookie, FORM_SECONDS, scope) };
};

/** One field of a form or a query, '' when it is not there. */
export const textOf = (values: unknown, name: string): string => {
  const value = ownEntry(values as Readonly<Record<string, unknown>> | undefined, name);
  return typeof value === 'string' ? value : '';
};
