/** Every route that demands a caller, against every caller that must not get in: generated from the routes themselves. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { system } from '../../src/applications/node.ts';
import { exampleOf } from '../http/reference/example-of.ts';
import type { OpenApiDocument, Operation } from '../../src/http/reference/openapi.ts';
import { type Engine, forEachEngine } from '../databases.ts';
import { askInside } from './ask-inside.ts';
import { type OauthServer, oauthServer, postForm, type TestClient } from './oauth-server.ts';

type Route = { readonly method: string; readonly path: string; readonly operation: Operation };
type Places = Readonly<Record<string, string>>;
type Attempt = {
  readonly as: string;
  readonly credential: string | undefined;
  readonly expected: readonly number[];
  /** What he names instead of what is meant. */
  readonly names?: Places;
};

const everything = { scopes: { type: 'full', permissions: ['*'] } } as const;
const nothingMuch = { scopes: { type: 'custom', permissions: ['company/legal/read'] } } as const;

const tokenOf = async (server: OauthServer, { basic }: TestClient): Promise<string> => {
  const answer = await postForm(server, '/oidc/token', { grant_type: 'client_credentials' }, { authorization: basic });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const call = async (
  { app }: OauthServer,
  document: OpenApiDocument,
  { method, path, operation }: Route,
  places: Places,
  credential: string | undefined,
): Promise<number> => {
  const anywhere = (name: string): string => {
    const schema = operation.parameters?.find((one) => one['name'] === name)?.['schema'] as
      | { type?: string; enum?: readonly string[] }
      | undefined;
    // One of the words it takes: another would be refused whoever asks.
    return schema?.enum?.[0] ?? (schema?.type === 'integer' ? '1' : '0'.repeat(24));
  };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? anywhere(name));
  const query = new URLSearchParams(
    (operation.parameters ?? [])
      .filter((one) => one['in'] === 'query' && one['required'] === true)
      .map((one): [string, string] => [
        String(one['name']),
        String(exampleOf(one['schema'], document.components.schemas)),
      ]),
  ).toString();
  const content = operation.requestBody?.['content'] as Record<string, { schema: unknown }> | undefined;
  const json = content?.['application/json'];
  const { status, leave } = await askInside(app, {
    method,
    address: `${address}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json && JSON.stringify(exampleOf(json.schema, document.components.schemas)),
  });
  leave();
  return status;
};

const scene = async (engine: Engine) => {
  const server = await oauthServer(engine);
  after(server.close);
  const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as OpenApiDocument;
  const routes: readonly Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const application = await addApplication(
    server.node,
    server,
    { name: 'Shop', currency: 'EUR', country: 'DE' },
    system,
  );
  const client = await server.addClient(everything);
  const places: Places = {
    organization_id: server.organizationId,
    company_id: String(server.companyId),
    application_id: application.applicationId,
    client_id: client.clientId,
    // Of a picture, which is named by its bytes.
    name: `${'0'.repeat(64)}.jpg`,
  };
  // Issued first: it has expired by the time it is used.
  const expired = await tokenOf(server, await server.addClient({ ...everything, access_token_lifetime: 60 }));
  server.pass(61_000);
  const other = await server.addOrganization();
  const stranger = await tokenOf(server, await server.addClient(everything, other));
  const owner = await tokenOf(server, client);
  const theirs = await addApplication(server.node, other, { name: 'Theirs', currency: 'EUR', country: 'DE' }, system);
  const weak = await tokenOf(server, await server.addClient(nothingMuch));
  const shop = Buffer.from(`${application.applicationId}:${application.applicationToken}`).toString('base64');
  const wrongShop = Buffer.from(`${application.applicationId}:${'x'.repeat(43)}`).toString('base64');

  const nobody: readonly Attempt[] = [
    { as: 'without a credential', credential: undefined, expected: [401] },
    { as: 'with garbage', credential: 'garbage-garbage-garbage', expected: [401] },
    { as: 'with an expired token', credential: expired, expected: [401] },
    { as: 'with a wrong application token', credential: wrongShop, expected: [401] },
  ];
  /** Within his own company, an application of another. */
  const elsewhere: Attempt = {
    as: 'of an application of another organization',
    credential: owner,
    expected: [404],
    names: { application_id: theirs.applicationId },
  };
  const attempts = ({ path, operation: { security } }: Route): readonly Attempt[] => {
    const asks = (scheme: string): boolean => security.some((way) => scheme in way);
    if (asks('client')) return [...nobody, { as: 'with a service token', credential: weak, expected: [401] }];
    if (asks('operator')) return [...nobody, { as: 'with a service token', credential: stranger, expected: [403] }];
    if (asks('application')) return [...nobody, { as: 'with a service token', credential: weak, expected: [403] }];
    return [
      ...nobody,
      { as: 'with an application credential', credential: shop, expected: [403] },
      { as: 'without the permission', credential: weak, expected: [403] },
      { as: 'of another organization', credential: stranger, expected: [404] },
      ...(path.includes('{application_id}') ? [elsewhere] : []),
    ];
  };
  return {
    server,
    document,
    routes: routes.filter(({ operation }) => operation.security.length > 0),
    places,
    attempts,
  };
};

describe('the authorization matrix', () => {
  forEachEngine(async (engine) => {
    test('no route lets in a caller it must not', async () => {
      const { server, document, routes, places, attempts } = await scene(engine);
      assert.ok(routes.length > 20);
      const wrong: string[] = [];
      for (const route of routes) {
        for (const { as, credential, expected, names } of attempts(route)) {
          const status = await call(server, document, route, { ...places, ...names }, credential);
          if (!expected.includes(status)) wrong.push(`${route.method} ${route.path} ${as}: ${status}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  });
});
