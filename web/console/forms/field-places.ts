/** Places within what a form asks about. Pure. */
import { list, record } from './schema-rules.ts';

/** What stands at a place of the whole: `rates[0].by`. */
export const valueAt = (whole: unknown, path: string): unknown => {
  // Places of settings stand side by side, each under its path.
  const [name, start] = Object.entries(record(whole)).find(
    ([known]) => path.startsWith(known) && /^([.[]|$)/.test(path.slice(known.length)),
  ) ?? ['', whole];
  const steps = path.slice(name.length).match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>(
    (part, step) => (Array.isArray(part) ? list(part)[Number(step)] : new Map(Object.entries(record(part))).get(step)),
    start,
  );
};
/** The place of another member of the same object. */
export const beside = (path: string, name: string): string => `${path.slice(0, path.lastIndexOf('.') + 1)}${name}`;
