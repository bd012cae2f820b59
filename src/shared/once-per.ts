/** Values that follow from another value and are asked for again and again: made once, and forgotten with what they follow from. Pure. */

type Made<Key, Value> = {
  readonly get: (key: Key) => { readonly value: Value } | undefined;
  readonly set: (key: Key, made: { readonly value: Value }) => unknown;
};
const madeOnce =
  <Key, Value>(made: Made<Key, Value>, make: (key: Key) => Value): ((key: Key) => Value) =>
  (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };

/** By the object itself, for as long as somebody else holds it. What is made must follow from it alone. */
export const oncePer = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) =>
  madeOnce(new WeakMap<Key, { readonly value: Value }>(), make);

/** By a word, for as long as this function is held: for few words, never for what callers send. */
export const onceFor = <Word extends string | number, Value>(make: (word: Word) => Value): ((word: Word) => Value) =>
  madeOnce(new Map<Word, { readonly value: Value }>(), make);

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
