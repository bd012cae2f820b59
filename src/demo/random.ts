/** Chance that is the same every time: the demo shop must look alike on every machine. */
export type Random = {
  /** From 0 up to 1. */
  readonly next: () => number;
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
  readonly chance: (probability: number) => boolean;
};

/** FNV-1a, stirred once more at the end: `mug-1` and `mug-2` must have nothing in common. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Mulberry32, seeded by a text such as an item's slug. */
export const seeded = (text: string): Random => {
  let state = hashOf(text);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    chance: (probability) => next() < probability,
  };
};
