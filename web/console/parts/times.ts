/** Times for people, on the clock of the shop they are of. */
import { shop } from '../session.ts';

const zoned = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: shop.value.time_zone });

/** A time is one word: no line ends in it. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

export const moment = (iso: string | null | undefined): string =>
  iso ? unbroken(zoned({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))) : '';
export const dayOf = (iso: string | null | undefined): string =>
  iso ? unbroken(zoned({ dateStyle: 'medium' }).format(new Date(iso))) : '';

/** Where many days stand beside each other: their year is that of the page. */
export const shortDay = (iso: string): string =>
  unbroken(zoned({ day: 'numeric', month: 'short' }).format(new Date(iso)));

/** Since when; a time before there were shops is how the interface says that it was never otherwise. */
export const sinceDay = (iso: string | null | undefined): string =>
  iso && Date.parse(iso) > 0 ? dayOf(iso) : 'Always';

/** An hour of the day such as 17:00, as the other times on the page are written. */
export const clockTime = (hour: string): string =>
  /^\d\d:\d\d$/.test(hour)
    ? unbroken(
        new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' }).format(
          new Date(`2000-01-01T${hour}Z`),
        ),
      )
    : hour;

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago, or in how long. */
export const ago = (iso: string): string => {
  const apart = new Date(iso).getTime() - Date.now();
  const [unit, size] = steps.find(([, length]) => Math.abs(apart) >= length) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round(apart / size), unit);
};

/** A day of the shop's calendar, `days` before today, as reports name it. */
export const calendarDay = (days = 0): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: shop.value.time_zone }).format(Date.now() - days * 86_400_000);

/** An instant as a field for date and time shows it, on the clock of the shop. */
export const toField = (iso: string | null | undefined): string =>
  iso
    ? new Intl.DateTimeFormat('sv-SE', { timeZone: shop.value.time_zone, dateStyle: 'short', timeStyle: 'short' })
        .format(new Date(iso))
        .replace(' ', 'T')
    : '';
/** The other way. The second look mends a first one that fell beside a change of the clocks. */
export const fromField = (text: string): string | undefined => {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const shownAt = (at: number): number => Date.parse(`${toField(new Date(at).toISOString())}Z`);
  const near = wanted - (shownAt(wanted) - wanted);
  return new Date(near - (shownAt(near) - wanted)).toISOString();
};
/** Where in the shop's calendar an instant lies, in days from the beginning of a day as reports name it. */
export const daysFrom = (first: string, iso: string): number =>
  (Date.parse(`${toField(iso)}Z`) - Date.parse(`${first}T00:00Z`)) / 86_400_000;
