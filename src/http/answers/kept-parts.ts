/** Shared parts, each with what it was made from: the oldest go when all together weigh too much, with their texts. */
import { textsOf } from './shared-parts.ts';

type Kept = { readonly from: readonly unknown[]; readonly part: object };
export type KeptParts = Map<string, Kept>;

/** What a part takes beside its texts, about. */
const PART_BYTES = 3_000;
/** In one place: as many sizes, quantities and prices of an item as are usual at a time. */
const MOST_IN_PLACE = 20;
/** It has its texts when its answer has been written: that has more parts, and others are made meanwhile. */
const MOST_UNWEIGHED = 500;

/** Where each lies and what it takes. */
type Place = { readonly lies: KeptParts; readonly key: string; bytes: number };

const isFrom = ({ from }: Kept, now: readonly unknown[]): boolean => from.every((one, at) => one === now[at]);

const lengthOf = (text: string | readonly string[]): number =>
  typeof text === 'string' ? text.length : text.reduce((sum, piece) => sum + piece.length, 0);
const bytesOf = ({ part }: Kept): number =>
  [...(textsOf(part)?.values() ?? [])].reduce((sum, text) => sum + lengthOf(text), PART_BYTES);

export const keptParts = (mostBytes: number) => {
  /** The oldest first. */
  const places = new Map<Kept, Place>();
  const unweighed: Kept[] = [];
  let held = 0;

  const setBytes = (place: Place, bytes: number): void => {
    held += bytes - place.bytes;
    place.bytes = bytes;
  };
  const drop = (kept: Kept): void => {
    const place = places.get(kept);
    if (place === undefined) return;
    setBytes(place, 0);
    places.delete(kept);
    if (place.lies.get(place.key) === kept) place.lies.delete(place.key);
  };
  const weighOldest = (): void => {
    const kept = unweighed.length > MOST_UNWEIGHED ? unweighed.shift() : undefined;
    const place = kept && places.get(kept);
    if (kept !== undefined && place !== undefined) setBytes(place, bytesOf(kept));
  };

  return {
    /** The part that was made of the same. */
    known: (lies: KeptParts, key: string, from: readonly unknown[]): object | undefined => {
      const kept = lies.get(key);
      return kept !== undefined && isFrom(kept, from) ? kept.part : undefined;
    },
    keep: (lies: KeptParts, key: string, kept: Kept): void => {
      const before = lies.get(key);
      if (before !== undefined) drop(before);
      if (lies.size >= MOST_IN_PLACE) for (const each of lies.values()) drop(each);
      lies.set(key, kept);
      const place: Place = { lies, key, bytes: 0 };
      places.set(kept, place);
      setBytes(place, PART_BYTES);
      unweighed.push(kept);
      weighOldest();
      for (const oldest of places.keys()) {
        if (held <= mostBytes) break;
        drop(oldest);
      }
    },
  };
};
