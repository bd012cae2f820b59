/** Validators and serialisers are compiled at first use; what would fail there fails here. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import Fastify from 'fastify';
import { createApp } from '../../src/app.ts';
import { withNode } from '../../src/commands/open-node.ts';
import { readConfig } from '../../src/config.ts';
import { compileWhenIdle } from '../../src/http/compile-when-idle.ts';
import { routeCompilers } from '../../src/http/route-compilers.ts';
import { createServer } from '../../src/http/server.ts';
import { sampleOptions } from './sample-server.ts';

const text = (maxLength: number) => ({ type: 'object', properties: { word: { type: 'string', maxLength } } });
const sample = (schemas: Readonly<Record<string, object>>) => {
  const compilers = routeCompilers();
  const app = Fastify({
    schemaController: { compilersFactory: compilers.factory },
    ajv: { customOptions: { strict: true } },
  });
  for (const [url, schema] of Object.entries(schemas)) app.post(url, { schema }, async ({ body }) => body);
  after(() => app.close());
  return { app, compilers };
};

describe('the routes of the program', () => {
  test('can all be compiled', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-routes-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const config = readConfig({ CARTWRIGHT_DATA: folder, CARTWRIGHT_LOG_LEVEL: 'silent' });
    const quiet = (): void => {};
    await withNode(config, quiet, async (node) => {
      const app = await createApp(node, config, () => false);
      assert.equal(app.compilers.compileNext(), true);
      app.compilers.compileAll();
      assert.equal(app.compilers.compileNext(), false);
      await app.close();
    });
  });
});

describe('a schema', () => {
  test('that cannot be compiled names its route, for requests and for answers', async () => {
    for (const schema of [{ body: { type: 'obect' } }, { response: { 200: { type: 'object', properties: 7 } } }]) {
      const { app, compilers } = sample({ '/bad': schema });
      await app.ready();
      assert.throws(() => compilers.compileAll(), /POST \/bad: a schema of this route cannot be compiled/);
    }
  });

  test('says of a large body the first thing that is wrong: it has room for hundreds of thousands', async () => {
    const app = createServer(sampleOptions());
    after(() => app.close());
    const words = { type: 'array', items: { type: 'string' } };
    const body = { type: 'object', properties: { words, names: { type: 'object', additionalProperties: words } } };
    const config = { access: { kind: 'public' } } as const;
    app.post('/words', { config, bodyLimit: 1_048_576, schema: { body } }, async () => 'taken');
    const problemsOf = async (payload: object): Promise<number> => {
      const answer = await app.inject({ method: 'POST', url: '/words', payload });
      return answer.json<{ readonly details: readonly unknown[] }>().details.length;
    };
    assert.equal(await problemsOf({ words: Array(30).fill(1) }), 20);
    assert.equal(await problemsOf({ words: Array(200_000).fill(1) }), 1);
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`n${at}`, 1]));
    assert.equal(await problemsOf({ names }), 1);
    const good = await app.inject({ method: 'POST', url: '/words', payload: { words: Array(50_000).fill('word') } });
    assert.equal(good.statusCode, 200);
  });

  test('says of each body what is wrong with that body', async () => {
    const { app } = sample({ '/a': { body: text(2) } });
    const answers = await Promise.all(
      ['abc', 'ab', 'abcd'].map((word) => app.inject({ method: 'POST', url: '/a', payload: { word } })),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [400, 200, 400],
    );
  });

  test('is compiled once, however many routes share it, and storefronts come first', async () => {
    const shared = text(9);
    const urls = ['/service/platform/a', '/service/application/b', '/service/platform/c'];
    const { app, compilers } = sample(Object.fromEntries(urls.map((url) => [url, { body: shared }])));
    await app.ready();
    assert.equal(compilers.compileNext(), true);
    assert.equal(compilers.compileNext(), false);
  });
});

describe('idle time', () => {
  test('compiles everything, and goes on after one that cannot be', async () => {
    const { app, compilers } = sample({ '/bad': { body: { type: 'obect' } }, '/good': { body: text(3) } });
    await app.ready();
    const failures: unknown[] = [];
    const stop = compileWhenIdle(compilers, (error) => failures.push(error));
    after(stop);
    while (failures.length === 0) await wait(20);
    while (compilers.compileNext()) await wait(20);
    assert.equal(failures.length, 1);
  });
});
