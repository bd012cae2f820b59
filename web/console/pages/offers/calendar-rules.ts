/** Which days of a calendar an offer covers. Pure. */
const DAY = 86_400_000;

export type Span = { readonly from: number; readonly days: number };

/** Those that begin or end within the days that are shown come first: of the others there is nothing to see. */
export const soonestFirst = <Offer extends { readonly start?: number | undefined; readonly end?: number | undefined }>(
  offers: readonly Offer[],
  first: number,
  length: number,
): readonly Offer[] => {
  const last = first + length * DAY;
  const isWithin = (at: number | undefined): boolean => at !== undefined && at > first && at < last;
  const next = ({ start, end }: Offer): number => {
    if (isWithin(start)) return start ?? last;
    return isWithin(end) ? (end ?? last) : last;
  };
  return offers.toSorted((one, other) => next(one) - next(other));
};

/** Days from `first` on, counted from 0; nothing when it runs before or after them. */
export const spanOf = (
  { start, end }: { readonly start: number | undefined; readonly end: number | undefined },
  first: number,
  length: number,
): Span | undefined => {
  const from = start === undefined ? 0 : Math.max(0, Math.floor((start - first) / DAY));
  const until = end === undefined ? length : Math.min(length, Math.ceil((end - first) / DAY));
  return until > from ? { from, days: until - from } : undefined;
};
