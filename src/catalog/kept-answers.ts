/**
 * Answers by what they were made from. A key holds every version the answer depends on, so an entry is never wrong, only no
 * longer asked for; the least recently used leave when the texts outgrow their room. One that is being made is awaited.
 */
export const keptAnswers = (mostCharacters: number) => {
  const kept = new Map<string, Promise<string>>();
  const sizes = new Map<string, number>();
  let held = 0;

  const drop = (key: string): void => {
    kept.delete(key);
    held -= sizes.get(key) ?? 0;
    sizes.delete(key);
  };
  const settle = (key: string, made: Promise<string>, text: string): void => {
    if (kept.get(key) !== made) return;
    sizes.set(key, text.length);
    held += text.length;
    for (const oldest of kept.keys()) {
      if (held <= mostCharacters) break;
      drop(oldest);
    }
  };

  return (key: string, make: () => Promise<string>): Promise<string> => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known); // A Map keeps the order of insertion: the first key is the least recently used.
      return known;
    }
    const made = make();
    kept.set(key, made);
    made.then(
      (text) => settle(key, made, text),
      () => kept.get(key) === made && drop(key),
    );
    return made;
  };
};
