/**
 * Shared parts, each with what it was made from. When all together weigh too much the eldest go that were not asked for since they
 * were last passed over, with their texts. Where more are in use than there is room for, most that come stay out: if each took the
 * place of another, none would be there when it is asked for again, and what is kept for a moment is what the heap is tidied for.
 */
import { textsOf } from './shared-parts.ts';

type Made = { readonly from: readonly unknown[]; readonly part: object };
type Kept = Made & { isAsked: boolean };
export type KeptParts = Map<string, Kept>;

/** What a part takes beside its texts, about. */
const PART_BYTES = 3_000;
/** In one place: as many sizes, quantities and prices of an item as are usual at a time. */
const MOST_IN_PLACE = 20;
/** Beyond this part of the room there is none for most that come. */
const FULL = 15 / 16;
/** Of those one in so many has a place. */
const ONE_IN = 8;
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
  /** The eldest first. */
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

  let turnedAway = 0;
  const makeRoom = (): void => {
    for (const [eldest, place] of places) {
      if (held <= mostBytes) break;
      if (!eldest.isAsked) drop(eldest);
      else {
        // A Map keeps the order of insertion: it is gone through again when all others were.
        eldest.isAsked = false;
        places.delete(eldest);
        places.set(eldest, place);
      }
    }
  };

  return {
    /** The part that was made of the same. */
    known: (lies: KeptParts, key: string, from: readonly unknown[]): object | undefined => {
      const kept = lies.get(key);
      if (kept === undefined || !isFrom(kept, from)) return undefined;
      kept.isAsked = true;
      return kept.part;
    },
    /** Whether one that is about to be made may stay; what takes the place of another of its key always may. */
    takes: (lies: KeptParts, key: string): boolean => {
      if (held <= mostBytes * FULL || lies.has(key)) return true;
      turnedAway = (turnedAway + 1) % ONE_IN;
      return turnedAway === 0;
    },
    keep: (lies: KeptParts, key: string, made: Made): void => {
      const before = lies.get(key);
      if (before !== undefined) drop(before);
      if (lies.size >= MOST_IN_PLACE) for (const each of lies.values()) drop(each);
      const kept = { ...made, isAsked: false };
      lies.set(key, kept);
      const place: Place = { lies, key, bytes: 0 };
      places.set(kept, place);
      setBytes(place, PART_BYTES);
      unweighed.push(kept);
      weighOldest();
      makeRoom();
    },
  };
};
