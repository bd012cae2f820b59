/** The file of an import on its way: cancelled meanwhile, left behind by a node that was killed, and one that trickles. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importAdminRoutes } from '../../src/catalog/imports/import-admin-routes.ts';
import { beginReceiving } from '../../src/catalog/imports/import-store.ts';
import { runImports } from '../../src/catalog/imports/run-imports.ts';
import { sweepImports } from '../../src/catalog/imports/sweep-imports.ts';
import type { ImportView } from '../../src/contract/catalog/import-contract.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import type { Person } from '../applications/test-server.ts';
import { type Engine, forEachEngine } from '../databases.ts';
import { listen } from '../http/sample-server.ts';
import { feedPath, openShop } from './shop.ts';

type Told = Readonly<Record<string, unknown>>;
const minute = 60_000;
const day = 86_400_000;

const open = async (engine: Engine, terms: { readonly partMs?: number } = {}) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  const { node, app, owner, companyId } = shop;
  await app.register(importAdminRoutes, { node, kinds: feedKinds, mostBytes: 1_000_000, ...terms });
  const path = feedPath(companyId, 'imports');
  return { node, app, owner, companyId, path };
};

/** What a person of the console sends with every request. */
const headersOf = async (person: Person): Promise<readonly string[]> => {
  const { headers } = (await person({ url: '/healthz' })).raw.req;
  return ['cookie', 'sec-fetch-site'].map((name) => `${name}: ${String(headers[name])}`);
};

forEachEngine(async (engine) => {
  const { node, owner, companyId, path } = await open(engine);
  const send = (payload: string | Readable, type = 'text/csv') =>
    owner({ method: 'POST', url: `${path}?kind=sellers`, payload, headers: { 'content-type': type } });
  const turn = (id: string, word: string) => owner({ method: 'POST', url: `${path}/${id}/${word}` });
  const problem = ({ statusCode, json }: { statusCode: number; json: () => Told }) =>
    `${statusCode} ${String(json()['error_code'])}`;
  const runAll = async (): Promise<void> => {
    while ((await runImports({ node, kinds: feedKinds, metrics: createMetrics() })) > 0) node.clock.at += 1;
  };

  describe('an import whose file', () => {
    test('was left by a node that was killed takes up room until it is cancelled, or for five minutes', async () => {
      const job = {
        company_id: companyId,
        kind: 'sellers',
        format: 'csv',
        file_name: '',
        named_columns: '[]',
      } as const;
      const left = Array.from({ length: 10 }, (_, n) => String(n).padStart(24, '0'));
      for (const id of left) await node.db.commit(beginReceiving({ ...job, id }, node.now()));
      const [first = ''] = left;
      const one = () => send('uid,name\n61,A\n');
      assert.equal(problem(await one()), '409 import_limit_reached');
      assert.equal((await turn(first, 'cancel')).json<ImportView>().state, 'cancelled');
      assert.equal((await one()).statusCode, 202);
      assert.equal(problem(await one()), '409 import_limit_reached');
      assert.equal(problem(await turn(first, 'resume')), '409 import_state_conflict', 'it would be half a file');
      node.clock.at += 5 * minute + 1;
      assert.equal((await one()).statusCode, 202);
      await runAll();
    });

    test('is cancelled while it comes tells who sends it, and is gone within a day', async () => {
      const row = `{"uid":71,"name":"${'S'.repeat(50)}"}\n`;
      const coming = async (): Promise<ImportView | undefined> =>
        (await owner({ url: `${path}?state=receiving` }))
          .json<{ items: ImportView[] }>()
          .items.find(({ bytes }) => bytes > 0);
      let id = '';
      const file = async function* () {
        yield row.repeat(4500);
        for (let job = await coming(); id === ''; job = await coming()) {
          id = job?.id ?? '';
          await nextTurn();
        }
        assert.equal((await turn(id, 'cancel')).statusCode, 200);
        yield row.repeat(500);
      };
      const sent = await send(Readable.from(file(), { objectMode: false }), 'application/x-ndjson');
      assert.equal(problem(sent), '409 import_state_conflict');
      await runAll();
      const { state, rows_read: read } = (await owner({ url: `${path}/${id}` })).json<ImportView>();
      assert.deepEqual([state, read], ['cancelled', 0]);
      assert.equal(problem(await turn(id, 'resume')), '409 import_state_conflict');
      await sweepImports(node.db, node.now() + day + 1);
      assert.equal(problem(await owner({ url: `${path}/${id}` })), '404 import_not_found');
      assert.equal(await node.db.one('select 1 as one from import_part where job_id = ?', [id]), undefined);
    });

    test('does not come in time is answered 408, and leaves nothing', async () => {
      const slow = await open(engine, { partMs: 100 });
      const said = await headersOf(slow.owner);
      const socket = connect(await listen(slow.app), '127.0.0.1');
      const head = [`POST ${slow.path}?kind=sellers HTTP/1.1`, 'host: a', ...said];
      socket.write([...head, 'content-type: text/csv', 'content-length: 900000', '', 'uid,name'].join('\r\n'));
      const trickle = setInterval(() => socket.write('x'), 5);
      let answer = '';
      socket.on('data', (data: Buffer) => (answer += data));
      await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
      clearInterval(trickle);
      assert.match(answer, /^HTTP\/1\.1 408 [^]*"error_code":"request_timeout"/);
      while ((await slow.node.db.one('select 1 as one from import_job')) !== undefined) await nextTurn();
    });
  });
});
