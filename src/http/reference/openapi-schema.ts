/** Schemas as OpenAPI shows them: one with a `title` becomes a component, everything else stays where it is. Pure. */
export type Json = Readonly<Record<string, unknown>>;
export type Components = {
  readonly shapes: Map<string, Json>;
  /** What became of a schema that many routes share: most are met dozens of times. */
  readonly met: WeakMap<object, unknown>;
};
export const newComponents = (): Components => ({ shapes: new Map(), met: new WeakMap() });

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const nullable = (schema: Json): boolean => Array.isArray(schema['type']) && schema['type'].includes('null');
const withoutNull = (schema: Json): Json => {
  const types = (schema['type'] as readonly string[]).filter((type) => type !== 'null');
  return { ...schema, type: types.length === 1 ? types[0] : types };
};

/** Names in `properties` are the contract's own, so a field called `title` is not a title. */
const mapProperties = (properties: Json, components: Components): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, hoist(schema, components)]));
const mapMembers = (schema: Json, components: Components): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([name, member]) => {
      if (name === 'properties' && isJson(member)) return [name, mapProperties(member, components)];
      if (name === 'enum' || name === 'const' || name === 'default' || name === 'examples') return [name, member];
      return [name, hoist(member, components)];
    }),
  );

/** The schema with every titled part replaced by a reference, which is added to `components`. */
export const hoist = (schema: unknown, components: Components): unknown => {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, components));
  if (!isJson(schema)) return schema;
  const known = components.met.get(schema) ?? hoistNew(schema, components);
  components.met.set(schema, known);
  return known;
};

const hoistNew = (schema: Json, components: Components): unknown => {
  const { title } = schema;
  if (typeof title !== 'string') return mapMembers(schema, components);
  if (nullable(schema)) return { anyOf: [hoist(withoutNull(schema), components), { type: 'null' }] };
  const written = mapMembers(schema, components);
  const known = components.shapes.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
    throw new Error(`two different schemas have the title ${title}`);
  }
  components.shapes.set(title, written);
  return { $ref: `#/components/schemas/${title}` };
};
