/** Reading schemas: every object they are made of, and what each of its fields is, in the notation of the interface. */
/** A schema as the keywords that are written in it. */
export type SchemaJson = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is SchemaJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type SchemaObject = {
  /** Its title; the path to it when it has none. */
  readonly name: string;
  readonly schema: SchemaJson;
  readonly fields: Readonly<Record<string, SchemaJson>>;
  readonly required: readonly string[];
};

export const titleOf = ({ title }: SchemaJson): string | undefined => (typeof title === 'string' ? title : undefined);
const fieldsOf = (schema: SchemaJson): Readonly<Record<string, SchemaJson>> =>
  (schema['properties'] ?? {}) as Readonly<Record<string, SchemaJson>>;
/** A nullable object lists its null beside its type. */
export const typesOf = (schema: SchemaJson): readonly string[] => {
  if (Array.isArray(schema['enum']))
    return [...new Set(schema['enum'].map((word) => (word === null ? 'null' : typeof word)))];
  return [schema['type'] ?? []].flat().map(String);
};

/** Every object with fields in these schemas, outermost first, each title once. */
export const objectsOf = (schemas: Readonly<Record<string, unknown>>): readonly SchemaObject[] => {
  const found = new Map<string, SchemaObject>();
  const visit = (schema: unknown, path: string): void => {
    if (!isJson(schema)) return;
    const name = titleOf(schema) ?? path;
    if (isJson(schema['properties']) && !found.has(name)) {
      found.set(name, {
        name,
        schema,
        fields: fieldsOf(schema),
        required: (schema['required'] ?? []) as readonly string[],
      });
    }
    for (const [field, part] of Object.entries(fieldsOf(schema))) visit(part, `${name}.${field}`);
    visit(schema['items'], `${path}[]`);
    visit(schema['additionalProperties'], `${path}{}`);
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, name);
  return [...found.values()];
};

/** A field as the interface would write it. An object that the interface does not name is `object` to it. */
export const notationOf = (schema: SchemaJson, known: (title: string) => boolean, formats: boolean): string => {
  const types = typesOf(schema);
  const mark = types.includes('null') ? '?' : '';
  const real = types.filter((type) => type !== 'null');
  if (real.length === 1 && real[0] === 'array') {
    return `${notationOf(schema['items'] as SchemaJson, known, formats)}[]${mark}`;
  }
  const title = titleOf(schema);
  if (title !== undefined && known(title)) return `${title}${mark}`;
  const numeric = real.includes('number') || real.includes('integer');
  const format = formats && numeric && typeof schema['format'] === 'string' ? `:${schema['format']}` : '';
  return `${real.join('|')}${format}${mark}`;
};
