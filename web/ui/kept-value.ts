/** A value that outlives the page, where the browser keeps such things; elsewhere it lives as long as the page. */
import { createValue, type Value } from './value.ts';

const read = (name: string): string => {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return ''; // a browser that blocks storage throws on every touch of it
  }
};
const write = (name: string, text: string): void => {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // the value still holds for this page
  }
};

/** Empty text stands for nothing. */
export const keptValue = (name: string): Value<string> => {
  const value = createValue(read(name));
  return {
    ...value,
    set: (next) => {
      write(name, next);
      value.set(next);
    },
  };
};
