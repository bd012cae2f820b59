/**
 * Events that no server has answered for yet, kept in IndexedDB: they outlive a reload and a crash, and every tab of the shop
 * sees them. Where there is no IndexedDB every call fails, and a tab has only its own events in memory.
 */
import type { Envelope } from './envelope.ts';
import { QUEUED_EVENTS } from './limits.ts';

export type Waiting = {
  /** Of the event; it sorts by time. */
  readonly id: string;
  readonly event: Envelope;
  /** Its size as it travels. */
  readonly bytes: number;
};

export type Queue = {
  /** Resolves when it is kept, with how many older ones had to go for it: one or none. */
  readonly put: (event: Waiting) => Promise<number>;
  readonly all: () => Promise<readonly Waiting[]>;
  readonly remove: (events: readonly Waiting[]) => Promise<unknown>;
  readonly clear: () => Promise<unknown>;
};

const STORE = 'events';

const happens = (target: EventTarget, good: string, bad: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    target.addEventListener(good, resolve);
    target.addEventListener(bad, reject);
  });

const open = async (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
  await happens(request, 'success', 'error');
  return request.result;
};

export const openQueue = (name: string): Queue => {
  let opened: Promise<IDBDatabase> | undefined;
  /** Resolves when what was asked of the store is durable. */
  const inStore = async <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opened ??= open(name);
    const transaction = (await opened).transaction(STORE, 'readwrite', { durability: 'strict' });
    const request = ask(transaction.objectStore(STORE));
    await happens(transaction, 'complete', 'abort');
    return request.result;
  };
  return {
    put: async (event) => {
      let lost = 0;
      await inStore((store) => {
        store.put(event);
        const oldest = store.getAllKeys(null, 1);
        const count = store.count();
        count.addEventListener('success', () => {
          if (count.result <= QUEUED_EVENTS) return;
          for (const id of oldest.result) store.delete(id);
          lost = 1;
        });
        return count;
      });
      return lost;
    },
    all: () => inStore<Waiting[]>((store) => store.getAll()),
    remove: (events) =>
      inStore((store) => {
        for (const { id } of events) store.delete(id);
        return store.count();
      }),
    clear: () => inStore((store) => store.clear()),
  };
};
