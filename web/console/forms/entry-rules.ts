/** How an entry of a list is shown: as a line, or in a box under a name of its own. Pure. */
import { controlOf, record, type Schema } from './schema-rules.ts';

const MOST_IN_A_LINE = 4;
const short = new Set(['choice', 'flag', 'number', 'line']);

export const isLine = ({ properties = {} }: Schema): boolean => {
  const members = Object.values(properties);
  return members.length <= MOST_IN_A_LINE && members.every((member) => short.has(controlOf(member)));
};

/** Whether it matters which comes first. */
export const isOrdered = (path: string): boolean => path !== 'translations' && path !== 'departments';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Whether a word stands in it, whichever way it is written. */
export const entrySays = (entry: unknown, wanted: string): boolean =>
  typeof entry === 'object' && entry !== null
    ? Object.values(entry).some((member) => entrySays(member, wanted))
    : text(entry).toLowerCase().includes(wanted.toLowerCase());

/** What tells it from the others: a category by its path, a plan by its bank and how long it runs, anything else by its name. */
export const entryName = (entry: unknown, otherwise: string): string => {
  const { l1, l2, l3, bank, tenure_months: months, name } = record(entry);
  const names = [l1, l2, l3].map((level) => text(record(level)['name'])).filter(Boolean);
  const ofBank = text(record(bank)['name']);
  const plan = [ofBank, text(months) && `${text(months)} months`].filter(Boolean).join(', ');
  return names.join(' › ') || (ofBank && plan) || text(name) || otherwise;
};
