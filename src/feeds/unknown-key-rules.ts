/** A field that a row has and its schema does not name: a misspelt field would otherwise be taken and mean nothing. Pure. */
import type { TSchema } from 'typebox';
import { fieldPath } from '../http/requests/validation-messages.ts';
import type { FieldProblem } from '../shared/errors.ts';
import { nearestWord } from '../shared/texts/nearest-word.ts';
import { ownEntry } from '../shared/own-entry.ts';

type Json = Readonly<Record<string, unknown>>;
type Steps = readonly (string | number)[];
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const MOST_NAMED = 12;
/** Of a name that is told back: it may be as long as a row. */
const MOST_SHOWN = 64;

/** The fields a schema names; undefined where a merchant may write what he likes. */
const fieldsOf = ({ properties, additionalProperties }: Json): Json | undefined =>
  isJson(properties) && additionalProperties !== true ? properties : undefined;

export const unknownField = (name: string, known: readonly string[]): string => {
  const given = name.slice(0, MOST_SHOWN);
  const meant = nearestWord(given, known);
  if (meant !== undefined) return `There is no field ${given}. Did you mean ${meant}?`;
  const more = known.length > MOST_NAMED ? ', …' : '';
  return `There is no field ${given}. Here are: ${known.slice(0, MOST_NAMED).join(', ')}${more}.`;
};

const inObject = (fields: Json, value: Json, steps: Steps): FieldProblem | undefined => {
  for (const [name, entry] of Object.entries(value)) {
    const field = ownEntry(fields, name);
    const place = [...steps, name];
    if (!isJson(field)) {
      return {
        field: fieldPath([...steps, name.slice(0, MOST_SHOWN)]),
        message: unknownField(name, Object.keys(fields)),
      };
    }
    const problem = unknownKeyIn(field, entry, place);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const inList = (entries: Json, list: readonly unknown[], steps: Steps): FieldProblem | undefined => {
  for (const [at, entry] of list.entries()) {
    const problem = unknownKeyIn(entries, entry, [...steps, at]);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** The first one there is, wherever it stands in the row. Values of the wrong type are for the schema to refuse. */
export const unknownKeyIn = (schema: TSchema | Json, value: unknown, steps: Steps = []): FieldProblem | undefined => {
  const { items } = schema as Json;
  if (Array.isArray(value)) return isJson(items) ? inList(items, value, steps) : undefined;
  const fields = fieldsOf(schema as Json);
  return isJson(value) && fields !== undefined ? inObject(fields, value, steps) : undefined;
};

/** What the schema names of a value, in the schema's order: the same fields make the same text, whoever wrote them. */
export const knownPart = (schema: TSchema | Json, value: unknown): unknown => {
  const { items } = schema as Json;
  if (Array.isArray(value)) return isJson(items) ? value.map((entry) => knownPart(items, entry)) : value;
  const fields = fieldsOf(schema as Json);
  if (!isJson(value) || fields === undefined) return value;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Object.hasOwn(value, name) && isJson(field) ? [[name, knownPart(field, ownEntry(value, name))]] : [],
    ),
  );
};
