/** A store as it is fed and as promises need it. Pure. */
import type { StoreRow } from '../contract/catalog/delivery-contract.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import type { Hours } from './opening-hours.ts';
import type { PromiseStore } from './promise-answer.ts';
import { dayOfDate, isTimeZone } from '../shared/time-zone.ts';

export type Store = PromiseStore & {
  readonly storeCode: string;
  readonly city: string;
  /** Empty when it was not fed, like the contact. */
  readonly phone: string;
  readonly contactPerson: string;
  readonly areaCode: string;
  /** Null when it was not fed: its tax is not split. */
  readonly state: string | null;
  readonly country: string;
  readonly meta: Readonly<Record<string, unknown>>;
};

type WrittenHours = readonly { readonly opens: string; readonly closes: string }[];

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};
const hoursOf = (written: WrittenHours): readonly Hours[] =>
  written
    .map(({ opens, closes }) => ({ opens: minuteOf(opens), closes: minuteOf(closes) }))
    .toSorted((a, b) => a.opens - b.opens);

const hoursProblem = (written: WrittenHours, field: string): FieldProblem | undefined => {
  const hours = hoursOf(written);
  if (hours.some(({ opens, closes }) => opens >= closes)) {
    return { field, message: 'Hours end after they begin; split those that go past midnight at 24:00.' };
  }
  const overlap = hours.some(({ opens }, at) => opens < (hours[at - 1]?.closes ?? 0));
  return overlap ? { field, message: 'Hours of one day do not overlap.' } : undefined;
};

const exceptionProblem = ({ exceptions = [] }: StoreRow): FieldProblem | undefined => {
  const dates = new Set<string>();
  for (const [at, { date, hours }] of exceptions.entries()) {
    const field = `exceptions[${at}]`;
    if (dayOfDate(date) === undefined) return { field: `${field}.date`, message: 'Write a date as 2026-11-15.' };
    if (dates.has(date)) return { field: `${field}.date`, message: 'This date is listed twice.' };
    dates.add(date);
    const problem = hoursProblem(hours, `${field}.hours`);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** What is wrong with a row beyond its schema. */
export const storeProblem = (row: StoreRow): FieldProblem | undefined => {
  if (areaCode(row.area_code) === undefined) {
    return { field: 'area_code', message: 'An area code has up to 16 letters and digits.' };
  }
  if (!isTimeZone(row.time_zone)) {
    return { field: 'time_zone', message: `${row.time_zone} is not an IANA time zone, such as Asia/Kolkata.` };
  }
  const weekly = weekdays.map((day) => hoursProblem(row.hours[day] ?? [], `hours.${day}`));
  return weekly.find((problem) => problem !== undefined) ?? exceptionProblem(row);
};

export const storeOf = (row: StoreRow): Store => ({
  uid: row.uid,
  name: row.name,
  storeCode: row.store_code,
  city: row.city ?? '',
  address: row.address ?? '',
  phone: row.phone ?? '',
  contactPerson: row.contact_person ?? '',
  areaCode: areaCode(row.area_code) ?? row.area_code,
  state: row.state ?? null,
  country: row.country,
  calendar: {
    timeZone: row.time_zone,
    week: weekdays.map((day) => hoursOf(row.hours[day] ?? [])),
    exceptions: Object.fromEntries((row.exceptions ?? []).map(({ date, hours }) => [date, hoursOf(hours)])),
  },
  cutOff: row.cut_off === undefined || row.cut_off === null ? null : minuteOf(row.cut_off),
  processingMinutes: row.processing_minutes ?? 0,
  handoverMinutes: row.handover_minutes ?? 0,
  pickup: row.pickup ?? false,
  meta: row.meta ?? {},
});
