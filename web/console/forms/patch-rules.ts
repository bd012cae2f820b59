/** What a change has to say so that one value becomes another. Pure. */
import { type Json, record } from './schema-rules.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** As RFC 7396 has it: what stays is left out, what goes is null, objects are changed member by member, lists as a whole. */
export const patchOf = (before: Json, after: Json): Json => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const gone = [...was.keys()].filter((name) => !is.has(name)).map((name) => [name, null] as const);
  const changed = [...is].flatMap(([name, value]) => {
    const old = was.get(name);
    if (isSame(old, value)) return [];
    return [[name, isObject(old) && isObject(value) ? patchOf(record(old), record(value)) : value] as const];
  });
  return Object.fromEntries([...gone, ...changed]);
};

/** What changed, each as a whole: of settings, where null is a value and an object is replaced. */
export const changedOf = (before: Json, after: Json): Json => {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(was.get(name), value)));
};

/** `{"cart.cod": …}` from `{cart: {cod: …}}`: the places a form asks about, side by side. */
export const flatOf = (value: unknown, paths: readonly string[]): Json =>
  Object.fromEntries(
    paths.map((path) => [
      path,
      path.split('.').reduce<unknown>((part, name) => new Map(Object.entries(record(part))).get(name), value),
    ]),
  );

/** The other way: the last but one name of a path is the object it is in. */
export const nestedOf = (flat: Json): Json => {
  const nested = new Map<string, unknown>();
  for (const [path, value] of Object.entries(flat)) {
    const [first = '', second] = path.split('.');
    nested.set(first, second === undefined ? value : { ...record(nested.get(first)), [second]: value });
  }
  return Object.fromEntries(nested);
};
