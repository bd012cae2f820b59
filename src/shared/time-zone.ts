/**
 * Wall clocks and instants of an IANA time zone, exact to the millisecond. Pure.
 *
 * A day is a number: days since 1970-01-01 on the wall calendar. An hour that the clocks skip counts as the moment they
 * jump, an hour that they repeat as its first pass: so a later time on the wall is never an earlier instant, and what is
 * computed from opening hours keeps its order through every change of the clocks.
 */
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** More than any zone differs from UTC, less than two changes of one zone's clocks are apart. */
const REACH = 15 * 60 * MINUTE;
const MOST_DAYS_KEPT = 4_000;

/** A day of UTC in which the clocks change: before and behind that moment. */
type Change = { readonly at: number; readonly before: number; readonly behind: number };
type ZoneClock = {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
  readonly changes: Map<number, Change>;
};
/** By the name in small letters: a zone may be written in thousands of ways, and each clock is 30 kB. */
const clocks = new Map<string, ZoneClock>();
/** By the name as it is written, so that the usual one is found at once. */
const written = new Map<string, ZoneClock>();
const MOST_WRITTEN = 1_000;

const clockOf = (zone: string): ZoneClock => {
  const known = written.get(zone);
  if (known !== undefined) return known;
  const clock = clocks.get(zone.toLowerCase()) ?? newClock(zone);
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(zone, clock);
  return clock;
};

const newClock = (zone: string): ZoneClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const made = { format, offsets: new Map<number, number>(), changes: new Map<number, Change>() };
  clocks.set(zone.toLowerCase(), made);
  return made;
};

/** The calendar repeats itself after so long; years below 100 are the last century's to `Date.UTC`. */
const CYCLE_YEARS = 400;
const CYCLE = 146_097 * DAY;
/** Before it Intl counts years backwards; no clock was changed then. */
const EARLIEST = Date.parse('0001-01-03T00:00:00Z');

const askIntl = ({ format }: ZoneClock, given: number): number => {
  const at = Math.max(given, EARLIEST);
  const field: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(at)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  const wall = Date.UTC(year + CYCLE_YEARS, month - 1, day, hour, minute, second) - CYCLE;
  return wall - Math.floor(at / 1000) * 1000;
};

/** Milliseconds the wall clock is ahead of UTC. What is known of a day is kept: Intl is slow to ask. */
const offsetAt = (zone: string, at: number): number => {
  const clock = clockOf(zone);
  const day = Math.floor(at / DAY);
  const kept = clock.offsets.get(day);
  if (kept !== undefined) return kept;
  const change = clock.changes.get(day) ?? look(clock, day);
  return at < change.at ? change.before : change.behind;
};

/** Asks about a day that nothing is kept of. */
const look = (clock: ZoneClock, day: number): Change => {
  const [from, to] = [day * DAY, (day + 1) * DAY];
  const [before, behind] = [askIntl(clock, from), askIntl(clock, to)];
  const change = { at: before === behind ? to : firstOther((at) => askIntl(clock, at), from, to), before, behind };
  for (const kept of [clock.offsets, clock.changes]) if (kept.size >= MOST_DAYS_KEPT) kept.clear();
  if (before === behind) clock.offsets.set(day, before);
  else clock.changes.set(day, change);
  return change;
};

/** By how much the wall clock is ahead of UTC on all of a day, where no clock changes then; undefined where one may. */
export const steadyOffset = (zone: string, day: number): number | undefined => {
  const offset = offsetAt(zone, day * DAY - REACH);
  return offsetAt(zone, (day + 1) * DAY + REACH) === offset ? offset : undefined;
};

/** The day on the wall calendar at this instant. */
export const dayOf = (zone: string, at: number): number => Math.floor((at + offsetAt(zone, at)) / DAY);

/** The instant at which the wall clock shows this minute of this day; 1440 is the day's end. */
export const instantOf = (zone: string, day: number, minute: number): number => {
  const wall = day * DAY + minute * MINUTE;
  const before = offsetAt(zone, wall - REACH);
  const after = offsetAt(zone, wall + REACH);
  if (before === after) return wall - before;
  const candidates = [wall - before, wall - after].filter((at) => at + offsetAt(zone, at) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : jump(zone, wall - after, wall - before);
};

/** The instant at which the offset changes between two instants that have different ones. */
const jump = (zone: string, from: number, to: number): number => firstOther((at) => offsetAt(zone, at), from, to);

const firstOther = (offset: (at: number) => number, from: number, to: number): number => {
  const old = offset(from);
  let [early, late] = [from, to];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (offset(middle) === old) early = middle;
    else late = middle;
  }
  return late;
};

/** 0 is Monday. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** `2026-11-15`. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The day of a date such as `2026-11-15`; undefined for one that is not in the calendar. */
export const dayOfDate = (date: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) || dateOf(at / DAY) !== date ? undefined : at / DAY;
};

/** IANA names only: Intl takes offsets too, and an offset knows no summer time. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
};
