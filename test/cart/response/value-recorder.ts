/**
 * Remembers every value that answers had at every path of a schema, and tells the paths that never came or always had the same
 * value. A path is named by the object and its field (`CartProductInfo.quantity`), wherever in the answer the object stands.
 */
import { onceFor, oncePer } from '../../../src/shared/once-per.ts';
import { type SchemaJson, typesOf } from '../../conformance/schema-walk.ts';

export type ValueRecorder = {
  readonly record: (answer: unknown) => void;
  /** Paths that no answer had. */
  readonly missing: () => readonly string[];
  /** Paths that had one value only. */
  readonly constant: () => readonly string[];
  readonly paths: () => readonly string[];
};

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (schema: SchemaJson): Readonly<Record<string, SchemaJson>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, SchemaJson>>;

/** Long values are not kept whole: two are enough to tell that they differ. */
const MOST_VALUES = 2;

export const valueRecorder = (root: unknown): ValueRecorder => {
  const seen = new Map<string, Set<string>>();
  const walked = new Set<string>();

  const declare = (schema: unknown, name: string): void => {
    if (!isJson(schema)) return;
    const title = typeof schema['title'] === 'string' ? schema['title'] : name;
    if (isJson(schema['properties'])) {
      if (walked.has(title)) return;
      walked.add(title);
      for (const [field, part] of Object.entries(fieldsOf(schema))) {
        seen.set(`${title}.${field}`, new Set());
        declare(part, `${title}.${field}`);
      }
    }
    declare(schema['items'], name);
    declare(schema['additionalProperties'], name);
  };

  /** Of a field of an object: which path it is, what it should be, and which values it had so far. */
  const placeOf = (schema: SchemaJson, name: string, field: string) => {
    const path = `${typeof schema['title'] === 'string' ? schema['title'] : name}.${field}`;
    const own = fieldsOf(schema)[field];
    return { path, schema: own ?? schema['additionalProperties'], values: own && seen.get(path) };
  };
  /** Thousands of objects have the same few hundred fields: what follows from schema and name is found out once. */
  const placesOf = oncePer((schema: SchemaJson) => {
    const isObject = typesOf(schema).includes('object');
    const ofName = onceFor((name: string) => onceFor((field: string) => placeOf(schema, name, field)));
    return (name: string) => (isObject ? ofName(name) : undefined);
  });

  const visit = (value: unknown, schema: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || !isJson(schema)) return;
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, schema['items'], name);
      return;
    }
    const placeOfField = placesOf(schema)(name);
    if (placeOfField === undefined) return;
    for (const [field, part] of Object.entries(value)) {
      const { path, schema: wanted, values } = placeOfField(field);
      if (values !== undefined && values.size < MOST_VALUES) values.add(JSON.stringify(part));
      visit(part, wanted, path);
    }
  };

  declare(root, 'root');
  const withValues = (count: number): readonly string[] =>
    [...seen].filter(([, values]) => values.size === count).map(([path]) => path);
  return {
    record: (answer) => visit(answer, root, 'root'),
    missing: () => withValues(0),
    constant: () => withValues(1),
    paths: () => [...seen.keys()],
  };
};
