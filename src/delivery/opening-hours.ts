/**
 * When a store works: weekly hours on its own wall clock, with single days that differ (holidays have no hours at all).
 * Everything is asked in instants, so callers meet no time zones. Pure.
 */
import { oncePer } from '../shared/once-per.ts';
import { dayOf, dayOfDate, instantOf, MINUTE, steadyOffset, weekdayOf } from '../shared/time-zone.ts';

/** Minutes of the day; `closes` may be 1440, the day's end. */
export type Hours = { readonly opens: number; readonly closes: number };
export type Calendar = {
  readonly timeZone: string;
  /** Seven days, Monday first; each day's hours in order, not overlapping. */
  readonly week: readonly (readonly Hours[])[];
  /** By date (`2026-11-15`): the hours of that day instead of the week's; none when it is a holiday. */
  readonly exceptions: Readonly<Record<string, readonly Hours[]>>;
};
export type Interval = { readonly from: number; readonly to: number };

/** A store that has not opened by then has no promise to give, nor one that is to work on more of its days. */
const FURTHEST_DAYS = 400;

type Exceptions = Calendar['exceptions'];
/** By the number of the day: what takes hundreds of minutes or days asks about hundreds of days. */
const exceptionsByDay = oncePer(
  (exceptions: Exceptions): ReadonlyMap<number, readonly Hours[]> =>
    new Map(
      Object.entries(exceptions).flatMap(([date, hours]) => {
        const day = dayOfDate(date);
        return day === undefined ? [] : [[day, hours] as const];
      }),
    ),
);
const hoursOn = ({ week, exceptions }: Calendar, day: number): readonly Hours[] =>
  exceptionsByDay(exceptions).get(day) ?? week[weekdayOf(day)] ?? [];

const intervalsOn = (calendar: Calendar, day: number): readonly Interval[] => {
  const { timeZone } = calendar;
  return hoursOn(calendar, day)
    .map(({ opens, closes }) => ({ from: instantOf(timeZone, day, opens), to: instantOf(timeZone, day, closes) }))
    .filter(({ from, to }) => from < to); // an hour that the clocks skip is no opening hour
};

/** Of a day on which no clock changes. */
const openTime = oncePer((hours: readonly Hours[]): number =>
  hours.reduce((sum, { opens, closes }) => sum + (closes - opens) * MINUTE, 0),
);

/** Opening times from an instant on; the first one begins no earlier than `at`. */
export function* openIntervals(calendar: Calendar, at: number): Generator<Interval, undefined> {
  const today = dayOf(calendar.timeZone, at);
  for (let day = today; day <= today + FURTHEST_DAYS; day += 1) {
    for (const { from, to } of intervalsOn(calendar, day)) {
      if (to > at) yield { from: Math.max(from, at), to };
    }
  }
}

/** The first moment at which the store is open, from `at` on. */
export const nextOpen = (calendar: Calendar, at: number): number | undefined =>
  openIntervals(calendar, at).next().value?.from;

/** The moment after which this much opening time has passed, and the opening it falls into. */
export const afterOpenTime = (
  calendar: Calendar,
  at: number,
  minutes: number,
): { readonly at: number; readonly closes: number } | undefined => {
  const { timeZone } = calendar;
  const today = dayOf(timeZone, at);
  let left = minutes * MINUTE;
  for (let day = today; day <= today + FURTHEST_DAYS; day += 1) {
    const all = openTime(hoursOn(calendar, day));
    // Whole days pass at once: a store may be open for eight single minutes of each.
    if (all < left && day > today && steadyOffset(timeZone, day) !== undefined) {
      left -= all;
      continue;
    }
    for (const { from, to } of intervalsOn(calendar, day)) {
      if (to <= at) continue;
      const begins = Math.max(from, at);
      if (begins + left <= to) return { at: begins + left, closes: to };
      left -= to - begins;
    }
  }
  return undefined;
};

const worksOn = (calendar: Calendar, day: number): boolean =>
  hoursOn(calendar, day).length > 0 &&
  (steadyOffset(calendar.timeZone, day) !== undefined || intervalsOn(calendar, day).length > 0);

/** By the day behind which they lie: days on which the store works, as far as somebody asked for them. Few days are counted from at a time. */
const workingDays = oncePer((_calendar: Calendar) => new Map<number, { readonly days: number[]; looked: number }>());
const MOST_BEGINNINGS = 8;

const daysBehind = (calendar: Calendar, today: number) => {
  const kept = workingDays(calendar);
  const known = kept.get(today);
  if (known !== undefined) return known;
  if (kept.size >= MOST_BEGINNINGS) kept.clear();
  const fresh = { days: [], looked: today };
  kept.set(today, fresh);
  return fresh;
};

/** The opening of the n-th day on which the store works, counted after the day of `at`; n = 1 is the next one. Not of one that is out of sight. */
export const openingAfterDays = (calendar: Calendar, at: number, days: number): number | undefined => {
  if (days > FURTHEST_DAYS) return undefined;
  const today = dayOf(calendar.timeZone, at);
  const behind = daysBehind(calendar, today);
  const furthest = today + FURTHEST_DAYS + days * 7;
  while (behind.days.length < days && behind.looked < furthest) {
    behind.looked += 1;
    if (worksOn(calendar, behind.looked)) behind.days.push(behind.looked);
  }
  const day = behind.days[days - 1];
  return day === undefined || day > furthest ? undefined : intervalsOn(calendar, day)[0]?.from;
};

/**
 * When work on an order begins: at once, or with the next working day when it comes at or after the cut-off (a minute of
 * the day; null: the store knows none).
 */
export const afterCutOff = (calendar: Calendar, at: number, cutOff: number | null): number | undefined => {
  if (cutOff === null) return at;
  const today = dayOf(calendar.timeZone, at);
  const closed = intervalsOn(calendar, today).length === 0;
  if (closed || at < instantOf(calendar.timeZone, today, cutOff)) return at;
  return openingAfterDays(calendar, at, 1);
};
