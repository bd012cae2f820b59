/**
 * Whole numbers of a request are ones that a program and a database keep exactly: JSON can write 1e100, which is whole, too,
 * and which PostgreSQL refuses where it expects a number of a table. Schemas get the bounds that they do not say. Pure.
 */
import { onceBeside } from '../../shared/once-per.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const bounds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const isWhole = ({ type }: Json): boolean => [type].flat().includes('integer');

/** One copy of each schema for as long as this is held, so that routes that share one go on sharing. */
export const safeIntegers = (): ((schema: Json) => Json) => {
  const written = onceBeside((schema: Json): Json => {
    const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inner(value)]));
    return isWhole(schema) ? { ...bounds, ...own } : own;
  });
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isJson(value) ? written(value) : value;
  };
  return written;
};
