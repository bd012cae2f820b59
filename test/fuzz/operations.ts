/** Everything this service answers to: the operations of its OpenAPI document, and the routes that are not in it. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/app.ts';
import type { Node } from '../../src/applications/node.ts';
import { withNode } from '../../src/commands/open-node.ts';
import { readConfig } from '../../src/config.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Parameter = {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
};
export type Operation = {
  /** `GET /service/…/{id}`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schemas of the body by media type; empty for an operation that takes none. */
  readonly bodies: ReadonlyMap<string, Json>;
  /** By status, as the document has them; undefined for a route outside it. */
  readonly responses: Json | undefined;
  /** The scheme of the document by which its caller is known, or `none`. */
  readonly security: string;
};
export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};
export type Api = { readonly document: ApiDocument; readonly operations: readonly Operation[] };

const described = (path: string, method: string, about: Json): Operation => {
  const content = ((about['requestBody'] as Json | undefined)?.['content'] ?? {}) as Readonly<Record<string, Json>>;
  const [scheme] = (about['security'] ?? []) as readonly Json[];
  return {
    key: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: ((about['parameters'] ?? []) as readonly Json[]).map((one) => ({
      name: String(one['name']),
      place: one['in'] as Parameter['place'],
      required: one['required'] === true,
      schema: one['schema'] as Json,
    })),
    bodies: new Map(Object.entries(content).map(([type, { schema }]) => [type, schema as Json])),
    responses: about['responses'] as Json,
    security: Object.keys(scheme ?? {})[0] ?? 'none',
  };
};

/** Words that lead somewhere behind a wildcard, and names of fields that pages and the token service read. */
const behindWildcards = [
  'auth',
  'auth/x',
  'token',
  'token/introspection',
  'token/revocation',
  'jwks',
  'me',
  'session/end',
  '.well-known/openid-configuration',
];
const formFields =
  'email password current_password new_password form_token return_to as token decision client_id client_secret grant_type code ' +
  'redirect_uri refresh_token scope state response_type code_challenge code_challenge_method code_verifier prompt max_age nonce ' +
  'resource token_type_hint response_mode request request_uri claims id_token_hint login_hint ui_locales acr_values user_id ' +
  'access_mode extension_id asked_by asked_at';
const text: Json = { type: 'string' };
const fields = formFields.split(' ');

const undescribed = (path: string, method: string): Operation => ({
  key: `${method} ${path}`,
  method,
  path,
  parameters: [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      place: 'path' as const,
      required: true,
      schema: text,
    })),
    ...fields.map((name) => ({ name, place: 'query' as const, required: false, schema: text })),
  ],
  bodies:
    method === 'POST' || method === 'PUT'
      ? new Map([
          [
            'application/x-www-form-urlencoded',
            { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, text])) },
          ],
        ])
      : new Map(),
  responses: undefined,
  security: 'none',
});

export type Route = {
  readonly url: string;
  readonly method: string;
  /** Whether `Prefer: dry-run` is honoured, once all plugins are there. */
  readonly canBeTried: () => boolean;
};

/** Every route of every server that is made while `work` goes on. */
export const routesDuring = async <T>(
  work: (routes: readonly Route[]) => Promise<T>,
): Promise<readonly [T, readonly Route[]]> => {
  const routes: Route[] = [];
  const watch = (message: unknown): void => {
    const { fastify: app } = message as { readonly fastify: FastifyInstance };
    app.addHook('onRoute', (route) => {
      const canBeTried = (): boolean => route.config?.canBeTried === true;
      for (const method of [route.method].flat()) routes.push({ url: route.url, method, canBeTried });
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    return [await work(routes), routes];
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
};

const outsideOf = (routes: readonly Route[], inside: readonly Operation[]): readonly Operation[] => {
  const known = new Set(inside.map(({ key }) => key));
  const all = routes.flatMap(({ url, method }) => {
    const path = url.replace(/:(\w+)/g, '{$1}');
    const paths = path.endsWith('*') ? behindWildcards.map((end) => `${path.slice(0, -1)}${end}`) : [path];
    return paths.map((one) => undescribed(one, method));
  });
  return [...new Map(all.map((one) => [one.key, one])).values()].filter(({ key }) => !known.has(key));
};

/** Asks a node that serves nobody: what it would serve is the same everywhere. */
export const readApi = async (): Promise<Api> => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-fuzz-routes-'));
  const config = readConfig({ CARTWRIGHT_DATA: folder, CARTWRIGHT_LOG_LEVEL: 'silent' });
  const documentOf = async (node: Node): Promise<ApiDocument> => {
    const app = await createApp(node, config, () => false);
    const answer = await app.inject('/openapi.json');
    await app.close();
    return answer.json<ApiDocument>();
  };
  try {
    const [document, routes] = await routesDuring(() => withNode(config, () => {}, documentOf));
    const inside = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, about]) => described(path, method, about)),
    );
    return { document, operations: [...inside, ...outsideOf(routes, inside)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
