/**
 * What belongs to an object of somebody else, held by that object itself. A table beside it (`WeakMap`) would do the same, but
 * the collector has to go through all such tables while everybody waits, again and again until nothing more is found: with one
 * entry for each of a shop's products and sizes in a dozen of them that was the longest part of a tidying of the heap
 * (docs/decisions/0096-what-belongs-to-an-object-hangs-on-it.md). Pure.
 */

export type Hung<Value> = {
  readonly get: (owner: object) => Value | undefined;
  readonly set: (owner: object, value: Value) => void;
};

/** Nobody who copies, writes or compares the object meets it: it is not enumerable. */
const HOOK = Symbol('hung on it');
type Owner = { readonly [HOOK]?: unknown[] };

/** One place for each kind, the same in every object. */
let kinds = 0;

/** Those that take nothing new. */
const beside = new WeakMap<object, unknown[]>();

const slotsOf = (owner: object): unknown[] | undefined =>
  (owner as Owner)[HOOK] ?? (Object.isExtensible(owner) ? undefined : beside.get(owner));

const hook = (owner: object): unknown[] => {
  const slots: unknown[] = [];
  slots.length = kinds;
  if (Object.isExtensible(owner)) Object.defineProperty(owner, HOOK, { value: slots });
  else beside.set(owner, slots);
  return slots;
};

/** Each call makes another kind; for what lives as long as the program. */
export const hungOn = <Value>(): Hung<Value> => {
  const kind = kinds;
  kinds += 1;
  return {
    get: (owner) => slotsOf(owner)?.[kind] as Value | undefined,
    set: (owner, value) => {
      (slotsOf(owner) ?? hook(owner))[kind] = value;
    },
  };
};
