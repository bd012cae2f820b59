/** Hours of a day between two fields of time, which know no 24:00. Pure. */
import { list, record } from './schema-rules.ts';

export const shownTime = (time: unknown): string => {
  if (typeof time !== 'string') return '';
  return time === '24:00' ? '00:00' : time;
};
/** Who closes at midnight closes at the end of the day. */
export const closesOf = (shown: string): string => (shown === '00:00' ? '24:00' : shown);

const USUAL = { opens: '10:00', closes: '19:00' };
/** After those there are: the first are the usual ones, others begin where the last end. */
export const freshSpan = (spans: readonly unknown[]): Readonly<Record<string, unknown>> => {
  const last = record(list(spans).at(-1))['closes'];
  return typeof last === 'string' ? { opens: last, closes: '' } : USUAL;
};
