/**
 * When an offer runs: from its start to its end, or repeatedly in between, by cron and a duration in minutes, on the clock of
 * the application's time zone. A start counts, an end does not. Pure.
 */
import { keptTime, readTime } from '../../shared/clock.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { type Cron, parseCron } from './cron-rules.ts';
import { DAY, dayOf, instantOf, MINUTE } from '../../shared/time-zone.ts';

export type Schedule = {
  readonly start: number | null;
  readonly end: number | null;
  /** Null: it runs all the time between start and end. */
  readonly cron: string | null;
  /** How long each repeat lasts. */
  readonly minutes: number;
};
export type Period = { readonly from: number; readonly to: number };
export type Periods = {
  readonly periods: readonly Period[];
  /** Nothing is said about later than this. */
  readonly until: number;
};

const ENDLESS = Number.MAX_SAFE_INTEGER;
/** The 29th of February can be eight years away. */
const LONGEST_WAIT = 8 * 366 * DAY;

type Json = Readonly<Record<string, unknown>>;
const timeOf = (value: unknown): number | null => {
  const at = typeof value === 'string' && value !== '' ? keptTime(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};

/** The members of a stored `_schedule` that decide. */
export const readSchedule = (given: unknown): Schedule => {
  const { start, end, cron, duration } = (given ?? {}) as Json;
  const repeats = typeof cron === 'string' && cron.trim() !== '';
  return {
    start: timeOf(start),
    end: timeOf(end),
    cron: repeats ? cron : null,
    minutes: typeof duration === 'number' ? duration : 0,
  };
};

/** Minutes of a day in stretches: of each no minute comes later than `most` behind the one before. */
const closeTogether = (minutes: readonly number[], most: number): readonly (readonly number[])[] => {
  const found: number[][] = [];
  for (const minute of minutes) {
    const before = found.at(-1);
    if (before !== undefined && minute - (before.at(-1) ?? 0) <= most) before.push(minute);
    else found.push([minute]);
  }
  return found;
};

type Fires = { readonly first: number; readonly last: number };
type Range = { readonly begin: number; readonly close: number };

/** What of a stretch lies in the range, whole where the clocks do not change in it; else each half by itself. */
function* unbroken(minutes: readonly number[], at: (minute: number) => number, range: Range): Generator<Fires, void> {
  const [from = 0, to = 0] = [minutes[0], minutes.at(-1)];
  const [first, last] = [at(from), at(to)];
  if (last < range.begin || first >= range.close) return;
  const isWhole = first >= range.begin && last < range.close && last - first === (to - from) * MINUTE;
  if (isWhole || minutes.length === 1) {
    yield { first, last };
    return;
  }
  const half = minutes.length >> 1;
  yield* unbroken(minutes.slice(0, half), at, range);
  yield* unbroken(minutes.slice(half), at, range);
}

/**
 * The first and the last of instants at which it fires with no more than `minutes` between two of them, in order. So a cron of every
 * minute takes as long as one of every day.
 */
function* firesBetween(
  cron: Cron,
  zone: string,
  { minutes, ...range }: Range & { readonly minutes: number },
): Generator<Fires, void> {
  const stretches = closeTogether(cron.minutes, minutes);
  // No wall clock is a whole day ahead. Of days on which it does not fire no clock is asked: there may be eight years of them.
  const last = Math.floor(range.close / DAY) + 1;
  for (let day = dayOf(zone, range.begin); day <= last; day += 1) {
    if (!cron.onDay(day)) continue;
    for (const stretch of stretches) yield* unbroken(stretch, (minute) => instantOf(zone, day, minute), range);
  }
}

/** Periods that touch the time from `from` to `to`, joined where they overlap; at most `most` of them. */
export const periodsBetween = (
  schedule: Schedule,
  zone: string,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): Periods => {
  const [start, end] = [schedule.start ?? -ENDLESS, schedule.end ?? ENDLESS];
  if (schedule.cron !== null) return repeatsBetween(schedule, zone, { from, to, most });
  return { periods: start < end && end > from ? [{ from: start, to: end }] : [], until: ENDLESS };
};

const repeatsBetween = (
  schedule: Schedule,
  zone: string,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): Periods => {
  const cron = parseCron(schedule.cron ?? '');
  const end = schedule.end ?? ENDLESS;
  if (cron === undefined || end <= from) return { periods: [], until: ENDLESS };
  const length = schedule.minutes * MINUTE;
  const begin = Math.max(schedule.start ?? -ENDLESS, from - length + 1);
  const close = Math.min(end, to);
  const periods: Period[] = [];
  for (const { first, last } of firesBetween(cron, zone, { begin, close, minutes: schedule.minutes })) {
    const period = { from: first, to: Math.min(last + length, end) };
    const before = periods.at(-1);
    if (before !== undefined && before.to >= period.from) {
      periods[periods.length - 1] = { from: before.from, to: Math.max(before.to, period.to) };
    } else if (periods.length >= most) {
      return { periods, until: period.from };
    } else if (period.to > from) {
      periods.push(period);
    }
  }
  return { periods, until: end <= to ? ENDLESS : to };
};

/** Every instant at which a period begins or ends, each once, in order. */
export const edgesOf = (periods: readonly Period[]): readonly number[] => {
  const all = periods.flatMap(({ from, to }) => [from, to]).filter((at) => Math.abs(at) < ENDLESS);
  return [...new Set(all)].toSorted((a, b) => a - b);
};

const everFires = (cron: Cron, zone: string, { start, end }: Schedule, now: number): boolean => {
  const begin = start ?? now;
  const close = Math.min(begin + LONGEST_WAIT, end ?? ENDLESS);
  return firesBetween(cron, zone, { begin, close, minutes: 0 }).next().done !== true;
};

const cronProblems = (schedule: Schedule, zone: string, now: number): readonly FieldProblem[] => {
  if (schedule.cron === null) return [];
  const cron = parseCron(schedule.cron);
  if (cron === undefined) {
    const message = 'Write five fields: minute, hour, day of month, month, day of week; such as 0 18 * * FRI.';
    return [{ field: '_schedule.cron', message }];
  }
  const problems: FieldProblem[] = [];
  if (schedule.minutes < 1) {
    problems.push({ field: '_schedule.duration', message: 'Say how many minutes each repeat lasts, at least 1.' });
  }
  if (!everFires(cron, zone, schedule, now)) {
    const between = schedule.end === null ? '' : ' between start and end';
    problems.push({ field: '_schedule.cron', message: `This cron never fires${between}.` });
  }
  return problems;
};

/** What is wrong with a schedule that somebody wants to keep. */
export const scheduleProblems = (given: unknown, zone: string, now: number): readonly FieldProblem[] => {
  const json = (given ?? {}) as Json;
  const schedule = readSchedule(given);
  const unread = (['start', 'end'] as const)
    .filter((name) => typeof json[name] === 'string' && json[name] !== '' && Number.isNaN(readTime(json[name])))
    .map((name) => ({ field: `_schedule.${name}`, message: 'Write a time such as 2026-11-15T18:00:00Z.' }));
  const turned = schedule.start !== null && schedule.end !== null && schedule.end <= schedule.start;
  return [
    ...unread,
    ...(turned
      ? [{ field: '_schedule.end', message: 'The end must be after the start.' }]
      : cronProblems(schedule, zone, now)),
  ];
};
