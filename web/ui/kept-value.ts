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

export type KeptValue = Value<string> & {
  /** Takes what another page of this browser wrote a moment ago. */
  readonly refresh: () => void;
};

/** Empty text stands for nothing. What another page of this browser writes is known here, too. */
export const keptValue = (name: string): KeptValue => {
  const value = createValue(read(name));
  const refresh = (): void => {
    const kept = read(name);
    if (kept !== value.get()) value.set(kept);
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      if (key === name || key === null) refresh();
    });
  }
  return {
    ...value,
    refresh,
    set: (next) => {
      write(name, next);
      value.set(next);
    },
  };
};
