/**
 * An answer in which a member without a value is left out instead of null, for clients whose models have no null. Both forms
 * are made from the schema: what a shop or a shopper stored (an open object) is never touched.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { onceBeside, onceFor } from '../shared/once-per.ts';
import { ownEntry } from '../shared/own-entry.ts';
import { workInTurns } from '../shared/slices.ts';

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const typesOf = ({ type }: Json): readonly unknown[] => (type === undefined ? [] : [type].flat());
const isNullable = (schema: Json): boolean =>
  typesOf(schema).includes('null') || (Array.isArray(schema['enum']) && schema['enum'].includes(null));
const propertiesOf = (schema: Json): Json => (isJson(schema['properties']) ? schema['properties'] : {});

const partsOf = (schema: Json): readonly Json[] =>
  [...Object.values(propertiesOf(schema)), schema['items'], schema['additionalProperties']].filter(isJson);
const holdsNulls = (schema: Json): boolean => partsOf(schema).some((part) => isNullable(part) || holdsNulls(part));

const own = (schema: Json): Json => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const words = Array.isArray(schema['enum']) ? { enum: schema['enum'].filter((word) => word !== null) } : {};
  return { ...schema, ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }), ...words };
};

/** Only parts that differ get a title of their own, with `prefix` in front. Each schema is written once. */
export const schemaWithoutNulls = (prefix: string): ((schema: Json) => Json) => {
  const inner = (part: unknown): unknown => (isJson(part) ? written(part) : part);
  const written = onceBeside((schema: Json): Json => {
    const properties = propertiesOf(schema);
    const isAlways = (name: unknown): boolean => {
      const part = ownEntry(properties, String(name));
      return !isJson(part) || !isNullable(part);
    };
    return {
      ...own(schema),
      ...('properties' in schema
        ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])) }
        : {}),
      ...(Array.isArray(schema['required']) ? { required: schema['required'].filter(isAlways) } : {}),
      ...('items' in schema ? { items: inner(schema['items']) } : {}),
      ...('additionalProperties' in schema ? { additionalProperties: inner(schema['additionalProperties']) } : {}),
      ...(typeof schema['title'] === 'string' && holdsNulls(schema) ? { title: `${prefix}${schema['title']}` } : {}),
    };
  });
  return written;
};

/** Yields before each object how many members it has: of a cart of hundreds of lines there are a hundred thousand. */
export function* nullsLeftOut(value: unknown, schema: unknown): Generator<number, unknown> {
  if (!isJson(schema) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries: unknown[] = [];
    for (const entry of value as readonly unknown[]) entries.push(yield* nullsLeftOut(entry, schema['items']));
    return entries;
  }
  const members = Object.entries(value);
  yield members.length;
  const properties = propertiesOf(schema);
  const kept: [string, unknown][] = [];
  for (const [name, own] of members) {
    const part = ownEntry(properties, name) ?? schema['additionalProperties'];
    if (own === null && isJson(part)) continue;
    // Most members hold no others.
    kept.push([name, typeof own === 'object' ? yield* nullsLeftOut(own, part) : own]);
  }
  return Object.fromEntries(kept);
}

/** Members that are looked at in one turn of the loop: some five milliseconds. */
const A_TURN = 5_000;

/** One of each for all servers of the process: a schema that is written once is compiled once, too. */
const writtenUnder = onceFor(schemaWithoutNulls);

const isSuccess = (status: string): boolean => status.startsWith('2');

/** Every route added below `path` from now on answers so. */
export const leaveOutNulls = (app: FastifyInstance, path: string, prefix: string): void => {
  const leftOut = writtenUnder(prefix);
  app.addHook('onRoute', (route: RouteOptions) => {
    const response: unknown = route.schema?.response;
    if (!route.url.startsWith(path) || route.schema === undefined || !isJson(response)) return;
    const written = Object.entries(response).map(([status, schema]) => [
      status,
      isSuccess(status) && isJson(schema) ? leftOut(schema) : schema,
    ]);
    route.schema = { ...route.schema, response: Object.fromEntries(written) as Json };
    const drop = async (_: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): Promise<unknown> =>
      isSuccess(String(statusCode))
        ? workInTurns(nullsLeftOut(payload, ownEntry(response, String(statusCode))), A_TURN)
        : payload;
    // What serialises comes behind it.
    route.preSerialization = [drop, ...[route.preSerialization ?? []].flat()];
  });
};
