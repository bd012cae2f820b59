/**
 * Answers by what they were made from. A key holds every version the answer depends on, so an entry is never wrong, only no
 * longer asked for; the least recently used leave when the texts outgrow their room. One that is being made is awaited.
 */
export type KeptAnswer = {
  /** Stands for the key outside. */
  readonly tag: string;
  readonly text: (make: () => Promise<string>) => Promise<string>;
};

type Entry = KeptAnswer & { size: number; made: Promise<string> | undefined };

export const keptAnswers = (mostCharacters: number, tagOf: (key: string) => string) => {
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
      if (held <= mostCharacters) break;
      drop(oldest);
    }
  };

  const open = (key: string): Entry => {
    const entry: Entry = {
      tag: tagOf(key),
      size: 0,
      made: undefined,
      text: (make) => {
        if (entry.made !== undefined) return entry.made;
        const made = make();
        entry.made = made;
        made.then(
          (text) => grow(key, entry, text.length),
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
