/**
 * One writer at a time for each key inside a node. It saves work, it does not promise anything: the version guard does. A
 * hot cart would otherwise burn its retries against itself.
 */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export const turns = (): InTurn => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const own = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
};
