import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Nullable } from '../../../src/contract/primitives.ts';
import { healthRoutes } from '../../../src/http/watch/health-routes.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { collectRoutes, openApiDocument, openApiText } from '../../../src/http/reference/openapi.ts';
import { createServer } from '../../../src/http/server.ts';
import { leaveOutNulls } from '../../../src/http/without-nulls.ts';
import { sampleOptions, sampleRoutes } from '../sample-server.ts';

const info = {
  title: 'Cartwright',
  version: '1.0.0',
  description: 'A sample.',
  publicUrl: 'https://shop.test/api',
  tags: {},
};
const documentOf = (add: (app: FastifyInstance) => void) => {
  const app = createServer(sampleOptions());
  const routes = collectRoutes(app);
  add(app);
  return openApiDocument(routes(), info);
};
const sample = () =>
  documentOf((app) => {
    sampleRoutes(app);
    const metrics = createMetrics();
    healthRoutes(app, {
      version: '1',
      renderMetrics: async () => metrics.render(),
      metricsToken: undefined,
      isDraining: () => false,
      checks: {},
    });
  });
const open = { access: { kind: 'public' } } as const;

describe('OpenAPI', () => {
  test('has no error that a linter knows of', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: JSON.stringify(await sample()), absoluteRef: 'openapi.json', config });
    const errors = found.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  });

  test('says what an operation takes, answers and demands', async () => {
    const { paths } = await sample();
    const read = paths['/service/application/thing/{id}']?.['get'];
    assert.equal(read?.operationId, 'getThing');
    assert.deepEqual(read?.security, [{ application: [] }]);
    assert.deepEqual(
      read?.parameters?.map(({ name, in: place, required }) => [name, place, required]),
      [
        ['id', 'path', true],
        ['full', 'query', false],
        ['limit', 'query', false],
        ['ids', 'query', false],
        ['sort', 'query', false],
      ],
    );
    assert.deepEqual(Object.keys(read?.responses ?? {}), ['200', '4XX', '5XX']);
    const write = paths['/service/platform/things']?.['put'];
    assert.equal(write?.['x-permission'], 'things/write');
    assert.deepEqual(write?.requestBody, {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    });
    assert.deepEqual(paths['/things']?.['post']?.security, []);
  });

  test('hoists what has a title, once, also where it may be null', async () => {
    const Colour = Type.Object({ title: Type.String(), red: Type.Integer() }, { title: 'Colour' });
    const body = Type.Object({ one: Colour, two: Nullable(Colour) });
    const { components, paths } = await documentOf((app) =>
      app.post('/x', { config: open, schema: { operationId: 'x', summary: 'X', body } }, async () => null),
    );
    assert.deepEqual(Object.keys(components.schemas), ['Colour', 'ErrorBody', 'FieldProblem']);
    const written = JSON.stringify(paths['/x']?.['post']?.requestBody);
    assert.match(written, /"two":\{"anyOf":\[\{"\$ref":"#\/components\/schemas\/Colour"\},\{"type":"null"\}\]\}/);
  });

  test('an answer is described as its area serves it, also when the area says so after the route was seen', async () => {
    const Thing = Type.Object({ id: Type.String(), note: Nullable(Type.String()) }, { title: 'Thing' });
    const schema = { operationId: 'getThing', summary: 'Thing', response: { 200: Thing } };
    const { components } = await documentOf((app) => {
      leaveOutNulls(app, '/service/', 'Bare');
      app.get('/service/thing', { config: open, schema }, async () => ({ id: 'x', note: null }));
    });
    const { required } = components.schemas['BareThing'] as { readonly required: readonly string[] };
    assert.deepEqual(required, ['id']);
  });

  test('the same routes give the same bytes in whatever order they were added', async () => {
    const add = (app: FastifyInstance, url: string) =>
      app.get(url, { config: open, schema: { operationId: url.slice(1), summary: url } }, async () => null);
    const one = await documentOf((app) => void ['/a', '/b', '/c'].map((url) => add(app, url)));
    const two = await documentOf((app) => void ['/c', '/a', '/b'].map((url) => add(app, url)));
    assert.equal(JSON.stringify(one), JSON.stringify(two));
  });

  test('two shapes under one title, or an operation without a name, are found out', async () => {
    const shape = (type: 'a' | 'b') => Type.Object({ [type]: Type.String() }, { title: 'Same' });
    const schema = { operationId: 'x', summary: 'X', body: Type.Object({ a: shape('a'), b: shape('b') }) };
    const twoShapes = () => documentOf((app) => app.post('/x', { config: open, schema }, async () => null));
    await assert.rejects(twoShapes, /two different schemas have the title Same/);
    const nameless = () => documentOf((app) => app.get('/x', { config: open }, async () => null));
    await assert.rejects(nameless, /GET \/x needs schema.operationId/);
  });

  test('only pages can be hidden', async () => {
    const hidden = { config: open, schema: { hide: true } };
    const { paths } = await documentOf((app) => app.get('/page', hidden, async () => null));
    assert.deepEqual(paths, {});
    await assert.rejects(
      () => documentOf((app) => app.get('/service/x', hidden, async () => null)),
      /GET \/service\/x needs/,
    );
  });

  test('many routes are described and written a few in a turn of the loop, as JSON writes them', async () => {
    const app = createServer(sampleOptions());
    const routes = collectRoutes(app);
    for (let at = 0; at < 200; at += 1) {
      app.get(`/x${at}`, { config: open, schema: { operationId: `x${at}`, summary: 'X' } }, async () => null);
    }
    const turnsOf = async <T>(work: Promise<T>): Promise<{ readonly made: T; readonly turns: number }> => {
      const ended: T[] = [];
      const done = work.then((made) => ended.push(made));
      let turns = 0;
      for (; ended.length === 0; turns += 1) await new Promise(setImmediate);
      await done;
      return { made: ended[0] as T, turns };
    };
    const described = await turnsOf(openApiDocument(routes(), info));
    assert.ok(described.turns >= 9, `${described.turns} turns for 200 routes`);
    const written = await turnsOf(openApiText(described.made));
    assert.ok(written.turns >= 9, `${written.turns} turns for 200 operations`);
    assert.equal(written.made, JSON.stringify(described.made));
    await app.close();
  });
});
