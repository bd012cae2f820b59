/** Amounts and counts as people write them: what is wrong with one, with its field. Pure. */
import type { FieldProblem } from './errors.ts';
import { isWholeMinor, toMinor } from './money.ts';

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** An amount is a whole number of the currency's smallest unit, but for the noise of floating point. What is not there is fine. */
export const amountProblems = (field: string, value: unknown, exponent: number): readonly FieldProblem[] => {
  if (isAbsent(value) || isWholeMinor(value, exponent)) return [];
  if (toMinor(value, exponent) === null) return [{ field, message: 'Write an amount, such as 49.5.' }];
  const places = exponent === 0 ? 'no decimals' : `at most ${exponent} decimals`;
  return [{ field, message: `The currency has ${places}: write the amount you mean.` }];
};

export const countProblems = (field: string, value: unknown): readonly FieldProblem[] =>
  isAbsent(value) || isWholeMinor(value, 0) ? [] : [{ field, message: 'Write a whole number.' }];
