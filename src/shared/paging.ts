/** Pages by number: what was asked for, and the page object of the answer. Pure. */
import { Refusal } from './errors.ts';

export const mostPerPage = 100;
const DEFAULT_SIZE = 10;
/** Page numbers are int32 on the wire. */
const HIGHEST_PAGE = 2_147_483_647;

export type AskedPage = { readonly current: number; readonly size: number };

/** Out of range is refused, never bent: a caller who asks for everything must notice that he got a part. */
export const askedPage = ({
  page_no: current = 1,
  page_size: size = DEFAULT_SIZE,
}: {
  readonly page_no?: number;
  readonly page_size?: number;
}): AskedPage => {
  const details = [
    ...(current >= 1 && current <= HIGHEST_PAGE ? [] : [{ field: 'page_no', message: 'Must be at least 1.' }]),
    ...(size >= 1 && size <= mostPerPage ? [] : [{ field: 'page_size', message: `Must be from 1 to ${mostPerPage}.` }]),
  ];
  if (details.length > 0) throw new Refusal('page_invalid', { details });
  return { current, size };
};

export type ShownPage = AskedPage & {
  /** `cursor` when the page was asked for by a token. */
  readonly type: 'number' | 'cursor';
  readonly itemCount: number;
  readonly total: number;
  /** The token of the next page; undefined on the last one. */
  readonly next: string | undefined;
};

export const pageOf = ({ type, current, size, itemCount, total, next }: ShownPage) => ({
  type,
  current,
  size,
  limit: mostPerPage,
  item_count: itemCount,
  item_total: itemCount,
  total,
  has_previous: current > 1,
  has_next: next !== undefined,
  next: next ?? null,
  ...(next === undefined ? {} : { next_id: next }),
});

/** A page of a list that goes on by numbers alone. */
export const numberedPage = (shown: Omit<ShownPage, 'type' | 'next'>) => ({
  ...pageOf({ ...shown, type: 'number', next: undefined }),
  has_next: shown.current * shown.size < shown.total,
});

/** What a list can be narrowed by: what is left out, or undefined, asks nothing. */
export type Asked<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined };
