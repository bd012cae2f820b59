/**
 * Values with maps and sets in them as one canonical text and back, so that what was priced can be priced again. Members
 * whose names begin with `@` get another `@`, so no data can be taken for a map or a set. Pure.
 */
import { canonicalJson } from '../http/requests/canonical-json.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { workInTurns } from '../shared/slices.ts';

/** Of a value itself; what lies in it is asked about on its own. */
const plain = (value: unknown): unknown => {
  if (value instanceof Map) return { '@map': [...value] };
  if (value instanceof Set) return { '@set': [...value] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!Object.keys(value).some((name) => name.startsWith('@'))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith('@') ? `@${name}` : name, member]),
  );
};

type Json = Record<string, unknown>;
/** What JSON was read into is nobody else's yet, so it is changed where it lies: most of it stays as it is. */
const revived = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = revived(value[at]);
    return value;
  }
  const object = value as Json;
  let isMarked = false;
  // Most members are plain: they are not asked further. A simulation spends its time here (bench/simulate.ts).
  for (const name of Object.keys(object)) {
    isMarked ||= name.startsWith('@');
    const member = ownEntry(object, name);
    if (typeof member !== 'object' || member === null) continue;
    const read = revived(member);
    if (read !== member) Object.assign(object, { [name]: read });
  }
  return isMarked ? unmarked(object) : object;
};
const unmarked = (object: Json): unknown => {
  const { '@map': entries, '@set': members } = object;
  if (Array.isArray(entries)) return new Map(entries as readonly (readonly [unknown, unknown])[]);
  if (Array.isArray(members)) return new Set(members);
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name.startsWith('@') ? name.slice(1) : name, member]),
  );
};

/** The same text for equal values. */
export const textOf = (value: unknown): string => canonicalJson(value, plain);

/** Members, maps in them, and the entries of lists and maps. */
const CUT_DEPTH = 4;
const ENTRIES_A_TURN = 150;

function* written(given: unknown, depth: number): Generator<number, string> {
  const value = plain(given);
  if (depth === 0 || typeof value !== 'object' || value === null) return textOf(given);
  let text = '';
  if (Array.isArray(value)) {
    for (const entry of value) {
      yield 1;
      text += `${text === '' ? '[' : ','}${textOf(entry)}`;
    }
    return text === '' ? '[]' : `${text}]`;
  }
  for (const [name, member] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (member === undefined) continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${yield* written(member, depth - 1)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** The text that `textOf` makes, of a large value in several turns of the loop. */
export const textInTurns = (value: unknown): Promise<string> => workInTurns(written(value, CUT_DEPTH), ENTRIES_A_TURN);
export const valueOf = (text: string): unknown => revived(JSON.parse(text));
