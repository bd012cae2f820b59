/** Values that follow from another value and are asked for again and again: made once, and forgotten with what they follow from. Pure. */
import { hungOn } from './hung-on.ts';

/** Something, or nothing that was looked for. */
type There = object | string | number | bigint | boolean | null;
type Made<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
};
const madeOnce =
  <Key, Value extends There>(made: Made<Key, Value>, make: (key: Key) => Value): ((key: Key) => Value) =>
  (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };

/**
 * By the object itself, for as long as somebody else holds it. What is made must follow from it alone. For functions that live
 * as long as the program: each has its place in every object.
 */
export const oncePer = <Key extends object, Value extends There>(make: (key: Key) => Value): ((key: Key) => Value) =>
  madeOnce(hungOn<Value>(), make);

/** The same for a function that is made again and again: nothing is left on the objects when it goes. */
export const onceBeside = <Key extends object, Value extends There>(make: (key: Key) => Value): ((key: Key) => Value) =>
  madeOnce(new WeakMap<Key, Value>(), make);

/** By a word or an object, for as long as this function is held: for few of them, never for what callers send. */
export const onceFor = <Key extends string | number | object, Value extends There>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => madeOnce(new Map<Key, Value>(), make);

/**
 * By the object itself, until another one is asked about: for what is asked many times in a row and then never again. To keep it
 * for as long as the object would take longer than to make it. What is made must follow from it alone.
 */
export const onceInARow = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  let latest: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (latest?.key === key) return latest.value;
    const value = make(key);
    latest = { key, value };
    return value;
  };
};
