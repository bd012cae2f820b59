/** Pages by place: the token of the next page names the last row of this one. It opens nothing, so it is not signed. Pure. */
import type { CursorPage, CursorQuery } from '../contract/cursor-page-contract.ts';
import { Refusal } from '../shared/errors.ts';
import { isStorable } from '../shared/storable-text.ts';

export type CursorPart = string | number;

const DEFAULT_SIZE = 10;
const MOST = 100;

export const pageSize = ({ page_size: size = DEFAULT_SIZE }: CursorQuery): number => {
  if (size < 1 || size > MOST) throw new Refusal('page_invalid', { message: 'page_size is from 1 to 100.' });
  return size;
};

type PartKind = 'number' | 'string';

const partsIn = (token: string | undefined, like: readonly PartKind[]): readonly unknown[] | undefined => {
  if (token === undefined) return undefined;
  const parts = parsed(token);
  const fits = parts.length === like.length && parts.every((part, index) => isPart(part, like[index]));
  if (!fits) throw new Refusal('page_invalid', { message: 'page_id is a token from next_id of this list.' });
  return parts;
};

/** The place a token names, or undefined without a token; `like` says of which kinds its parts must be. */
export const readCursor = <T extends readonly CursorPart[]>(
  token: string | undefined,
  like: { readonly [K in keyof T]: T[K] extends number ? 'number' : 'string' },
): T | undefined => partsIn(token, like) as T | undefined;

const isPart = (part: unknown, kind: 'number' | 'string' | undefined): boolean =>
  kind === 'number' ? Number.isSafeInteger(part) : typeof part === 'string' && isStorable(part);

const parsed = (token: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

type Place<K extends readonly PartKind[]> = { readonly [I in keyof K]: K[I] extends 'number' ? number : string };

/** One page of a list: what is read behind the place its token names, as it is shown. `like` says what a place is made of. */
export const listPage = async <const K extends readonly PartKind[], Row, View>(
  query: CursorQuery,
  like: K,
  list: {
    readonly read: (after: Place<K> | undefined, limit: number) => Promise<readonly Row[]>;
    readonly placeOf: (row: Row) => Place<K>;
    readonly view: (row: Row) => View;
  },
): Promise<{ items: View[]; page: CursorPage }> => {
  const size = pageSize(query);
  const after = partsIn(query.page_id, like) as Place<K> | undefined;
  const { rows, page } = cursorPage(
    await list.read(after, size + 1),
    size,
    list.placeOf as (row: Row) => readonly CursorPart[],
  );
  return { items: rows.map((row) => list.view(row)), page };
};

/** A page of so many, with the token of the place behind which the next one begins; undefined: there is none. */
export const cursorPageOf = (size: number, count: number, next: readonly CursorPart[] | undefined): CursorPage => {
  const token = next && Buffer.from(JSON.stringify(next)).toString('base64url');
  return {
    type: 'cursor',
    size,
    item_count: count,
    has_next: token !== undefined,
    next: token ?? null,
    ...(token === undefined ? {} : { next_id: token }),
  };
};

/** Cuts a list that was read with one row more than the page holds, which tells whether there is a next page. */
export const cursorPage = <Row>(
  rows: readonly Row[],
  size: number,
  placeOf: (row: Row) => readonly CursorPart[],
): { readonly rows: readonly Row[]; readonly page: CursorPage } => {
  const kept = rows.slice(0, size);
  const last = kept.at(-1);
  const next = rows.length > size && last !== undefined ? placeOf(last) : undefined;
  return { rows: kept, page: cursorPageOf(size, kept.length, next) };
};
