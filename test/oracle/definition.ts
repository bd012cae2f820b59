/** Single values of a stored definition. What is of another type is as if it were not there. */
import type { Definition } from './case.ts';
import { decimal, ratio, type Ratio, times } from './rational.ts';

export const object = (value: unknown): Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : {};
export const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const words = (value: unknown): readonly string[] =>
  entries(value).filter((entry): entry is string => typeof entry === 'string');
export const numbers = (value: unknown): readonly number[] =>
  entries(value).flatMap((entry) =>
    (typeof entry === 'number' || (typeof entry === 'string' && entry !== '')) && Number.isFinite(Number(entry))
      ? [Number(entry)]
      : [],
  );
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
export const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** A number of units; zero and less mean that there is no limit. */
export const units = (value: unknown): number | null => {
  const given = number(value);
  return given === null || given < 1 ? null : Math.floor(given);
};
export const moment = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  const read = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(read) ? null : read;
};
/** A percentage above zero, as a fraction. */
export const percentage = (value: unknown): Ratio | null => {
  const given = number(value);
  return given === null || given <= 0 ? null : times(decimal(given), ratio(1n, 100n));
};
