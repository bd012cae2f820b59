/**
 * Five-field cron on a wall clock: minute, hour, day of month, month, day of week. Lists, ranges, steps and English names.
 * When both days are restricted either of them is enough, as cron has always read it. Pure.
 */
import { DAY } from '../../shared/time-zone.ts';

export type Cron = {
  /** Minutes of the day at which it fires, ascending. */
  readonly minutes: readonly number[];
  /** Whether it fires on this day of the wall calendar. */
  readonly onDay: (day: number) => boolean;
};

type Field = { readonly from: number; readonly to: number; readonly names: readonly string[] };
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Field[] = [
  { from: 0, to: 59, names: [] },
  { from: 0, to: 23, names: [] },
  { from: 1, to: 31, names: [] },
  { from: 1, to: 12, names: months },
  { from: 0, to: 7, names: weekdays },
];

const valueOf = (text: string, { from, to, names }: Field): number | undefined => {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + from;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
};

const PART = /^(?:\*|(\w+)(?:-(\w+))?)(?:\/(\d{1,2}))?$/;

/** `*`, `5`, `1-5`, or one of them with a step; undefined for what is none. A number with a step runs to the field's end. */
const partOf = (text: string, field: Field): readonly number[] | undefined => {
  const match = PART.exec(text);
  if (match === null) return undefined;
  const [, first, last, step] = match;
  const from = first === undefined ? field.from : valueOf(first, field);
  const end = step === undefined && first !== undefined ? from : field.to;
  const to = last === undefined ? end : valueOf(last, field);
  const every = Number(step ?? 1);
  if (from === undefined || to === undefined || to < from || every < 1) return undefined;
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, n) => from + n * every);
};

const setOf = (text: string, field: Field): ReadonlySet<number> | undefined => {
  const parts = text.split(',').map((part) => partOf(part, field));
  return parts.includes(undefined) ? undefined : new Set(parts.flatMap((part) => part ?? []));
};

/** Undefined for what is not five readable fields. */
export const parseCron = (text: string): Cron | undefined => {
  const words = text.trim().split(/\s+/);
  if (words.length !== fields.length) return undefined;
  const sets = fields.map((field, at) => setOf(words[at] ?? '', field));
  const [minutes, hours, days, inMonths, onWeekdays] = sets;
  if (!minutes || !hours || !days || !inMonths || !onWeekdays) return undefined;
  const [anyDay, anyWeekday] = [words[2]?.startsWith('*') ?? false, words[4]?.startsWith('*') ?? false];
  return {
    minutes: [...hours]
      .toSorted((a, b) => a - b)
      .flatMap((hour) => [...minutes].toSorted((a, b) => a - b).map((minute) => hour * 60 + minute)),
    onDay: (day) => {
      const date = new Date(day * DAY);
      if (!inMonths.has(date.getUTCMonth() + 1)) return false;
      const weekday = date.getUTCDay();
      const byDay = days.has(date.getUTCDate());
      const byWeekday = onWeekdays.has(weekday) || (weekday === 0 && onWeekdays.has(7));
      return anyDay || anyWeekday ? byDay && byWeekday : byDay || byWeekday;
    },
  };
};
