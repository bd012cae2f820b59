/** Whether a row has the form its schema asks for, in the same sentences as every other request. Pure. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FieldProblem } from '../shared/errors.ts';
import { once } from '../shared/once.ts';
import { oncePer } from '../shared/once-per.ts';
import { fieldProblems } from '../http/requests/validation-messages.ts';
import { safeIntegers } from '../http/requests/whole-numbers.ts';
import { unknownKeyIn } from './unknown-key-rules.ts';

type Found = Parameters<typeof fieldProblems>[0][number];

/** TypeBox names all fields that are missing in one error; the house has one sentence for each. */
const oneByOne = (error: Found): readonly Found[] => {
  const missing = error.params['requiredProperties'];
  if (!Array.isArray(missing)) return [error];
  return missing.map((missingProperty) => ({ ...error, params: { missingProperty: String(missingProperty) } }));
};

/** No list of a feed may have so many entries, so a longer one is told from its beginning: to find words for all of it takes long. */
export const MOST_LOOKED_AT = 500;
const beginningOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, MOST_LOOKED_AT).map(beginningOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, beginningOf(entry)]));
};

/**
 * What is wrong with a row, first things first; undefined when nothing is. Made once per schema: a merchant's system brings its
 * stock in a few rows many times a second, and to compile their schema takes longer than to write them.
 */
export const rowCheck = oncePer((schema: TSchema): ((row: unknown) => FieldProblem | undefined) => {
  const compiled = once(() =>
    Compile(safeIntegers()(schema as unknown as Readonly<Record<string, unknown>>) as TSchema),
  );
  const firstIn = (row: unknown): FieldProblem | undefined => {
    const errors = compiled()
      .Errors(row)
      .flatMap((error) => oneByOne(error as Found));
    return fieldProblems(errors)[0];
  };
  return (row) => {
    if (compiled().Check(row)) return undefined;
    return firstIn(beginningOf(row)) ?? { field: '', message: 'Has none of the forms that are allowed here.' };
  };
});

/** The same, and no field that the schema does not name: said first, because a misspelt field is also a missing one. */
export const strictRowCheck = (schema: TSchema): ((row: unknown) => FieldProblem | undefined) => {
  const problemIn = rowCheck(schema);
  return (row) => unknownKeyIn(schema, row) ?? problemIn(row);
};
