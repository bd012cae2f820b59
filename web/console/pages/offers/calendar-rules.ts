/** Which days of a calendar an offer covers. Pure. */
export type Span = { readonly from: number; readonly days: number };

/** Days from `first` on, counted from 0; nothing when it runs before or after them. */
export const spanOf = (
  { start, end }: { readonly start: number | undefined; readonly end: number | undefined },
  first: number,
  length: number,
): Span | undefined => {
  const day = 86_400_000;
  const from = start === undefined ? 0 : Math.max(0, Math.floor((start - first) / day));
  const until = end === undefined ? length : Math.min(length, Math.ceil((end - first) / day));
  return until > from ? { from, days: until - from } : undefined;
};
