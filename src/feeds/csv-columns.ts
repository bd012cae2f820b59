/** The columns a table of some rows can have: the header of a template. What is required comes first. Pure. */
import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const columnsBelow = (schema: Json, path: string): readonly string[] => {
  const { properties, items, additionalProperties } = schema;
  if (isJson(items)) {
    const entries = columnsBelow(items, `${path}.0`);
    // A list of plain values is one column, separated by bars.
    return entries.length === 1 && entries[0] === `${path}.0` ? [path] : entries;
  }
  if (!isJson(properties) || additionalProperties === true) return [path];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .toSorted(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)))
    .flatMap(([name, field]) => columnsBelow(isJson(field) ? field : {}, path === '' ? name : `${path}.${name}`));
};

export const csvColumns = (schema: TSchema): readonly string[] => columnsBelow(schema as Json, '');
