/**
 * Every operation of openapi.json refuses as it says: wrong credentials, bodies, parameters and ids are sent to each of
 * them, and every refusal is held against what the document declares for its status: media type and schema. What is
 * answered on the way has the media type that is declared.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { system } from '../../src/applications/node.ts';
import { exampleOf } from '../http/reference/example-of.ts';
import type { OpenApiDocument, Operation } from '../../src/http/reference/openapi.ts';
import { engines } from '../databases.ts';
import { askInside } from '../oauth/ask-inside.ts';
import { basicOf, type OauthServer, oauthServer, postForm, whenItHasTime } from '../oauth/oauth-server.ts';
import { compileSchemas } from './compile-schema.ts';

type Json = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Json }>>;
type Route = { readonly method: string; readonly path: string; readonly operation: Operation };
type Attempt = {
  readonly places?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const LONG = 'x'.repeat(300);
const JSON_TYPE = { 'content-type': 'application/json' };
const shortType = (text: string): string => text.split(';')[0]?.trim() ?? '';

/** What an operation declares for a status, and under which name. */
const declaredFor = ({ responses }: Operation, status: number): readonly [string, Json] | undefined =>
  [String(status), `${Math.floor(status / 100)}XX`]
    .map((name): readonly [string, Json | undefined] => [name, responses[name]])
    .find((entry): entry is readonly [string, Json] => entry[1] !== undefined);

const namesIn = ({ parameters = [] }: Operation, place: string): readonly string[] =>
  parameters.filter((one) => one['in'] === place).map((one) => String(one['name']));

const wordsOf = (schema: Json): readonly string[] =>
  Array.isArray(schema['enum']) ? schema['enum'].filter((word) => typeof word === 'string') : [];

const [sqlite] = engines;
describe('refusals', () => {
  let server: OauthServer;
  let document: OpenApiDocument;
  let routes: readonly Route[];
  let credentials: Readonly<Record<string, string>>;
  let own: Readonly<Record<string, string>>;
  before(async () => {
    if (sqlite === undefined) throw new Error('there is always SQLite');
    server = await oauthServer(sqlite);
    const answer = await whenItHasTime(() => fetch(`${server.base}/openapi.json`));
    document = (await answer.json()) as OpenApiDocument;
    routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );
    const settings = { name: 'Shop', currency: 'EUR', country: 'DE' } as const;
    const shop = await addApplication(server.node, server, settings, system);
    const { applicationId } = shop;
    const place = { organizationId: server.organizationId, companyId: server.companyId, applicationId };
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    await changeApplication(server.node, place, { events: { mode: 'strict' } }, request);
    const client = await server.addClient({ scopes: { type: 'full', permissions: ['*'] } });
    const form = { grant_type: 'client_credentials' };
    const given = await postForm(server, '/oidc/token', form, { authorization: client.basic });
    const { access_token } = (await given.json()) as { readonly access_token: string };
    credentials = {
      service: `Bearer ${access_token}`,
      application: `Bearer ${Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64')}`,
      client: client.basic,
    };
    own = {
      company_id: String(server.companyId),
      organization_id: server.organizationId,
      application_id: shop.applicationId,
      client_id: (await server.addClient()).clientId, // it will be deleted
      api_key: client.clientId,
    };
  });
  after(() => server.close());

  const rightFor = ({ security }: Operation): Readonly<Record<string, string>> => {
    const [scheme] = security.flatMap((way) => Object.keys(way));
    return scheme === undefined ? {} : { authorization: credentials[scheme] ?? '' };
  };
  const placeFor = ({ parameters = [] }: Operation, name: string): string => {
    const { schema } = (parameters.find((one) => one['name'] === name) ?? {}) as { readonly schema?: Json };
    return schema?.['type'] === 'integer' ? '999999' : '0'.repeat(24);
  };
  const exampleBody = ({ requestBody }: Operation): string | undefined => {
    const json = (requestBody?.['content'] as Content | undefined)?.['application/json'];
    return json && JSON.stringify(exampleOf(json.schema, document.components.schemas));
  };

  const send = ({ method, path, operation }: Route, { places = {}, query = {}, headers = {}, body }: Attempt) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(places[name] ?? placeFor(operation, name)),
    );
    const asked = new URLSearchParams(query).toString();
    return askInside(server.app, { method, address: `${address}${asked === '' ? '' : `?${asked}`}`, headers, body });
  };

  const neededIn = (parameters: readonly Json[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      parameters
        .filter((one) => one['required'] === true)
        .map((one) => [String(one['name']), String(exampleOf(one['schema'], document.components.schemas))]),
    );

  /** Everything that is wrong with a request, one thing at a time. */
  const attemptsAt = ({ operation }: Route): readonly Attempt[] => {
    const right = rightFor(operation);
    const example = exampleBody(operation);
    const withBody = example === undefined ? {} : { body: example, headers: { ...JSON_TYPE, ...right } };
    const asked = (operation.parameters ?? []).filter((one) => one['in'] === 'query');
    const whole = { headers: right, places: own, query: neededIn(asked), ...withBody };
    const wrong = ['Bearer garbage-garbage-garbage', basicOf('nobody', 'sk_wrong'), 'Digest x'];
    return [
      { ...whole, headers: JSON_TYPE },
      ...wrong.map((authorization) => ({ ...whole, headers: { ...JSON_TYPE, authorization } })),
      { ...whole, places: {} },
      // Who sends events shows this or a key in the body, so that the operation itself asks for nothing.
      { ...whole, headers: { ...JSON_TYPE, authorization: credentials['application'] ?? '' }, body: '{"batch":[{}]}' },
      whole,
      { ...whole, headers: { ...whole.headers, 'if-match': '"no-such-version"' } },
      ...namesIn(operation, 'path').flatMap((name) =>
        [LONG, 'a b', '%'].map((text) => ({ ...whole, places: { ...own, [name]: text } })),
      ),
      ...asked.flatMap(({ name, schema }) =>
        wordsOf(schema as Json).map((word) => ({ ...whole, query: { ...whole.query, [String(name)]: word } })),
      ),
      ...namesIn(operation, 'query').flatMap((name) =>
        [LONG.repeat(5), '-1', '{'].map((text) => ({ ...whole, query: { ...whole.query, [name]: text } })),
      ),
      ...(example === undefined
        ? []
        : ['{', '[]', '7', '{"a":1,"a":2}', '{"items":7,"grant_type":7}', '{"batch":[{}]}', '{}'].map((body) => ({
            ...whole,
            body,
          }))),
      ...(example === undefined ? [] : [{ ...whole, headers: { ...right, 'content-type': 'application/xml' } }]),
    ];
  };

  /** What one operation answered to one attempt. */
  type Answered = {
    readonly route: Route;
    readonly at: string;
    readonly status: number;
    readonly type: string;
    readonly text: string;
  };
  let answers: readonly Answered[];
  before(async () => {
    const met: Answered[] = [];
    for (const route of routes) {
      for (const attempt of attemptsAt(route)) {
        const { status, type, text, leave } = await send(route, attempt);
        const at = `${route.method} ${route.path} ${status}`;
        // A stream of events would go on for ever.
        if (status < 400) leave();
        met.push({ route, at, status, type: shortType(type), text: status < 400 ? '' : await text() });
      }
    }
    answers = met;
  });
  const refusals = () => answers.filter(({ status }) => status >= 400);
  const schemaFor = ({ route, status, type }: Answered): Json | undefined =>
    (declaredFor(route.operation, status)?.[1]['content'] as Content | undefined)?.[type]?.schema;

  test('the credentials were good to the end, and nothing was a fault', async () => {
    for (const route of routes.filter(({ path }) => path.endsWith('/funnel'))) {
      const { status, leave } = await send(route, { places: own, headers: rightFor(route.operation) });
      leave();
      assert.equal(status, 200);
    }
    assert.deepEqual(new Set(answers.filter(({ status }) => status >= 500).map(({ at }) => at)), new Set());
  });

  test('every answer has a media type that is declared for its status', () => {
    const others = answers.filter((one) => one.type !== '' && schemaFor(one) === undefined);
    assert.deepEqual(new Set(others.map(({ at, type }) => `${at} ${type}`)), new Set());
    const types = new Set(answers.filter(({ status }) => status === 200).map(({ type }) => type));
    for (const type of ['text/csv', 'application/x-ndjson', 'text/event-stream']) assert.ok(types.has(type), type);
  });

  test('every refusal is what the schema says', async () => {
    const inPlace = (schemas: Json): Json =>
      JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/')) as Json;
    const definitions = inPlace(document.components.schemas);
    const bodies = refusals().filter(({ type, text }) => type === 'application/json' && text !== '');
    const keyOf = (one: Answered): string => JSON.stringify(schemaFor(one) ?? {});
    const schemas = new Map(bodies.map((one) => [keyOf(one), { ...inPlace(schemaFor(one) ?? {}), definitions }]));
    const compiled = await compileSchemas(Object.fromEntries(schemas));
    const problems = bodies.flatMap((one) => {
      const [problem] = compiled[keyOf(one)]?.problemsOf(JSON.parse(one.text)) ?? ['not compiled'];
      return problem === undefined ? [] : [`${one.at}: ${problem} in ${one.text.slice(0, 200)}`];
    });
    assert.deepEqual(problems, []);
  });

  test('every operation that is asked for anything was refused, and every kind of refusal was met', () => {
    assert.ok(routes.length > 150);
    const isAsked = ({ parameters = [], requestBody, security }: Operation): boolean =>
      parameters.length > 0 || requestBody !== undefined || security.length > 0;
    const refused = new Set(refusals().map(({ route }) => route));
    const never = routes.filter((route) => isAsked(route.operation) && !refused.has(route));
    assert.deepEqual(
      never.map(({ method, path }) => `${method} ${path}`),
      [],
    );
    // A conflict of carts needs two carts; that it was met at one operation shows what it looks like at all of them.
    const kindOf = (status: string, response: Json): string => `${status} ${JSON.stringify(response['content'])}`;
    const declared = routes.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        status.startsWith('4') ? [kindOf(status, response)] : [],
      ),
    );
    const met = new Set(
      refusals().flatMap(({ route, status }) => {
        const found = declaredFor(route.operation, status);
        return found === undefined ? [] : [kindOf(...found)];
      }),
    );
    assert.deepEqual(
      [...new Set(declared)].filter((kind) => !met.has(kind)),
      [],
    );
  });
});
