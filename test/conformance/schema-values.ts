/** Random values that fit a schema of ours: every optional field there or not, every null, every kind of text and number. */
import type { Arbitrary } from 'fast-check';
import * as fc from 'fast-check';
import { type SchemaJson, typesOf } from './schema-walk.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
/** JSON has no minus zero. */
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const time = fc.integer({ min: 0, max: 4_102_444_800_000 }).map((at) => new Date(at).toISOString());
const free = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
/** `__proto__` as a key cannot be told from a prototype, and the server takes no such key either. */
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((key) => key !== '__proto__');

const numbers = ({ format, minimum }: SchemaJson, integer: boolean): Arbitrary<unknown> => {
  if (format === 'int32') return fc.integer();
  if (integer) return fc.maxSafeInteger();
  return typeof minimum === 'number' ? double.map(Math.abs).filter((value) => value >= minimum) : double;
};

const object = (schema: SchemaJson): Arbitrary<unknown> => {
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, SchemaJson>>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const known = fc.record(Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, valuesOf(part)])), {
    requiredKeys: Object.keys(fields).filter((key) => required.has(key)),
  });
  const extra = schema['additionalProperties'];
  if (extra !== true && typeof extra !== 'object') return known;
  const ownName = name.filter((key) => !(key in fields));
  const more = fc.dictionary(ownName, extra === true ? free : valuesOf(extra as SchemaJson), { maxKeys: 2 });
  return fc.tuple(known, more).map(([given, rest]) => ({ ...given, ...rest }));
};

const ofType = (type: string, schema: SchemaJson): Arbitrary<unknown> => {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return schema['format'] === 'date-time' ? time : text;
    case 'integer':
    case 'number':
      return numbers(schema, type === 'integer');
    case 'array':
      return fc.array(valuesOf(schema['items'] as SchemaJson), { maxLength: 2 });
    case 'object':
      return object(schema);
    default:
      throw new Error(`no values of the type ${type}`);
  }
};

const known = new WeakMap<SchemaJson, Arbitrary<unknown>>();
const build = (schema: SchemaJson): Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as readonly unknown[]));
  const types = typesOf(schema);
  return types.length === 0 ? free : fc.oneof(...types.map((type) => ofType(type, schema)));
};

export const valuesOf = (schema: SchemaJson): Arbitrary<unknown> => {
  const found = known.get(schema) ?? build(schema);
  known.set(schema, found);
  return found;
};
