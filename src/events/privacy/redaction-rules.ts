/**
 * A refused event as it may be kept: whatever could be personal is hashed or replaced, what is needed to see the mistake and to
 * try again stays. A value that is not of its field's kind stays wrong, so a second look cannot take it for right. Pure.
 */
import { type Json, hasType, isObject, type Shape } from '../collector/event-shape.ts';
import type { HashText } from '../../privacy/person-names.ts';
import { ownEntry } from '../../shared/own-entry.ts';

const LONGEST_TEXT = 2_000;
const PLAIN_NAME = /^[A-Za-z_][\w-]{0,63}$/;
/** Looked for from the beginning of a word only: from each of its letters, a batch of long words would hold up the loop. */
const ADDRESS = /(?<![^\s@/?&=])[^\s@/?&=]+@[^\s@/?&=]{1,253}/g;
const NUMBER = /\+?\d[\d\s()-]{7,18}\d/g;
/** What people type may be somebody's number; elsewhere a number is an id. */
const typedFields = new Set(['query', 'source_url', 'utm_medium', 'utm_source', 'utm_campaign', 'wishlist_name']);

const scrubbed = (text: string, name: string): string => {
  const clean = text.slice(0, LONGEST_TEXT).replace(ADDRESS, '[address]');
  return typedFields.has(name) ? clean.replace(NUMBER, '[number]') : clean;
};

const typesOf = ({ type, anyOf }: Shape): readonly string[] =>
  anyOf === undefined ? [type ?? []].flat() : anyOf.flatMap(typesOf);

const placeholder = (value: unknown): Json => ({ redacted: Array.isArray(value) ? 'array' : typeof value });

const hashedParts = (value: unknown, hash: HashText): unknown => {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) return value.map((entry) => hashedParts(entry, hash));
  return hash(typeof value === 'string' ? value : JSON.stringify(value));
};

const safeName = (name: string): string => (PLAIN_NAME.test(name) ? name : '[name]');

const redactedObject = ({ properties }: Shape, value: Json, hash: HashText): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const property = ownEntry(properties, name);
      return property === undefined
        ? [safeName(name), placeholder(member)]
        : [name, redacted(property, member, hash, name)];
    }),
  );

export const redacted = (shape: Shape, value: unknown, hash: HashText, name = ''): unknown => {
  const types = typesOf(shape);
  if (shape.const !== undefined) return value === shape.const ? value : placeholder(value);
  if (types.length === 0 || !hasType(value, types)) return placeholder(value);
  if (shape['x-pii'] !== undefined) return hashedParts(value, hash);
  if (typeof value === 'string') return scrubbed(value, name);
  if (Array.isArray(value)) {
    const { items } = shape.anyOf?.find(({ items: entries }) => entries !== undefined) ?? shape;
    return items === undefined ? placeholder(value) : value.map((entry) => redacted(items, entry, hash, name));
  }
  return isObject(value) ? redactedObject(shape, value, hash) : value;
};
