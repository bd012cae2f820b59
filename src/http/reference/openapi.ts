/**
 * The OpenAPI 3.1 document of the routes that exist: made from them, so it cannot say anything else. A route must have an
 * operationId and a summary; only pages may be hidden. The same routes always give the same bytes.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { ErrorBody } from '../../contract/primitives.ts';
import type { Access } from '../caller.ts';
import { type Components, hoist, isJson, type Json, newComponents, textOf } from './openapi-schema.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { inSlices, workInTurns } from '../../shared/slices.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** Names the operation in the document, in metrics and in log lines. */
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** For pages, which are for people: not part of the interface. */
    hide?: boolean;
    /** Proved by the route itself: the id and secret of a client. */
    clientCredentials?: boolean;
  }
}

export type OpenApiInfo = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly publicUrl: string;
  /** What each tag is about. */
  readonly tags: Readonly<Record<string, string>>;
  /** Bodies that work, by operation. */
  readonly examples?: Readonly<Record<string, unknown>>;
};
export type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-permission'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
};
export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Json; readonly schemas: Json };
};

const securitySchemes = {
  application: {
    type: 'http',
    scheme: 'bearer',
    description: 'base64(application_id:application_token)',
  },
  service: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of the token service, with the permission that x-permission names.',
  },
  operator: {
    type: 'apiKey',
    in: 'cookie',
    name: 'cw_session',
    description: 'The cookie of somebody who is signed in to the console.',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'The id of a client and one of its secrets.',
  },
} as const;
const securityOf = (access: Access, { clientCredentials }: FastifySchema): Operation['security'] => {
  if (clientCredentials === true) return [{ client: [] }];
  if (access.kind === 'public') return [];
  if (access.kind === 'operator') return [{ operator: [] }];
  return access.kind === 'application' ? [{ application: [] }] : [{ service: [] }];
};

const parametersOf = (place: 'path' | 'query' | 'header', schema: unknown, components: Components): readonly Json[] => {
  if (!isJson(schema) || !isJson(schema['properties'])) return [];
  const required = new Set([schema['required'] ?? []].flat());
  return Object.entries(schema['properties']).map(([name, property]) => {
    const { description, ...rest } = property as Json;
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: hoist(rest, components),
    };
  });
};

/** Read by `http/dry-run.ts`, not by the operation: it is told of here alone. */
const preferHeader = {
  properties: {
    prefer: {
      type: 'string',
      description:
        'dry-run: answers what the call would do, and stores nothing. The answer then has Preference-Applied: dry-run.',
      examples: ['dry-run'],
    },
  },
};

/** Of operations that refuse to be called without one. */
const keyHeader = {
  properties: {
    'idempotency-key': {
      type: 'string',
      description: 'Names the call: one that comes again under its key is answered as it was, and does nothing twice.',
      examples: ['late-parcel-173-points'],
    },
  },
  required: ['idempotency-key'],
};

const contentOf = (schema: Json, components: Components): Json =>
  isJson(schema['content'])
    ? (hoist(schema['content'], components) as Json)
    : { 'application/json': { schema: hoist(schema, components) } };

/** In the first media type of several: JSON, where the operation takes it. */
const withExample = (content: Json, example: unknown): Json =>
  Object.fromEntries(
    Object.entries(content).map(([type, media], at) => [
      type,
      at === 0 && example !== undefined ? { ...(media as Json), example } : media,
    ]),
  );

const requestBodyOf = (body: unknown, components: Components, example: unknown): Json | undefined => {
  if (!isJson(body)) return undefined;
  const [own] = [body['examples'] ?? []].flat();
  const content = withExample(contentOf(body, components), example ?? own);
  return { required: [body['required'] ?? []].flat().length > 0, content };
};

const describe = (status: string, schema: Json): string =>
  textOf(schema['description']) || (ownEntry(STATUS_CODES, status) ?? `Status ${status}`);
const hasContent = (schema: Json): boolean => schema['type'] !== 'null';
const USUAL = (ErrorBody as unknown as Json)['title'];

/** What an operation says of one status of refusals is one of its own; what is refused before it is asked is not. */
const refusalOf = (status: string, schema: Json): Json => {
  const isOwn = /^(4\d\d|[45]xx)$/i.test(status) && !isJson(schema['content']) && schema['title'] !== USUAL;
  if (!isOwn) return schema;
  const { description } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [schema, { ...ErrorBody }] };
};
/** That all refusals have the usual body need not be said by an operation, and is said here once for all. */
const isUsual = ([status, schema]: readonly [string, unknown]): boolean =>
  /^[45]xx$/i.test(status) && isJson(schema) && schema['title'] === USUAL;
const responsesOf = (response: unknown, components: Components): Operation['responses'] => {
  const given = Object.entries(isJson(response) ? response : { 200: { type: 'null' } });
  const declared = given
    .filter((one) => !isUsual(one))
    .map(([status, schema]) => {
      const name = status.toUpperCase();
      const known = refusalOf(status, schema as Json);
      const description = describe(status, known);
      return [
        name,
        hasContent(known) ? { description, content: contentOf(known, components) } : { description },
      ] as const;
    });
  const failure = (description: string): Json => ({ description, content: contentOf({ ...ErrorBody }, components) });
  const refused = failure('Refused: error_code says why, message and details say what to change.');
  const failed = failure('Not answered: a fault of ours, or too busy. The request may be repeated.');
  const own = Object.fromEntries(declared);
  return { ...own, '4XX': own['4XX'] ?? refused, '5XX': own['5XX'] ?? failed };
};

type Made = { readonly components: Components; readonly examples: Readonly<Record<string, unknown>> };
const operationOf = (route: RouteOptions, schema: FastifySchema, { components, examples }: Made): Operation => {
  const access = route.config?.access ?? { kind: 'public' };
  const { operationId, summary, description, tags = ['Other'] } = schema;
  if (operationId === undefined || summary === undefined) {
    throw new Error(`${String(route.method)} ${route.url} needs schema.operationId and schema.summary`);
  }
  const parameters = [
    ...parametersOf('path', schema.params, components),
    ...parametersOf('query', schema.querystring, components),
    ...parametersOf('header', schema.headers, components),
    ...(route.config?.canBeTried === true ? parametersOf('header', preferHeader, components) : []),
    ...(route.config?.needsKey === true ? parametersOf('header', keyHeader, components) : []),
  ];
  const requestBody = requestBodyOf(schema.body, components, ownEntry(examples, operationId));
  return {
    operationId,
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access.kind === 'permission' ? { 'x-permission': access.permission } : {}),
    security: securityOf(access, schema),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(schema.response, components),
  };
};

const sortedRecord = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));

const pathOf = (url: string): string => url.replace(/:(\w+)/g, '{$1}');
const isPage = (route: RouteOptions): boolean => !route.url.startsWith('/service/');

function* describeRoutes(routes: readonly RouteOptions[], info: OpenApiInfo): Generator<number, OpenApiDocument> {
  const components = newComponents();
  const paths = new Map<string, Map<string, Operation>>();
  for (const route of routes) {
    if (route.schema?.hide === true && isPage(route)) continue;
    yield 1;
    const operation = operationOf(route, route.schema ?? {}, { components, examples: info.examples ?? {} });
    const path = pathOf(route.url);
    const methods = paths.get(path) ?? new Map<string, Operation>();
    paths.set(path, methods);
    for (const method of [route.method].flat()) methods.set(method.toLowerCase(), operation);
  }
  const operations = [...paths.values()].flatMap((methods) => [...methods.values()]);
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))].toSorted();
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.publicUrl }],
    tags: tags.map((name) => ({ name, description: ownEntry(info.tags, name) ?? '' })),
    paths: sortedRecord([...paths].map(([path, methods]) => [path, sortedRecord(methods)] as const)),
    components: { securitySchemes, schemas: sortedRecord(components.shapes) },
  };
}

const ROUTES_A_TURN = 20;
/** All routes together take longer than anybody may be held up. */
export const openApiDocument = (routes: readonly RouteOptions[], info: OpenApiInfo): Promise<OpenApiDocument> =>
  workInTurns(describeRoutes(routes, info), ROUTES_A_TURN);

const MEMBERS_A_TURN = 20;
const membersOf = async (record: Json): Promise<string> => {
  const written = await inSlices(Object.entries(record), MEMBERS_A_TURN, ([name, value]) =>
    [JSON.stringify(name), JSON.stringify(value)].join(':'),
  );
  return `{${written.join(',')}}`;
};
/** As `JSON.stringify` writes it, a few operations and shapes in one turn of the loop. */
export const openApiText = async ({ paths, components, ...rest }: OpenApiDocument): Promise<string> => {
  const { schemas, securitySchemes: schemes } = components;
  const shapes = `{"securitySchemes":${JSON.stringify(schemes)},"schemas":${await membersOf(schemas)}}`;
  return `${JSON.stringify(rest).slice(0, -1)},"paths":${await membersOf(paths)},"components":${shapes}}`;
};

/**
 * Call it before any route is added; what it returns knows every route that was added since. A route is kept as it is, not
 * as it was: what its area makes of it afterwards, such as answers without nulls, is what is served.
 */
export const collectRoutes = (app: FastifyInstance): (() => readonly RouteOptions[]) => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route: RouteOptions) => {
    routes.push(route);
  });
  return () => routes;
};
