/** Which part of a calendar an offer covers: everything in days from the calendar's first day. Pure. */
type Run = { readonly start: number | undefined; readonly end: number | undefined };
/** How many days are shown, and how many of them are over. */
type Shown = { readonly length: number; readonly now: number };

type Span = { readonly from: number; readonly days: number };

/** Nothing when it runs before or after the days that are shown. */
export const spanOf = ({ start = 0, end = Number.POSITIVE_INFINITY }: Run, length: number): Span | undefined => {
  const [from, until] = [Math.max(0, start), Math.min(length, end)];
  return until > from ? { from, days: until - from } : undefined;
};

/** It has begun and does not end in these days: there is nothing to see of it on a calendar. */
export const runsOn = ({ start = 0, end = Number.POSITIVE_INFINITY }: Run, { length, now }: Shown): boolean =>
  start <= now && end >= length;

/** Those that begin or end, the first to do so first; one that has begun is known by its end. */
export const soonestFirst = <Offer extends Run>(offers: readonly Offer[], shown: Shown): readonly Offer[] => {
  const next = ({ start = 0, end = shown.length }: Offer): number => (start > shown.now ? start : end);
  return offers
    .filter((one) => spanOf(one, shown.length) !== undefined && !runsOn(one, shown))
    .toSorted((one, other) => next(one) - next(other));
};
