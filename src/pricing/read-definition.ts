/** Reads the loosely typed JSON of a stored offer. What is absent or of another type is as if it were not there. */
import { type Minor, type Ppm, toMinor } from '../shared/money.ts';
import { percentToPpm } from '../shared/rates.ts';
import type { Definition } from './offer-types.ts';

/** A definition that cannot be compiled; caught where all definitions are, and reported with the offer's id. */
export class DefinitionProblem extends Error {
  override readonly name = 'DefinitionProblem';
}

export type CompileContext = {
  /** The application's currency, for definitions that name none. */
  readonly currency: string;
  readonly exponents: Readonly<Record<string, number>>;
  /** Milliseconds of an ISO time; NaN for what is none. */
  readonly readTime: (text: string) => number;
};

export const record = (value: unknown): Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
export const strings = (value: unknown): readonly string[] => list(value).filter((entry) => typeof entry === 'string');
export const numbers = (value: unknown): readonly number[] =>
  list(value)
    .map((entry) => (typeof entry === 'string' && entry !== '' ? Number(entry) : entry))
    .filter((entry): entry is number => typeof entry === 'number' && Number.isFinite(entry));
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A count of at least one; zero and less mean that there is no limit. */
export const count = (value: unknown): number | null => {
  const read = number(value);
  return read !== null && read >= 1 ? Math.floor(read) : null;
};
export const time = (value: unknown, { readTime }: CompileContext): number | null => {
  const read = typeof value === 'string' ? readTime(value) : number(value);
  return read === null || Number.isNaN(read) ? null : read;
};

export const exponentOf = (code: string, { exponents }: CompileContext): number => {
  const exponent = exponents[code];
  if (exponent === undefined) throw new DefinitionProblem(`The currency ${code} is not known.`);
  return exponent;
};

/** A non-negative amount; null when there is none. */
export const amount = (value: unknown, exponent: number): Minor | null => {
  const read = value === null || value === undefined ? null : toMinor(value, exponent);
  return read !== null && read >= 0 ? read : null;
};
/** As `amount`, where zero means that there is no limit. */
export const limit = (value: unknown, exponent: number): Minor | null => amount(value, exponent) || null;
export const rate = (value: unknown): Ppm | null => percentToPpm(value);
