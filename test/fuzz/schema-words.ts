/** A value that fits a schema of the document, as an ordinary caller would send it. */
import type { Random } from '../../src/demo/random.ts';
import { anyValue, oneOf } from './hostile-words.ts';
import type { ApiDocument, Json } from './operations.ts';

type Recall = (name: string) => string | number | undefined;
export type Draw = { readonly random: Random; readonly document: ApiDocument; readonly recall: Recall };

const DEEPEST = 8;
const REF = '#/components/schemas/';

const resolved = (schema: Json, { components }: ApiDocument): Json => {
  const ref = schema['$ref'];
  return typeof ref === 'string'
    ? resolved(components.schemas[ref.slice(REF.length)] ?? {}, { components } as ApiDocument)
    : schema;
};

/** Texts of the shapes that patterns ask for; the first that matches is taken. */
const samples = (random: Random): readonly string[] => [
  'plain',
  'a-slug_1',
  'abcdefghijklmnopqrstuvwxyz012345',
  Array.from({ length: 24 }, () => random.between(0, 15).toString(16)).join(''),
  String(random.between(1, 999_999)),
  '2026-01-31',
  '2026-01-31T12:00:00.000Z',
  'INR',
  '400001',
  '+919876543210',
  '9876543210',
  '27AAPFU0939F1ZV',
  'AAPFU0939F',
  'https://hook.invalid/receive',
  'shopper@example.invalid',
  '0190a3a4-7b1c-7e3a-9f00-000000000001',
  'sum',
  '10.50',
];
const byFormat: Readonly<Record<string, string>> = {
  uri: 'https://hook.invalid/receive',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  email: 'shopper@example.invalid',
  uuid: '0190a3a4-7b1c-7e3a-9f00-000000000001',
};

const textFor = (schema: Json, name: string, { random, recall }: Draw): string => {
  const known = random.chance(0.6) ? recall(name) : undefined;
  if (known !== undefined) return String(known);
  const { pattern, format, minLength = 0, maxLength = 64, examples } = schema;
  const example = oneOf(random, Array.isArray(examples) ? examples : []);
  if (typeof example === 'string' && random.chance(0.5)) return example;
  if (typeof format === 'string') return byFormat[format] ?? 'plain';
  const wanted = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
  const fitting = samples(random).filter((text) => wanted?.test(text) ?? true);
  return (oneOf(random, fitting) ?? 'plain').padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
};

const numberFor = (schema: Json, name: string, whole: boolean, { random, recall }: Draw): number => {
  const known = random.chance(0.6) ? Number(recall(name)) : Number.NaN;
  if (Number.isFinite(known)) return known;
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0);
  const most = Math.min(Number(schema['maximum'] ?? 100), least + 1_000);
  const drawn = random.between(Math.ceil(least), Math.max(Math.ceil(least), Math.floor(most)));
  return whole || random.chance(0.5) ? drawn : drawn + 0.5;
};

const objectFor = (schema: Json, draw: Draw, depth: number): Json => {
  const { random } = draw;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const likely = depth === 0 ? 0.5 : 0.35;
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>)
    .filter(([name]) => required.has(name) || (depth < DEEPEST && random.chance(likely)))
    .map(([name, part]) => [name, valueFor(part, name, draw, depth + 1)] as const);
  const more = schema['additionalProperties'];
  const open = more === true || (typeof more === 'object' && more !== null);
  if (!open || !random.chance(0.4)) return Object.fromEntries(fields);
  const name = textFor({}, 'key', draw);
  const value = more === true ? anyValue(random, 2) : valueFor(more as Json, name, draw, depth + 1);
  return Object.fromEntries([...fields, [name, value]]);
};

const listFor = (schema: Json, name: string, draw: Draw, depth: number): readonly unknown[] => {
  const least = Number(schema['minItems'] ?? 0);
  const most = Math.min(Number(schema['maxItems'] ?? 3), Math.max(least, 3));
  const length = draw.random.between(Math.max(least, depth < DEEPEST ? 1 : 0), Math.max(least, most));
  const items = (schema['items'] ?? {}) as Json;
  return Array.from({ length: depth < DEEPEST ? length : least }, () => valueFor(items, name, draw, depth + 1));
};

export const valueFor = (given: Json, name: string, draw: Draw, depth = 0): unknown => {
  const schema = resolved(given, draw.document);
  const { random } = draw;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return oneOf(random, schema['enum']);
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (branches !== undefined) return valueFor(oneOf(random, branches) ?? {}, name, draw, depth);
  switch (oneOf(random, [schema['type']].flat())) {
    case 'string':
      return textFor(schema, name, draw);
    case 'integer':
      return numberFor(schema, name, true, draw);
    case 'number':
      return numberFor(schema, name, false, draw);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return listFor(schema, name, draw, depth);
    case 'object':
      return objectFor(schema, draw, depth);
    default:
      return anyValue(random, 2);
  }
};
