/** What a person has to change, from what the schema validator found. Pure. */
import type { FastifySchemaValidationError } from 'fastify';
import type { FieldProblem } from '../../shared/errors.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** More would not help anybody and would let a small request buy a large answer. */
export const maximumProblems = 20;

/** `items[0].quantity`: how every answer names a place in a request. */
export const fieldPath = (steps: readonly (string | number)[]): string =>
  steps
    .map((step) => (typeof step === 'number' || /^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};
const formatNames: Readonly<Record<string, string>> = {
  uri: 'a full address such as https://example.com/path',
  'date-time': 'a time such as 2026-01-31T12:00:00.000Z',
  date: 'a day such as 2026-01-31',
  email: 'an e-mail address',
  uuid: 'a UUID',
};
const listOf = (words: readonly unknown[]): string => words.map(String).join(', ');
const counted = (count: unknown, unit: string): string => `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
const typeSentence = (types: readonly unknown[]): string =>
  `Must be ${types.map((type) => ownEntry(typeNames, String(type)) ?? String(type)).join(' or ')}.`;

type Params = Readonly<Record<string, unknown>>;
export const sentences = {
  required: () => 'This field is required.',
  type: ({ type }) => typeSentence([type].flat()),
  enum: ({ allowedValues }) => `Must be one of: ${listOf([allowedValues].flat())}.`,
  const: ({ allowedValue }) => `Must be ${String(allowedValue)}.`,
  format: ({ format }) => `Must be ${ownEntry(formatNames, String(format)) ?? String(format)}.`,
  pattern: ({ pattern }) => `Must match ${String(pattern)}.`,
  minLength: ({ limit }) => `Must have at least ${counted(limit, 'character')}.`,
  maxLength: ({ limit }) => `Must have at most ${counted(limit, 'character')}.`,
  minItems: ({ limit }) => `Must have at least ${counted(limit, 'item')}.`,
  maxItems: ({ limit }) => `Must have at most ${counted(limit, 'item')}.`,
  minimum: ({ limit }) => `Must be at least ${String(limit)}.`,
  maximum: ({ limit }) => `Must be at most ${String(limit)}.`,
  exclusiveMinimum: ({ limit }) => `Must be more than ${String(limit)}.`,
  exclusiveMaximum: ({ limit }) => `Must be less than ${String(limit)}.`,
  multipleOf: ({ multipleOf }) => `Must be a multiple of ${String(multipleOf)}.`,
  uniqueItems: () => 'Must not name the same entry twice.',
  minProperties: ({ limit }) => `Must have at least ${counted(limit, 'field')}.`,
  maxProperties: ({ limit }) => `Must have at most ${counted(limit, 'field')}.`,
  propertyNames: () => 'There is no such field.',
} as const satisfies Readonly<Record<string, (params: Params) => string>>;
const sentenceFor = (keyword: string, params: Params): string =>
  Object.hasOwn(sentences, keyword)
    ? sentences[keyword as keyof typeof sentences](params)
    : 'Has none of the forms that are allowed here.';
const choiceKeywords = new Set(['anyOf', 'oneOf']);

/** By the keyword: which of its params names the member that is missing or too many. */
const membersNamed: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  propertyNames: 'propertyName',
};

const problemOf = ({ instancePath, keyword, params }: FastifySchemaValidationError): FieldProblem => {
  const steps = stepsOf(instancePath);
  const member = ownEntry(membersNamed, keyword);
  const named = member === undefined ? [] : [String(ownEntry(params, member))];
  return { field: fieldPath([...steps, ...named]), message: sentenceFor(keyword, params) };
};

/** A choice reports the failure of every branch. One sentence is kept: the deeper findings, or what the branches want. */
const settleChoice = (
  choice: FastifySchemaValidationError,
  branches: readonly FastifySchemaValidationError[],
): readonly FieldProblem[] => {
  const deeper = branches.filter(
    (error) => error.instancePath.length > choice.instancePath.length || error.keyword === 'required',
  );
  if (deeper.length > 0) return deeper.map(problemOf);
  const words = branches.filter(({ keyword }) => keyword === 'const').map(({ params }) => params['allowedValue']);
  const types = branches.filter(({ keyword }) => keyword === 'type').flatMap(({ params }) => [params['type']].flat());
  const field = fieldPath(stepsOf(choice.instancePath));
  if (words.length === branches.length) return [{ field, message: `Must be one of: ${listOf(words)}.` }];
  if (types.length >= branches.length) return [{ field, message: typeSentence([...new Set(types)]) }];
  return branches.filter(({ keyword }) => keyword !== 'type').map(problemOf);
};

const unique = (problems: readonly FieldProblem[]): readonly FieldProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

export const fieldProblems = (errors: readonly FastifySchemaValidationError[]): readonly FieldProblem[] => {
  // A choice comes after its branches and its schema path is theirs cut short, so outer choices settle inner ones.
  // Why a name is none of those that are allowed needs no sentence of its own.
  const considered = errors.filter((error) => !('propertyName' in error)).slice(0, 10 * maximumProblems);
  const choices = considered.filter(({ keyword }) => choiceKeywords.has(keyword));
  const inside = (error: FastifySchemaValidationError, choice: FastifySchemaValidationError): boolean =>
    error !== choice &&
    error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
    error.instancePath.startsWith(choice.instancePath);
  const problems = considered.flatMap((error) => {
    if (choices.some((choice) => inside(error, choice))) return [];
    if (!choiceKeywords.has(error.keyword)) return [problemOf(error)];
    return settleChoice(
      error,
      considered.filter((other) => inside(other, error) && !choiceKeywords.has(other.keyword)),
    );
  });
  return unique(problems).slice(0, maximumProblems);
};
