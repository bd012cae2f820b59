/**
 * One text for one value, whatever order its keys came in. For values that were read by strict-json.ts, or that `seen` turns into
 * such: it is shown every value once, from the outside in. Loops, because the text of a large order is a megabyte.
 */
import { ownEntry } from '../../shared/own-entry.ts';

export const canonicalJson = (given: unknown, seen: (value: unknown) => unknown = asItIs): string => {
  const value = seen(given);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return listText(value, seen);
  let text = '';
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).toSorted()) {
    const member = ownEntry(members, name);
    if (member === undefined) continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${canonicalJson(member, seen)}`;
  }
  return text === '' ? '{}' : `${text}}`;
};

const listText = (list: readonly unknown[], seen: (value: unknown) => unknown): string => {
  // A megabyte has half a million of them, and one call each would hold up everybody else.
  if (seen === asItIs && list.every(isPlain)) return JSON.stringify(list);
  let text = '';
  for (const entry of list) text += `${text === '' ? '[' : ','}${canonicalJson(entry, seen)}`;
  return text === '' ? '[]' : `${text}]`;
};

const asItIs = (value: unknown): unknown => value;
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
