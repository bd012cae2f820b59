/** How a member of a schema is asked for in a form: by which control, under which name, and what it begins with. Pure. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};

export type Json = Readonly<Record<string, unknown>>;
export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat();
export const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || (schema.enum ?? []).includes(null);

/** An address is one line, however long it may be. */
const LONGEST_LINE = 512;
const LONGEST_ADDRESS = 2_048;

export type Control =
  | 'choice'
  | 'flag'
  | 'number'
  | 'line'
  | 'text'
  | 'words'
  | 'spans'
  | 'entries'
  | 'group'
  | 'named'
  | 'pairs';

const ofObject = ({ properties, patternProperties }: Schema): Control => {
  if (properties !== undefined) return 'group';
  return patternProperties === undefined ? 'pairs' : 'named';
};
const ofText = ({ maxLength = 0, pattern }: Schema): Control =>
  maxLength > LONGEST_LINE && maxLength !== LONGEST_ADDRESS && pattern === undefined ? 'text' : 'line';
const ofList = ({ items = {} }: Schema): Control => {
  if (!typesOf(items).includes('object')) return 'words';
  return Object.keys(items.properties ?? {}).join() === 'opens,closes' ? 'spans' : 'entries';
};

export const controlOf = (schema: Schema): Control => {
  const types = typesOf(schema);
  if (schema.enum !== undefined) return 'choice';
  if (types.includes('object')) return ofObject(schema);
  if (types.includes('array')) return ofList(schema);
  if (types.includes('boolean')) return 'flag';
  return types.includes('number') || types.includes('integer') ? 'number' : ofText(schema);
};

/** What the members of one of several are called; of an object that may have any names, the schema of each. */
export const eachOf = ({ patternProperties = {} }: Schema): Schema => Object.values(patternProperties)[0] ?? {};

const freshMembers = ({ properties = {}, required = [] }: Schema): Json =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, schema]) => [name, freshOf(schema)]),
  );

const beginnings: Readonly<Record<Control, (schema: Schema) => unknown>> = {
  choice: ({ enum: words }) => words?.[0],
  flag: () => false,
  number: () => undefined,
  line: () => '',
  text: () => '',
  words: () => [],
  spans: () => [],
  entries: ({ minItems = 0, items = {} }) => (minItems > 0 ? [freshOf(items)] : []),
  group: freshMembers,
  named: () => ({}),
  pairs: () => ({}),
};

/** What a member begins with when somebody wants it: what must be there, empty. */
export const freshOf = (schema: Schema): unknown => schema.default ?? beginnings[controlOf(schema)](schema);

/** What the schema says of a member, if it knows it. */
export const memberOf = ({ properties = {} }: Schema, name: string): Schema | undefined =>
  new Map(Object.entries(properties)).get(name);

/** The object with another value there; undefined takes the member out. The order of the members stays. */
export const withMember = (value: unknown, name: string, next: unknown): Json => {
  const before = record(value);
  if (next === undefined) return Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
  return { ...before, [name]: next };
};
