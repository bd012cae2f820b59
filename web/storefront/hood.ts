/** What the page does behind what is seen: the last calls it made, and the events it told. Kept in the page alone. */
import { createValue } from '../ui/value.ts';

export type HoodEntry = {
  readonly at: number;
  /** Of a call: its method, path and status, and how many milliseconds it took; of an event its name. */
  readonly text: string;
  readonly status?: number;
  readonly took?: number;
};
const MOST = 60;

export const hoodEntries = createValue<readonly HoodEntry[]>([]);
let count = 0;

export const noteInHood = (entry: Omit<HoodEntry, 'at'>): void => {
  count += 1;
  hoodEntries.set([{ ...entry, at: count }, ...hoodEntries.get()].slice(0, MOST));
};

/** The same thing, whose every use is noted by its name. */
export const notedInHood = <T extends object>(thing: T): T =>
  new Proxy(thing, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]): unknown => {
        noteInHood({ text: String(name) });
        return Reflect.apply(found, target, given) as unknown;
      };
    },
  });
