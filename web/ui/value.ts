/** A value that pages watch: who shows it is drawn again when it changes. */
import { useEffect, useState } from 'preact/hooks';

export type Value<T> = {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly watch: (tell: () => void) => () => void;
};

export const createValue = <T>(first: T): Value<T> => {
  let current = first;
  const watchers = new Set<() => void>();
  return {
    get: () => current,
    set: (next) => {
      current = next;
      for (const tell of watchers) tell();
    },
    watch: (tell) => {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
  };
};

export const useValue = <T>({ get, watch }: Value<T>): T => {
  const [, draw] = useState({});
  useEffect(() => watch(() => draw({})), [watch]);
  return get();
};
