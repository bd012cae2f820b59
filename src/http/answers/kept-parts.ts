/**
 * Shared parts, each with what it was made from. When all together weigh too much the eldest go that were not asked for since they
 * were last passed over, with their texts. Where more are in use than there is room for, most that come stay out: if each took the
 * place of another, none would be there when it is asked for again, and what is kept for a moment is what the heap is tidied for.
 */
import { textsOf } from './shared-parts.ts';

/** By these it is told from others in its place. */
type Names = readonly unknown[];
type Made = { readonly from: readonly unknown[]; readonly part: object };
type Kept = Made & { readonly names: Names; isAsked: boolean };
export type KeptParts = Kept[];

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
type Place = { readonly lies: KeptParts; bytes: number };

const areSame = (before: readonly unknown[], now: readonly unknown[]): boolean => {
  for (let at = 0; at < now.length; at += 1) if (before[at] !== now[at]) return false;
  return true;
};
/** They are few, and mostly told apart by the first of their names: to make a text of those takes longer than to compare them. */
const named = (lies: KeptParts, names: Names): Kept | undefined => {
  for (const kept of lies) if (areSame(kept.names, names)) return kept;
  return undefined;
};

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
    const at = place.lies.indexOf(kept);
    if (at !== -1) place.lies.splice(at, 1);
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
    known: (lies: KeptParts, names: Names, from: readonly unknown[]): object | undefined => {
      const kept = named(lies, names);
      if (kept === undefined || !areSame(kept.from, from)) return undefined;
      kept.isAsked = true;
      return kept.part;
    },
    /** Whether one that is about to be made may stay; what takes the place of another of its names always may. */
    takes: (lies: KeptParts, names: Names): boolean => {
      if (held <= mostBytes * FULL || named(lies, names) !== undefined) return true;
      turnedAway = (turnedAway + 1) % ONE_IN;
      return turnedAway === 0;
    },
    keep: (lies: KeptParts, names: Names, made: Made): void => {
      const before = named(lies, names);
      if (before !== undefined) drop(before);
      if (lies.length >= MOST_IN_PLACE) for (const each of lies.slice()) drop(each);
      const kept = { ...made, names, isAsked: false };
      lies.push(kept);
      const place: Place = { lies, bytes: 0 };
      places.set(kept, place);
      setBytes(place, PART_BYTES);
      unweighed.push(kept);
      weighOldest();
      makeRoom();
    },
  };
};
