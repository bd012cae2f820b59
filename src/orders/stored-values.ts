/**
 * Values with maps and sets in them as one canonical text and back, so that what was priced can be priced again. Members
 * whose names begin with `@` get another `@`, so no data can be taken for a map or a set. Pure.
 */
import { canonicalJson } from '../http/requests/canonical-json.ts';

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
export const textOf = (value: unknown): string => canonicalJson(value, plain);
export const valueOf = (text: string): unknown => revived(JSON.parse(text));
