/** A document without what is personal in it, member by member as the list says. Pure. */
import type { Becomes, Members } from './personal-table.ts';

/** Whose id gets which name. */
export type Renaming = { readonly ids: ReadonlySet<string>; readonly pseudonym: string };

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `user:asha` with the words `user:`; without words the whole text is the id. Undefined when it names somebody else. */
export const renamed = (text: string, before: string, { ids, pseudonym }: Renaming): string | undefined => {
  if (before === '') return ids.has(text) ? pseudonym : undefined;
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const behind = at + before.length;
    if (ids.has(text.slice(behind))) return `${text.slice(0, behind)}${pseudonym}`;
  }
  return undefined;
};

const named = (value: unknown, before: string, renaming: Renaming): unknown => {
  if (Array.isArray(value)) return value.map((entry) => named(entry, before, renaming));
  return typeof value === 'string' ? (renamed(value, before, renaming) ?? value) : value;
};

const become = (value: unknown, becomes: Becomes, renaming: Renaming): unknown =>
  'shopper' in becomes ? named(value, becomes.shopper, renaming) : becomes.value;

type Change = (value: unknown) => unknown;

const inMember = (value: Json, member: string, rest: readonly string[], change: Change): Json =>
  Object.hasOwn(value, member)
    ? Object.fromEntries(
        Object.entries(value).map(([key, entry]) => [key, key === member ? at(entry, rest, change) : entry]),
      )
    : value;

/** The value with what stands at the path changed; where there is nothing, nothing changes. */
const at = (value: unknown, path: readonly string[], change: Change): unknown => {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (first === '**') return anywhere(value, rest, change);
  if (first === '*') return Array.isArray(value) ? value.map((entry) => at(entry, rest, change)) : value;
  return isObject(value) ? inMember(value, first, rest, change) : value;
};

const anywhere = (value: unknown, path: readonly string[], change: Change): unknown => {
  if (Array.isArray(value)) return value.map((entry) => anywhere(entry, path, change));
  if (!isObject(value)) return value;
  const here = at(value, path, change) as Json;
  return Object.fromEntries(Object.entries(here).map(([key, entry]) => [key, anywhere(entry, path, change)]));
};

type Which = 'names' | 'all';
const isWanted = (becomes: Becomes, which: Which, document: unknown): boolean => {
  if ('shopper' in becomes) return true;
  const { unless } = becomes;
  return which === 'all' && (unless === undefined || !says(document, [unless.path], new Set([unless.is])));
};

/** Only the names, or all that is personal. */
export const withoutPerson = (document: unknown, members: Members, which: Which, renaming: Renaming): unknown =>
  Object.entries(members)
    .filter(([, becomes]) => isWanted(becomes, which, document))
    .reduce((value, [path, becomes]) => at(value, path.split('.'), (old) => become(old, becomes, renaming)), document);

/** What stands at these paths, entry by entry. */
export const valuesAt = (document: unknown, paths: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of paths) {
    at(document, path.split('.'), (value) => {
      for (const one of [value].flat(Number.POSITIVE_INFINITY)) found.add(String(one));
      return value;
    });
  }
  return found;
};

/** Whether a member at one of these paths is one of these values. */
export const says = (document: unknown, paths: readonly string[], values: ReadonlySet<string>): boolean =>
  [...valuesAt(document, paths)].some((value) => values.has(value));
