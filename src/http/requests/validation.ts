/**
 * Requests against the schemas of their routes. Bodies are taken as they are, queries and paths are read from text,
 * unknown fields are dropped, and everything that is wrong is said at once, in sentences.
 */
import type { FastifyInstance, FastifyServerOptions, RouteOptions } from 'fastify';
import { Refusal } from '../../shared/errors.ts';
import { formats } from './formats.ts';
import { type ReadValues, strangerRemover, valueReader } from './query-values.ts';
import { fieldProblems, sentences } from './validation-messages.ts';
import { safeIntegers } from './whole-numbers.ts';
import { ownEntry } from '../../shared/own-entry.ts';

type AjvOptions = NonNullable<FastifyServerOptions['ajv']>;
type AjvPlugin = Extract<NonNullable<AjvOptions['plugins']>[number], (...given: never[]) => unknown>;

/** The validator brings formats of its own unless a plugin of this very name stands in their place. */
const formatsPlugin: AjvPlugin = (ajv) => {
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  return ajv;
};

/** Schemas are completed on their way into the validator, so that they stay as they are for whoever reads about them. */
const safeIntegersPlugin: AjvPlugin = (ajv) => {
  const compile = ajv.compile.bind(ajv);
  const bounded = safeIntegers();
  ajv.compile = ((schema: Json, meta?: boolean) => compile(bounded(schema), meta)) as typeof ajv.compile;
  return ajv;
};

export const ajvOptions: AjvOptions = {
  customOptions: {
    coerceTypes: false,
    // Bounded by the body limit and by `oversizedList`; thirty thousand errors of a 64 KiB body take about 10 ms.
    allErrors: true,
    strict: true,
    strictNumbers: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A default filled into a partial change would overwrite what is stored; queries get theirs in query-values.ts.
    useDefaults: false,
    removeAdditional: true,
    // A fifth of the time to compile, for validators that are no quicker (0.94 µs for five items either way).
    code: { optimize: false },
  },
  plugins: [formatsPlugin, safeIntegersPlugin],
};

export const schemaErrorFormatter: NonNullable<FastifyServerOptions['schemaErrorFormatter']> = (errors) =>
  new Refusal('body_invalid', { details: fieldProblems(errors) });

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const closedObject = (schema: unknown): boolean => isJson(schema) && schema['additionalProperties'] === false;

/**
 * Dropping unknown fields while trying the branches of a choice would drop the fields of the branch that fits.
 * Such a schema is a mistake of ours, found when the route is added.
 */
const checkChoices = (schema: unknown, route: string): void => {
  if (!isJson(schema)) return;
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (Array.isArray(branches) && branches.filter(closedObject).length > 1) {
      throw new Error(`${route}: a choice between closed objects cannot be validated; leave additionalProperties open`);
    }
  }
  for (const part of Object.values(schema)) checkChoices(part, route);
};

/** A list over its limit is refused before its entries are looked at: each of them could cost an error. */
const oversizedList = (schema: unknown, body: unknown): Refusal | undefined => {
  if (!isJson(schema) || !isJson(schema['properties']) || !isJson(body)) return undefined;
  for (const [field, property] of Object.entries(schema['properties'])) {
    const limit = isJson(property) ? property['maxItems'] : undefined;
    const list = ownEntry(body, field);
    if (typeof limit === 'number' && Array.isArray(list) && list.length > limit) {
      return new Refusal('body_invalid', { details: [{ field, message: sentences.maxItems({ limit }) }] });
    }
  }
  return undefined;
};

const readPart = (read: ReadValues | undefined, values: unknown): void => {
  if (read !== undefined && isJson(values)) read(values);
};

export const installValidation = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route: RouteOptions) => {
    const { schema } = route;
    if (schema === undefined) return;
    checkChoices(schema.body, `${String(route.method)} ${route.url}`);
    const cleanQuery = strangerRemover(schema.querystring);
    const readQuery = valueReader(schema.querystring);
    const readParams = valueReader(schema.params);
    const wantsBody = schema.body !== undefined;
    if (cleanQuery === undefined && readParams === undefined && !wantsBody) return;
    route.preValidation = [
      (request, _reply, done) => {
        readPart(cleanQuery, request.query);
        readPart(readQuery, request.query);
        readPart(readParams, request.params);
        // No body is an empty one, so that the answer names the fields that are missing.
        if (wantsBody && request.body === undefined) request.body = {};
        done(oversizedList(schema.body, request.body));
      },
      ...[route.preValidation ?? []].flat(),
    ];
  });
};
