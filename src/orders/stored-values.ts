/**
 * Values with maps and sets in them as one canonical text and back, so that what was priced can be priced again. Members
 * whose names begin with `@` get another `@`, so no data can be taken for a map or a set. Pure.
 */
import { canonicalJson } from '../http/requests/canonical-json.ts';

const plain = (value: unknown): unknown => {
  if (value instanceof Map) return { '@map': [...value].map(plain) };
  if (value instanceof Set) return { '@set': [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith('@') ? `@${name}` : name, plain(member)]),
  );
};

type Json = Readonly<Record<string, unknown>>;
const revived = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  const { '@map': entries, '@set': members } = value as Json;
  if (Array.isArray(entries)) return new Map(entries.map((entry) => revived(entry) as [unknown, unknown]));
  if (Array.isArray(members)) return new Set(members.map(revived));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.startsWith('@') ? name.slice(1) : name, revived(member)]),
  );
};

/** The same text for equal values. */
export const textOf = (value: unknown): string => canonicalJson(plain(value));
export const valueOf = (text: string): unknown => revived(JSON.parse(text));
