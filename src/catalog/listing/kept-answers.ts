/**
 * Answers by what they were made from. A key holds every version the answer depends on, so an entry is never wrong, only no
 * longer asked for; the least recently used leave when the answers outgrow their room. One that is being made is awaited.
 */
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../../shared/shared-load.ts';

export type KeptAnswer = {
  /** Stands for the key outside. */
  readonly tag: string;
  /** Whether it is there, and nothing has to be made for it. */
  readonly isMade: () => boolean;
  readonly body: (make: () => Promise<Uint8Array>) => Promise<Uint8Array>;
};

/** In memory of its own: a small text made by `Buffer.from` lies in a slab with others and would keep all of it. */
const owned = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);

type Entry = KeptAnswer & { size: number; bytes: Uint8Array | undefined };

export const keptAnswers = (mostBytes: number, tagOf: (key: string) => string, onLate?: OnLate) => {
  const kept = new Map<string, Entry>();
  const shared = sharedLoads<Uint8Array>({ what: 'catalogue answers', deadlineMs: LOAD_DEADLINE_MS, onLate });
  let held = 0;

  const drop = (key: string): void => {
    held -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const grow = (key: string, entry: Entry, size: number): void => {
    if (kept.get(key) !== entry) return;
    entry.size += size;
    held += size;
    for (const oldest of kept.keys()) {
      if (held <= mostBytes) break;
      drop(oldest);
    }
  };

  const open = (key: string): Entry => {
    const entry: Entry = {
      tag: tagOf(key),
      size: 0,
      bytes: undefined,
      isMade: () => entry.bytes !== undefined,
      body: async (make) =>
        entry.bytes ??
        shared(key, async () => {
          const bytes = owned(await make());
          if (entry.bytes === undefined) grow(key, entry, bytes.buffer.byteLength);
          entry.bytes = bytes;
          return bytes;
        }),
    };
    return entry;
  };

  return (key: string): KeptAnswer => {
    const known = kept.get(key);
    const entry = known ?? open(key);
    if (known !== undefined) kept.delete(key);
    kept.set(key, entry); // A Map keeps the order of insertion: the first key is the least recently used.
    if (known === undefined) grow(key, entry, key.length);
    return entry;
  };
};
