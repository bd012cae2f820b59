/** A record of CSV (RFC 4180) as cells, and cells as a row of a feed: the header names fields by their paths. Pure. */
import type { TSchema } from 'typebox';
import { ownEntry } from '../shared/own-entry.ts';
import { unguarded } from './csv-line.ts';
import { unknownField } from './unknown-key-rules.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Undefined when quotes do not pair up. A quoted cell may hold commas, line ends and doubled quotes. */
export const csvCells = (record: string): readonly string[] | undefined => {
  const text = record.replace(/\r$/, '');
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  const cells: string[] = [];
  for (;;) {
    const match = cell.exec(text);
    if (match === null) return undefined;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== ',') return cells;
  }
};

type Read = (text: string) => unknown;
const number: Read = (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text);
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const json: Read = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the schema says what was expected
  }
};

/** Text in, value of the schema's type out; what is not written the plain way stays text, and validation says why. */
const readOf = (schema: Json): Read => {
  const types = [schema['type']].flat();
  if (types.includes('string')) return (text) => text; // also amounts, which are exact as text
  if (types.includes('integer') || types.includes('number')) return number;
  if (types.includes('boolean')) return (text) => booleans.get(text.toLowerCase()) ?? text;
  if (types.includes('array')) {
    const entry = readOf(isJson(schema['items']) ? schema['items'] : {});
    return (text) => (text.startsWith('[') ? json(text) : text.split('|').map(entry));
  }
  return types.includes('object') ? json : (text) => text;
};

/** The schema below one step of a path; undefined when there is no such field. */
const below = (schema: Json, step: string): Json | undefined => {
  if ([schema['type']].flat().includes('array')) {
    return /^\d{1,2}$/.test(step) && isJson(schema['items']) ? schema['items'] : undefined;
  }
  const properties = isJson(schema['properties']) ? schema['properties'] : {};
  const named = ownEntry(properties, step);
  if (isJson(named)) return named;
  return schema['additionalProperties'] === true && step !== '__proto__' ? {} : undefined;
};

/** Without steps: what stands in it is not read. */
type Column = { readonly steps: readonly string[]; readonly read: Read };
export type CsvHeader = { readonly columns: readonly Column[] } | { readonly problem: string };

const leftOut: Column = { steps: [], read: (text) => text };

/** What spreadsheets write between cells where a comma is part of a number. */
const otherSeparators: readonly (readonly [string, string])[] = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
];

const unknownColumn = (name: string, steps: readonly string[], schema: Json): string => {
  const [, used] = otherSeparators.find(([sign]) => name.includes(sign)) ?? [];
  if (used !== undefined) return `The columns are separated by ${used}. Save the file with commas between them.`;
  let at = schema;
  for (const [index, step] of steps.entries()) {
    const next = below(at, step);
    if (next === undefined) {
      const fields = isJson(at['properties']) ? Object.keys(at['properties']) : ['0', '1', '2'];
      const above = steps.slice(0, index);
      return unknownField(
        [...above, step].join('.'),
        fields.map((field) => [...above, field].join('.')),
      );
    }
    at = next;
  }
  return unknownField(name, []);
};

/** `prices.0.currency_code`: a field by its path. A column that names no field is a mistake, told before anything is read. */
export const csvHeader = (names: readonly string[], schema: TSchema): CsvHeader => {
  const columns: Column[] = [];
  const taken = new Set<string>();
  for (const name of names.map((given) => given.trim())) {
    if (name === '') {
      columns.push(leftOut);
      continue;
    }
    const steps = name.split('.');
    const found = steps.reduce<Json | undefined>((at, step) => at && below(at, step), schema as Json);
    if (found === undefined) return { problem: unknownColumn(name, steps, schema as Json) };
    if (taken.has(name)) return { problem: `Two columns are ${name}. Leave one of them.` };
    taken.add(name);
    columns.push({ steps, read: readOf(found) });
  }
  return { columns };
};

/** What the cells of a row say, by the steps of their columns; a Map, because a step may be any word. */
type Branch = Map<string, unknown>;

const put = (row: Branch, steps: readonly string[], value: unknown): void => {
  const [step = '', ...more] = steps;
  if (more.length === 0) return void row.set(step, value);
  const branch = branchOf(row.get(step));
  row.set(step, branch);
  put(branch, more, value);
};

/** A cell of JSON may stand there already. */
const branchOf = (value: unknown): Branch =>
  value instanceof Map ? (value as Branch) : new Map(isJson(value) ? Object.entries(value) : []);

/** Steps that are all small numbers are places in a list. */
const grown = (value: unknown): unknown => {
  if (!(value instanceof Map)) return value;
  const branch = value as Branch;
  const names = [...branch.keys()];
  if (!names.every((name) => /^\d{1,2}$/.test(name))) return fields(branch);
  const length = 1 + Math.max(...names.map(Number));
  return Array.from({ length }, (_, place) => grown(branch.get(String(place))));
};
const fields = (branch: Branch): Json => Object.fromEntries([...branch].map(([name, value]) => [name, grown(value)]));

/** An empty cell is a field left out. By the cells there are: a short line costs what it has, however many columns are named. */
export const csvRow = (columns: readonly Column[], cells: readonly string[]): Json => {
  const row: Branch = new Map();
  for (const [index, cell] of cells.entries()) {
    const { steps, read } = columns[index] ?? leftOut;
    const text = unguarded(cell.trim());
    if (text !== '' && steps.length > 0) put(row, steps, read(text));
  }
  return fields(row);
};
