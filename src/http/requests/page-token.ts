/**
 * Signed tokens for the next page of a list. A token names the last row of a page, holds for one list of one owner under
 * one filter, and opens nothing by itself. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../shared/errors.ts';

export type Part = string | number;
/** Which list: its name, whose it is, and how it is filtered. */
export type ListName = readonly (string | number | boolean | null)[];

const signature = (secret: Uint8Array, list: ListName, body: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([list, body]))
    .digest();

export const pageToken = (secret: Uint8Array, list: ListName, place: readonly Part[]): string => {
  const body = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${body}.${signature(secret, list, body).toString('base64url')}`;
};

/** The place that a token of this list names. */
export const readPageToken = (secret: Uint8Array, list: ListName, token: string): readonly Part[] => {
  const [body = '', given = '', ...rest] = token.split('.');
  const expected = signature(secret, list, body);
  const signed = Buffer.from(given, 'base64url');
  if (rest.length > 0 || signed.length !== expected.length || !timingSafeEqual(signed, expected)) {
    const message = 'page_id is a token from next_id of this list, with the same filter.';
    throw new Refusal('page_invalid', { message, details: [{ field: 'page_id', message }] });
  }
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as readonly Part[];
};
