/**
 * When a store works: weekly hours on its own wall clock, with single days that differ (holidays have no hours at all).
 * Everything is asked in instants, so callers meet no time zones. Pure.
 */
import { dateOf, dayOf, instantOf, MINUTE, weekdayOf } from '../shared/time-zone.ts';
import { ownEntry } from '../shared/own-entry.ts';

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

/** A store that has not opened by then has no promise to give. */
const FURTHEST_DAYS = 400;

const intervalsOn = ({ timeZone, week, exceptions }: Calendar, day: number): readonly Interval[] =>
  (ownEntry(exceptions, dateOf(day)) ?? week[weekdayOf(day)] ?? [])
    .map(({ opens, closes }) => ({ from: instantOf(timeZone, day, opens), to: instantOf(timeZone, day, closes) }))
    .filter(({ from, to }) => from < to); // an hour that the clocks skip is no opening hour

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
  let left = minutes * MINUTE;
  for (const { from, to } of openIntervals(calendar, at)) {
    if (from + left <= to) return { at: from + left, closes: to };
    left -= to - from;
  }
  return undefined;
};

/** The opening of the n-th day on which the store works, counted after the day of `at`; n = 1 is the next one. */
export const openingAfterDays = (calendar: Calendar, at: number, days: number): number | undefined => {
  const today = dayOf(calendar.timeZone, at);
  let left = days;
  for (let day = today + 1; day <= today + FURTHEST_DAYS + days * 7; day += 1) {
    const [first] = intervalsOn(calendar, day);
    if (first === undefined) continue;
    left -= 1;
    if (left === 0) return first.from;
  }
  return undefined;
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
