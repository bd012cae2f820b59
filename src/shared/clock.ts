/** Milliseconds since 1970. Time is an argument: `main.ts` passes the real clock, a test passes its own. */
export type Clock = () => number;

/**
 * Milliseconds since some moment of its own, only ever forward: whoever sets the machine's clock does not move it. What waits,
 * limits or ages within a process is measured with it; what is stored or shown is dated by a `Clock`. The two have different
 * forms, so that neither can be passed for the other.
 */
export type Stopwatch = { readonly ms: () => number };
export const processStopwatch: Stopwatch = { ms: () => performance.now() };

/** Years 1 to 9999: what lies beyond nobody means, and the form of our times has no room for it. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A day that there is, as 2026-11-15. */
export const isDate = (text: string): boolean => {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  return day >= 1 && day <= (monthLengths[month - 1] ?? 0) && (month !== 2 || day < 29 || isLeap(year));
};

const TIME =
  /^([\d-]{10})(?:[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * A time as somebody wrote it; NaN for what cannot be read and for what is no time that anybody means. `Date.parse` alone takes
 * `banana 5` for one, moves the 31st of February, and reads what names no zone in that of the machine, so that two nodes would
 * have two times of it: without a zone it is UTC here, as a day alone is.
 */
export const readTime = (text: string): number => {
  const [, day = '', time = '00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  if (!isDate(day)) return Number.NaN;
  const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = Date.parse(`${day}T${time}${colon}`);
  return at >= FIRST && at <= LAST ? at : Number.NaN;
};

/** One that was written down before it was read so strictly, or by somebody who cannot be told that it is none. */
export const keptTime = (text: string): number => {
  const at = readTime(text);
  return Number.isNaN(at) ? Date.parse(text) : at;
};

/** The form of every time on the wire: ISO 8601, UTC, milliseconds. */
export const isoTime = (at: number): string => new Date(at).toISOString();
