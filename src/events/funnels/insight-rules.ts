/** Figures as rows of reports. Pure. */
import { type CsvCell, csvLine } from '../../feeds/csv-line.ts';
import { Refusal } from '../../shared/errors.ts';
import { dateOf, dayOf, dayOfDate } from '../../shared/time-zone.ts';
import { funnelSteps } from './funnel-fact-rules.ts';
import type { Days, EventsOfDay, StepsOfDay } from './insight-store.ts';
import { ownEntry } from '../../shared/own-entry.ts';

const MOST_DAYS = 400;
const DAYS_SHOWN = 30;

const dayIn = (field: string, date: string): number => {
  const day = dayOfDate(date);
  if (day !== undefined) return day;
  throw new Refusal('body_invalid', { details: [{ field, message: `${date} is not in the calendar.` }] });
};

export const daysOf = (
  { from, to }: { readonly from?: string; readonly to?: string },
  timeZone: string,
  now: number,
): Days => {
  const last = to === undefined ? dayOf(timeZone, now) : dayIn('to', to);
  const first = from === undefined ? last - DAYS_SHOWN + 1 : dayIn('from', from);
  if (first <= last && last - first < MOST_DAYS) return { first, last };
  const message = first > last ? 'Must not be before from.' : `At most ${MOST_DAYS} days at once.`;
  throw new Refusal('body_invalid', { details: [{ field: 'to', message }] });
};

/** From thousandths, as the database gives them. */
export const amountOf = (thousandths: string): number => Number(thousandths) / 1000;

export type FunnelRow = {
  readonly date: string;
  readonly step: string;
  readonly events: number;
  readonly shoppers: number;
  readonly from_previous: number | null;
  readonly through: number;
};

/** A row for every step of every day. Steps of a shopper's day are bits: who has all of `bits` did all of these steps. */
export const funnelRows = (
  { first, last }: Days,
  steps: readonly StepsOfDay[],
  events: readonly EventsOfDay[],
): readonly FunnelRow[] => {
  const byDay = Map.groupBy(steps, ({ day }) => day);
  const counts = new Map(events.map(({ day, name, events: count }) => [`${day} ${name}`, count]));
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return days.flatMap((day) => {
    const own = byDay.get(day) ?? [];
    const having = (bits: number): number =>
      own.reduce((sum, { steps: done, shoppers }) => ((done & bits) === bits ? sum + shoppers : sum), 0);
    return funnelSteps.map((step, place) => ({
      date: dateOf(day),
      step,
      events: counts.get(`${day} ${step}`) ?? 0,
      shoppers: having(2 ** place),
      from_previous: place === 0 ? null : having(2 ** place + 2 ** (place - 1)),
      through: having(2 ** (place + 1) - 1),
    }));
  });
};

export const csvRow = (columns: readonly string[], row: Readonly<Record<string, CsvCell>>): string =>
  csvText(columns.map((column) => ownEntry(row, column) ?? null));
export const csvText = (cells: readonly CsvCell[]): string => `${csvLine(cells)}\r\n`;
