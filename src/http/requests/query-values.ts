/**
 * Queries and paths arrive as text. Each value is turned into the type its schema names, when it is written the plain
 * way; otherwise it stays text and validation says what was expected. A parameter left out gets its schema's default, and
 * one that the schema does not know goes.
 * Pure, decided once per schema.
 */
import { ownEntry } from '../../shared/own-entry.ts';

type Json = Readonly<Record<string, unknown>>;
type Read = (text: string) => unknown;
export type ReadValues = (values: Record<string, unknown>) => void;

const asBoolean: Read = (text) => {
  if (['true', 'True', '1'].includes(text)) return true;
  return ['false', 'False', '0'].includes(text) ? false : text;
};
/** One way to write each: what is called 01 is not what is called 1. */
const asInteger: Read = (text) => (/^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text);
const asNumber: Read = (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text);

const reads: Readonly<Record<string, Read>> = { boolean: asBoolean, integer: asInteger, number: asNumber };
const typesOf = (schema: Json | undefined): readonly unknown[] => [schema?.['type']].flat();
const readOf = (schema: Json | undefined): Read | undefined =>
  typesOf(schema)
    .map((type) => ownEntry(reads, String(type)))
    .find((read) => read !== undefined);

/** Text in, value out; a list is what was given once or several times. Undefined for what stays text. */
const readerOf = (schema: Json): ((given: unknown) => unknown) | undefined => {
  if (typesOf(schema).includes('array')) {
    const read = readOf(schema['items'] as Json | undefined) ?? ((text: string) => text);
    return (given) => [given].flat().map((entry) => (typeof entry === 'string' ? read(entry) : entry));
  }
  const read = readOf(schema);
  return read === undefined ? undefined : (given) => (typeof given === 'string' ? read(given) : given);
};

/**
 * Takes away what the schema does not name, so that nobody reads a value that nothing checked. Undefined for a schema that
 * says of no names that they are all there are.
 */
export const strangerRemover = (schema: unknown): ReadValues | undefined => {
  const { properties, additionalProperties: more = false } = (schema ?? {}) as Json;
  if (typeof properties !== 'object' || properties === null || more !== false) return undefined;
  return (values) => {
    for (const name of Object.keys(values)) if (!Object.hasOwn(properties, name)) delete values[name];
  };
};

/** Undefined when the schema has nothing but text without defaults in it. */
export const valueReader = (schema: unknown): ReadValues | undefined => {
  const properties = ((schema as Json | undefined)?.['properties'] ?? {}) as Readonly<Record<string, Json>>;
  const fields = Object.entries(properties)
    .map(([name, property]) => ({ name, read: readerOf(property), fallback: property['default'] }))
    .filter(({ read, fallback }) => read !== undefined || fallback !== undefined);
  if (fields.length === 0) return undefined;
  return (values) => {
    for (const { name, read, fallback } of fields) {
      if (!Object.hasOwn(values, name)) {
        if (fallback !== undefined) values[name] = fallback;
      } else if (read !== undefined) {
        values[name] = read(values[name]);
      }
    }
  };
};
