/** What an import takes as a file: an array as well as lines, and nothing in a charset that it does not read. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { importAdminRoutes } from '../../src/catalog/imports/import-admin-routes.ts';
import { runImports } from '../../src/catalog/imports/run-imports.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { forEachEngine } from '../databases.ts';
import { feedPath, openShop } from './shop.ts';

type Told = Readonly<Record<string, unknown>>;

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  const { node, owner } = shop;
  await shop.app.register(importAdminRoutes, { node, kinds: feedKinds, mostBytes: 10_000 });
  const path = feedPath(shop.companyId, 'imports');
  const send = (payload: string, type: string) =>
    owner({ method: 'POST', url: `${path}?kind=sellers`, payload, headers: { 'content-type': type } });

  test('an array is kept as lines, and gives its refused entries back as lines', async () => {
    const rows = [{ uid: 61, name: 'A\nB' }, { uid: 'x' }, { uid: 62, name: 'C' }];
    const made = await send(JSON.stringify(rows, null, 2), 'application/json; charset=UTF-8');
    assert.equal(made.statusCode, 202, made.payload);
    while ((await runImports({ node, kinds: feedKinds, metrics: createMetrics() })) > 0) node.clock.at += 1;
    const at = `${path}/${String(made.json<Told>()['id'])}`;
    const { accepted, refused } = (await owner({ url: at })).json<Told>();
    assert.deepEqual([accepted, refused], [2, 1]);
    assert.match((await owner({ url: `${at}/refused` })).payload, /^\{"uid":"x","refused_because":"line 2: /);
  });

  test('an array of very many small entries is copied once and not with every entry', async (t) => {
    const entries = 4_500;
    const concat = Buffer.concat.bind(Buffer);
    let joined = 0;
    t.mock.method(Buffer, 'concat', (parts: readonly Uint8Array[], size?: number) => {
      joined += parts.reduce((sum, part) => sum + part.length, 0);
      return concat(parts, size);
    });
    const made = await send(`[${'1,'.repeat(entries)}1]`, 'application/json');
    assert.equal(made.statusCode, 202, made.payload);
    assert.equal(made.json<Told>()['bytes'], 2 * (entries + 1));
    assert.ok(joined < 50 * entries, `${joined} bytes were joined`);
  });

  test('what is not UTF-8, or of a type that is not read, is 415', async () => {
    for (const type of ['application/yaml', 'text/csv; charset=utf-7', 'application/json; charset="utf-16"']) {
      const answer = await send('uid,name\n1,A\n', type);
      assert.deepEqual([answer.statusCode, answer.json<Told>()['error_code']], [415, 'media_type_unsupported'], type);
    }
  });
});
