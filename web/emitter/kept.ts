/** A value that outlives the page, kept as JSON. A browser that blocks storage throws on every touch of it and keeps nothing. */
export type Kept<T> = { readonly get: () => T | null; readonly set: (value: T | null) => void };

export const kept = <T>(name: string): Kept<T> => ({
  get: () => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') as T | null;
    } catch {
      return null;
    }
  },
  set: (value) => {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // blocked or full
    }
  },
});
