/** Numbered pages of a list, and tokens that name one: a token is good for the question it came from and no other. Pure. */
import { createHash } from 'node:crypto';
import type { Page, PageQuery } from '../../contract/primitives.ts';
import { Refusal } from '../../shared/errors.ts';

const DEFAULT_SIZE = 10;
const MOST = 100;
/** Beyond, nobody reads and every page costs more than the one before. */
const MOST_PAGES = 100_000;

export type PlaceInList = { readonly number: number; readonly size: number; readonly type: Page['type'] };

export const fingerprint = (question: unknown): string =>
  createHash('sha256').update(JSON.stringify(question)).digest('base64url').slice(0, 12);

const tokenOf = (number: number, question: string): string =>
  Buffer.from(JSON.stringify([number, question])).toString('base64url');

const readToken = (token: string, question: string): number => {
  try {
    const [number, asked] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as [unknown, unknown];
    if (asked === question && Number.isSafeInteger(number)) return number as number;
  } catch {
    // no token of ours
  }
  throw new Refusal('page_invalid', { message: 'page_id is a token from next_id of the same list.' });
};

export const placeInList = (
  { page_no, page_size: size = DEFAULT_SIZE, page_id }: PageQuery,
  question: string,
): PlaceInList => {
  const number = page_id === undefined ? (page_no ?? 1) : readToken(page_id, question);
  if (number < 1 || number > MOST_PAGES || size < 1 || size > MOST) throw new Refusal('page_invalid');
  return { number, size, type: page_id === undefined ? 'number' : 'cursor' };
};

export const pageOf = ({ number, size, type }: PlaceInList, count: number, total: number, question: string): Page => {
  const hasNext = number * size < total;
  const next = hasNext ? tokenOf(number + 1, question) : null;
  return {
    type,
    current: number,
    size,
    limit: MOST,
    item_count: count,
    item_total: count,
    total,
    has_previous: number > 1,
    has_next: hasNext,
    next,
    ...(next === null ? {} : { next_id: next }),
  };
};
