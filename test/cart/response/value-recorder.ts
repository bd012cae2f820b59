/**
 * Remembers every value that answers had at every path of a schema, and tells the paths that never came or always had the same
 * value. A path is named by the object and its field (`CartProductInfo.quantity`), wherever in the answer the object stands.
 */
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

  const keep = (path: string, value: unknown): void => {
    const values = seen.get(path);
    if (values !== undefined && values.size < MOST_VALUES) values.add(JSON.stringify(value));
  };

  const visit = (value: unknown, schema: unknown, name: string): void => {
    if (!isJson(schema)) return;
    if (Array.isArray(value)) {
      for (const entry of value) visit(entry, schema['items'], name);
      return;
    }
    if (!isJson(value) || !typesOf(schema).includes('object')) return;
    const title = typeof schema['title'] === 'string' ? schema['title'] : name;
    for (const [field, part] of Object.entries(value)) {
      const own = fieldsOf(schema)[field];
      if (own !== undefined) keep(`${title}.${field}`, part);
      visit(part, own ?? schema['additionalProperties'], `${title}.${field}`);
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
