/**
 * Values on their way to PostgreSQL and back. What comes back equals what SQLite gives for the same statement: numbers
 * for every kind of number (never rounded: one beyond 2^53 is an error), 1 and 0 for a comparison, bytes, text.
 */
import type { CustomTypesConfig } from 'pg';
import type { Row, Value } from '../database.ts';
import { checkValue } from '../sql-text.ts';

export type WireValue = string | Buffer | null;

/** Called before the first byte goes out: an error half way through a message would leave the connection out of step. */
export const wireValues = (params: readonly Value[]): WireValue[] =>
  params.map((param, index) => {
    const value = checkValue(param, index + 1);
    if (value === null || typeof value === 'string') return value;
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return String(value);
  });

const number = (text: string): number => {
  const value = Number(text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} is beyond the whole numbers that JavaScript keeps exactly: select it as text.`);
  }
  return value;
};
const flag = (text: string): number => (text === 't' ? 1 : 0);
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const asText = (text: string): string => text;

// By PostgreSQL's type numbers: bool, bytea, int8, int2, int4, oid, float4, float8, numeric.
const parsers = new Map<number, (text: string) => unknown>([
  [16, flag],
  [17, bytes],
  ...[20, 21, 23, 26, 700, 701, 1700].map((type): [number, typeof number] => [type, number]),
]);
const parserOf = (type: number) => parsers.get(type) ?? asText;

export const types: CustomTypesConfig = { getTypeParser: (type: number) => parserOf(type) as never };

export type Field = { readonly name: string; readonly dataTypeID: number };

export const decodeRow = (fields: readonly Field[], values: readonly (string | null)[]): Row => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index];
    const value = values[index] ?? null;
    if (field !== undefined) row[field.name] = value === null ? null : parserOf(field.dataTypeID)(value);
  }
  return row;
};
