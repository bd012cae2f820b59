/**
 * Answers by what they were made from. A key holds every version the answer depends on, so an entry is never wrong, only no
 * longer asked for; the least recently used leave when the answers outgrow their room. One that is being made is awaited.
 */
export type KeptAnswer = {
  /** Stands for the key outside. */
  readonly tag: string;
  readonly body: (make: () => Promise<Uint8Array>) => Promise<Uint8Array>;
};

type Entry = KeptAnswer & { size: number; made: Promise<Uint8Array> | undefined };

export const keptAnswers = (mostBytes: number, tagOf: (key: string) => string) => {
  const kept = new Map<string, Entry>();
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
      made: undefined,
      body: (make) => {
        if (entry.made !== undefined) return entry.made;
        const made = make();
        entry.made = made;
        made.then(
          (bytes) => grow(key, entry, bytes.length),
          () => {
            entry.made = undefined;
          },
        );
        return made;
      },
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
