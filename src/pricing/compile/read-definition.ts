/**
 * Reads the loosely typed JSON of a stored offer. What is absent asks nothing. What is there and cannot be read is a problem of the
 * definition where it would limit or choose something: an offer never applies more widely because a number in it is strange.
 */
import { type Minor, type Ppm, toMinor } from '../../shared/money.ts';
import { percentToPpm } from '../../shared/rates.ts';
import type { CompiledOffer, Definition } from './offer-types.ts';
import { ownEntry } from '../../shared/own-entry.ts';

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

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';
const unreadable = (value: unknown, what: string): DefinitionProblem =>
  new DefinitionProblem(`${JSON.stringify(value) ?? 'A value'} is not ${what}.`);

/** A number that limits something, also written as text; a whole one again where only the noise of floating point is off. */
export const figure = (value: unknown): number | null => {
  if (isAbsent(value)) return null;
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : number(value);
  if (read === null || !Number.isFinite(read)) throw unreadable(value, 'a number');
  return Math.abs(read - Math.round(read)) <= 1e-6 ? Math.round(read) : read;
};
/** A count of at least one; zero and less mean that there is no limit. */
export const count = (value: unknown): number | null => {
  const read = figure(value);
  return read !== null && read >= 1 ? Math.floor(read) : null;
};
export const time = (value: unknown, { readTime }: CompileContext): number | null => {
  if (isAbsent(value)) return null;
  const read = typeof value === 'string' ? readTime(value) : number(value);
  if (read === null || Number.isNaN(read)) throw unreadable(value, 'a time');
  return read;
};

const entriesOf = (value: unknown): readonly unknown[] => {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw unreadable(value, 'a list');
  return value;
};
/** Numbers that choose something; one that is none would make the list choose more. */
export const numberList = (value: unknown): readonly number[] =>
  entriesOf(value).map((entry) => figure(entry) ?? unread(entry, 'a number'));
/** Words that choose something; a number stands for its digits. */
export const wordList = (value: unknown): readonly string[] =>
  entriesOf(value).map((entry) => {
    if (typeof entry === 'number') return String(entry);
    return typeof entry === 'string' ? entry : unread(entry, 'a word');
  });
const unread = (value: unknown, what: string): never => {
  throw unreadable(value, what);
};

/** With which others an offer does not go together. */
export const rivalsIn = (definition: Definition): Pick<CompiledOffer, 'stackGroup' | 'excludes' | 'isReferral'> => {
  // A capital or a space too many would let two offers act that were meant to exclude each other.
  const group = text(text(definition.stack_group)?.trim().toLowerCase());
  const excludes = wordList(definition.excludes);
  return {
    ...(group === null ? {} : { stackGroup: group }),
    ...(excludes.length === 0 ? {} : { excludes }),
    ...(definition.coupon_type === 'referral' && { isReferral: true as const }),
  };
};

export const exponentOf = (code: string, { exponents }: CompileContext): number => {
  const exponent = ownEntry(exponents, code);
  if (exponent === undefined) throw new DefinitionProblem(`The currency ${code} is not known.`);
  return exponent;
};

/** An amount, rounded half up to the minor unit; null when there is none. */
export const signedAmount = (value: unknown, exponent: number): Minor | null => {
  if (isAbsent(value)) return null;
  return toMinor(value, exponent) ?? unread(value, 'an amount');
};
/** As `signedAmount`; below zero there is none. */
export const amount = (value: unknown, exponent: number): Minor | null => {
  const read = signedAmount(value, exponent);
  return read !== null && read >= 0 ? read : null;
};
/** As `amount`, where zero means that there is no limit; one that is too small to be an amount is a limit of nothing. */
export const limit = (value: unknown, exponent: number): Minor | null => {
  const read = amount(value, exponent);
  const isNoise = Number(value) * 10 ** exponent <= 1e-6;
  return isNoise ? null : read;
};
export const rate = (value: unknown): Ppm | null =>
  isAbsent(value) ? null : (percentToPpm(value) ?? unread(value, 'a percentage'));
