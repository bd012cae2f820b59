/** Times for people, the way the reader's own language writes them. */
import { localeTag } from '../ui/money.ts';

const styles = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  moment: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const;

const DAY_MS = 86_400_000;

type Promised = { readonly formatted?: Ends; readonly iso?: Ends };
type Ends = { readonly min?: string | null; readonly max?: string | null };

/** A promised day in the reader's words: of the days around the moment the one that the place's own clock says. */
export const promisedDay = ({ formatted, iso }: Promised, end: 'min' | 'max'): string => {
  const said = formatted?.[end] ?? '';
  const at = Date.parse(iso?.[end] ?? '');
  const day = [0, DAY_MS, -DAY_MS]
    .map((off) => new Date(at + off))
    .find((one) => one.getUTCDate() === Number.parseInt(said, 10));
  return (
    day?.toLocaleDateString(localeTag(), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }) ?? said
  );
};

export const dateText = (time: string, style: keyof typeof styles): string =>
  time === '' ? '' : new Date(time).toLocaleString(localeTag(), styles[style]);
