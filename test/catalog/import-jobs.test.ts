/** Imports as resources: what they tell, what they refuse, and that every row of an interrupted one is fed exactly once. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { importAdminRoutes } from '../../src/catalog/imports/import-admin-routes.ts';
import { runImports } from '../../src/catalog/imports/run-imports.ts';
import { sweepImports } from '../../src/catalog/imports/sweep-imports.ts';
import type { ImportView } from '../../src/contract/catalog/import-contract.ts';
import { type Database, DatabaseError, type Row } from '../../src/db/database.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { newShop, type Person, signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { aProduct, aSeller, feedPath, openShop } from './shop.ts';

const MOST_BYTES = 400_000;
const key = (name: string) => ({ 'idempotency-key': `${name}-0123456789abcdef` });

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  const { node, companyId, owner } = shop;
  await shop.app.register(importAdminRoutes, { node, kinds: feedKinds, mostBytes: MOST_BYTES });
  await shop.feed('sellers', [aSeller]);

  const path = feedPath(companyId, 'imports');
  const send = (query: string, payload: string, headers: object = {}, person: Person = owner) =>
    person({ method: 'POST', url: `${path}?${query}`, payload, headers: { 'content-type': 'text/csv', ...headers } });
  const get = async (word: string): Promise<Row> => (await owner({ method: 'GET', url: `${path}${word}` })).json<Row>();
  const turn = (id: string, word: string, headers: object = {}) =>
    owner({ method: 'POST', url: `${path}/${id}/${word}`, headers: { ...headers } });
  const made = async (query: string, payload: string, headers: object = {}): Promise<ImportView> => {
    const answer = await send(query, payload, headers);
    assert.equal(answer.statusCode, 202, answer.body);
    const view = answer.json<ImportView>();
    assert.equal(answer.headers['location'], `${path}/${view.id}`);
    return view;
  };
  const metrics = createMetrics();
  const runner = (db: Database = node.db) => ({ node: { ...node, db }, kinds: feedKinds, metrics });
  const runAll = async (): Promise<void> => {
    while ((await runImports(runner())) > 0) node.clock.at += 1;
  };
  const problem = ({ statusCode, json }: { statusCode: number; json: () => Row }) =>
    `${statusCode} ${String(json()['error_code'])}`;
  const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  /** The lines of which a verdict is kept, one verdict each. */
  const toldLines = async (id: string): Promise<readonly unknown[]> => {
    const batches = await node.db.all<{ document: string }>(
      'select document from import_verdict where job_id = ? order by line',
      [id],
    );
    return batches
      .flatMap(({ document }) => JSON.parse(document) as (Row | [number])[])
      .map((verdict) => (Array.isArray(verdict) ? verdict[0] : verdict['line']));
  };
  const ndjson = { 'content-type': 'application/x-ndjson' };

  describe('an import', () => {
    test('tells how far it is, what became of each row, and gives the refused ones back as a file', async () => {
      const table = 'uid,name,is_active\n11,Loom,true\n12,,true\n13,"Warp, & Co",perhaps\n14,Weft,1\n';
      const job = await made('kind=sellers&file_name=sellers.csv', table);
      assert.deepEqual(
        [job.state, job.rows_read, job.bytes, job.file_name],
        ['waiting', 0, table.length, 'sellers.csv'],
      );
      await runAll();
      const done = (await get(`/${job.id}`)) as unknown as ImportView;
      assert.deepEqual(
        [done.state, done.accepted, done.refused, done.rows_read, done.bytes_read],
        ['finished', 2, 2, 4, table.length],
      );
      const first = await get(`/${job.id}/rows?page_size=3`);
      const { next_id } = first['page'] as { next_id: string };
      const second = await get(`/${job.id}/rows?page_size=3&page_id=${next_id}`);
      const rows = [...(first['items'] as Row[]), ...(second['items'] as Row[])];
      assert.deepEqual(
        rows.map(({ line, key: name, success, field }) => [line, name, success, field]),
        [
          [2, '11', true, null],
          [3, '12', false, 'name'],
          [4, '13', false, 'is_active'],
          [5, '14', true, null],
        ],
      );
      assert.deepEqual(
        ((await get(`/${job.id}/rows?verdict=refused`))['items'] as Row[]).map(({ line }) => line),
        [3, 4],
      );
      const file = await owner({ method: 'GET', url: `${path}/${job.id}/refused` });
      assert.match(String(file.headers['content-type']), /^text\/csv/);
      assert.match(file.body, /^refused_because,uid,name,is_active\r\n"?line 3: name: .*,12,,true\r\n/);
      const mended = file.body.replace(',12,,', ',12,Mended,').replace('perhaps', 'true');
      const again = await made('kind=sellers', mended);
      await runAll();
      assert.deepEqual(
        [(await get(`/${again.id}`))['accepted'], (await get(`/${again.id}`))['refused']],
        [2, 0],
        JSON.stringify(await get(`/${again.id}/rows`)),
      );
      const listed = (await get('?kind=sellers'))['items'] as ImportView[];
      assert.deepEqual(listed.map(({ id }) => id).toSorted(), [job.id, again.id].toSorted());
    });

    test('of lines gives refused lines back with the reason, also those that are no JSON', async () => {
      const job = await made('kind=sellers', `{"uid":21,"name":"A"}\n{"uid":22}\nnonsense\n`, ndjson);
      await runAll();
      const { body } = await owner({ method: 'GET', url: `${path}/${job.id}/refused` });
      const [missing, broken] = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
      assert.equal(missing?.['uid'], 22);
      assert.match(String(missing?.['refused_because']), /^line 2: name: /);
      assert.equal(broken?.['row'], 'nonsense');
    });

    test('that is interrupted anywhere feeds every row exactly once, whoever goes on', async () => {
      const count = 900;
      const rows = Array.from({ length: count }, (_, n) => {
        const { uid, slug, name, brand, sizes } = aProduct(5000 + n, n % 300 === 7 ? { slug: 'the-same' } : {});
        return { uid, slug, name, brand, sizes };
      });
      const job = await made('kind=products', lines(rows), ndjson);
      let commits = 0;
      const failing: Database = {
        ...node.db,
        commit: async (batch) => {
          if (!batch.some(({ sql }) => sql.includes('into import_verdict'))) return node.db.commit(batch);
          commits += 1;
          if (commits % 3 === 1) throw new DatabaseError('busy'); // killed before it was written
          const result = await node.db.commit(batch);
          if (commits % 3 === 2) throw new DatabaseError('unknown'); // killed behind it
          return result;
        },
      };
      let turns = 0;
      while ((await get(`/${job.id}`))['state'] !== 'finished' && turns < 5000) {
        turns += 1;
        // Two nodes at once, one of which dies again and again; a lease that nobody gave back ends by itself.
        await Promise.allSettled([
          runImports(runner(failing)),
          runImports(runner(turns % 2 === 0 ? node.db : failing)),
        ]);
        node.clock.at += 60_000;
      }
      const done = (await get(`/${job.id}`)) as unknown as ImportView;
      assert.deepEqual([done.state, done.rows_read, done.accepted, done.refused], ['finished', count, count - 2, 2]);
      assert.equal(String(await toldLines(job.id)), String(rows.map((_, n) => n + 1)));
      const versions = await node.db.all(
        'select version, count(*) as products from product where company_id = ? and uid >= 5000 group by version',
        [companyId],
      );
      assert.deepEqual(versions, [{ version: 1, products: count - 2 }]);
    });

    test('is cancelled where it is and resumed behind it', async () => {
      const rows = Array.from({ length: 450 }, (_, n) => ({ uid: 1000 + n, name: `S ${n}` }));
      const job = await made('kind=sellers', lines(rows), ndjson);
      const cancelling: Database = {
        ...node.db,
        commit: async (batch) => {
          const result = await node.db.commit(batch);
          const isFirst = batch.some(({ sql, params }) => sql.includes('into import_verdict') && params?.[1] === 200);
          if (isFirst) assert.equal((await turn(job.id, 'cancel', key('cancel'))).statusCode, 200);
          return result;
        },
      };
      await runImports(runner(cancelling));
      const halted = await get(`/${job.id}`);
      assert.deepEqual([halted['state'], halted['rows_read']], ['cancelled', 200]);
      await runAll();
      assert.equal((await get(`/${job.id}`))['rows_read'], 200);
      assert.equal((await turn(job.id, 'cancel', key('cancel'))).statusCode, 200, 'the same call again');
      assert.equal(problem(await turn(job.id, 'cancel')), '409 import_state_conflict');
      assert.equal((await turn(job.id, 'resume')).statusCode, 200);
      await runAll();
      const done = await get(`/${job.id}`);
      assert.deepEqual([done['state'], done['accepted'], done['refused']], ['finished', 450, 0]);
      assert.equal(problem(await turn(job.id, 'resume')), '409 import_state_conflict');
      const audited = await node.db.all<{ action: string }>(
        "select action from audit where subject = ? and action like 'import.%' order by created_at, id",
        [`company/${companyId}/import/${job.id}`],
      );
      assert.deepEqual(audited.map(({ action }) => action).toSorted(), [
        'import.cancel',
        'import.create',
        'import.resume',
      ]);
    });

    test('is made once under one key, and the key is of that file alone', async () => {
      const first = await made('kind=sellers', 'uid,name\n31,A\n', key('same'));
      const repeated = await send('kind=sellers', 'uid,name\n31,A\n', key('same'));
      assert.deepEqual([repeated.statusCode, repeated.json<ImportView>().id], [202, first.id]);
      assert.equal(repeated.headers['idempotent-replayed'], 'true');
      assert.equal(problem(await send('kind=sellers', 'uid,name\n31,B\n', key('same'))), '422 idempotency_mismatch');
      await runAll();
    });

    test('that cannot be is refused with what to change, and leaves nothing', async () => {
      const count = async () => (await node.db.one<{ n: number }>('select count(*) as n from import_job'))?.n;
      const before = await count();
      assert.equal(problem(await send('kind=sellers', 'uid,nmae\n1,A\n')), '400 body_invalid');
      assert.equal(problem(await send('kind=sellers', '')), '400 body_invalid');
      assert.equal(problem(await send('kind=cats', 'uid\n1\n')), '400 body_invalid');
      assert.equal(problem(await send('kind=sellers', 'x'.repeat(MOST_BYTES + 1))), '413 body_too_large');
      assert.equal(
        problem(await send('kind=sellers', '[{"uid":1}', { 'content-type': 'application/json' })),
        '400 body_invalid',
      );
      assert.equal(await count(), before);
      const parts = await node.db.one(
        'select 1 as one from import_part where job_id not in (select id from import_job)',
      );
      assert.equal(parts, undefined);
      const named = await made('kind=sellers&column=No:uid&column=Who:name&column=Notes:', 'No,Who,Notes\n41,A,x\n');
      await runAll();
      assert.equal((await get(`/${named.id}`))['accepted'], 1);
    });

    test('takes the permission of its kind, is another company’s for nobody, and ten are open at most', async () => {
      const viewer = await signedIn(shop.app, node, shop, 'viewer');
      assert.equal(problem(await send('kind=sellers', 'uid,name\n1,A\n', {}, viewer)), '403 permission_missing');
      assert.equal((await viewer({ method: 'GET', url: path })).statusCode, 200);
      const stranger = await signedIn(shop.app, node, await newShop(node), 'owner');
      assert.equal(problem(await send('kind=sellers', 'uid,name\n1,A\n', {}, stranger)), '404 company_not_found');
      const [some] = (await get(''))['items'] as ImportView[];
      assert.equal(
        problem(await stranger({ method: 'GET', url: `${path}/${some?.id ?? ''}` })),
        '404 company_not_found',
      );
      assert.equal(problem(await owner({ method: 'GET', url: `${path}/${'0'.repeat(24)}` })), '404 import_not_found');
      for (let n = 0; n < 10; n += 1) await made('kind=sellers', 'uid,name\n51,A\n');
      assert.equal(problem(await send('kind=sellers', 'uid,name\n51,A\n')), '409 import_limit_reached');
      await runAll();
    });

    test('is one of ten at most however many come at once, and each row of each is fed and told once', async () => {
      const most = 10;
      const rowsOf = (n: number) =>
        Array.from({ length: 230 }, (_, at) => ({ uid: 20_000 + n * 1000 + at, name: 'S' }));
      const isOpen = "select count(*) as n from import_job where state in ('waiting', 'running')";
      const openNow = async () => Number((await node.db.one<{ n: number }>(isOpen))?.n);
      const outcomes = (answers: Parameters<typeof problem>[0][]) => {
        const refused = answers.filter(({ statusCode }) => statusCode >= 300);
        return [answers.length - refused.length, refused.length, ...new Set(refused.map(problem))];
      };
      const sent = await Promise.all(
        Array.from({ length: 14 }, (_, n) =>
          send('kind=sellers', lines(rowsOf(n)), { ...ndjson, ...key(`at-once-${n}`) }),
        ),
      );
      assert.deepEqual(outcomes(sent), [most, 14 - most, '409 import_limit_reached']);
      const ids = sent.flatMap((answer) => (answer.statusCode === 202 ? [answer.json<ImportView>().id] : []));
      // All are given up and gone on with while others come in: whoever is let in, ten are open and no more.
      assert.ok((await Promise.all(ids.map((id) => turn(id, 'cancel')))).every(({ statusCode }) => statusCode === 200));
      const others = Array.from({ length: 6 }, (_, n) => send('kind=sellers', lines(rowsOf(20 + n)), ndjson));
      const [came, resumed] = await Promise.all([
        Promise.all(others),
        Promise.all(ids.map((id) => turn(id, 'resume'))),
      ]);
      assert.deepEqual(outcomes([...came, ...resumed]), [most, 6, '409 import_limit_reached']);
      assert.equal(await openNow(), most);
      // Three nodes feed them, while everybody presses every button.
      const buttons = async () => {
        for (let round = 0; round < 4; round += 1) {
          await Promise.all(ids.map((id, n) => turn(id, (n + round) % 2 === 0 ? 'cancel' : 'resume')));
          assert.ok((await openNow()) <= most);
        }
      };
      const runs = () => Promise.all([1, 2, 3].map(() => runImports(runner())));
      await Promise.all([buttons(), runs().then(runs).then(runs)]);
      const all = [...ids, ...came.flatMap((one) => (one.statusCode === 202 ? [one.json<ImportView>().id] : []))];
      for (let left = all; left.length > 0; ) {
        await Promise.all(left.map((id) => turn(id, 'resume')));
        while ((await runs()).some((count) => count > 0)) node.clock.at += 1;
        const views = await Promise.all(left.map((id) => get(`/${id}`)));
        left = views.flatMap(({ id, state }) => (state === 'finished' ? [] : [String(id)]));
        node.clock.at += 60_000;
      }
      for (const id of all) {
        const { accepted, refused, rows_read } = await get(`/${id}`);
        assert.deepEqual([accepted, refused, rows_read], [230, 0, 230]);
        assert.equal(String(await toldLines(id)), String(rowsOf(0).map((_, at) => at + 1)));
      }
      const versions = await node.db.all(
        'select version, count(*) as n from seller where uid >= 20000 group by version',
      );
      assert.deepEqual(versions, [{ version: 1, n: all.length * 230 }]);
    });

    test('is forgotten a month behind its end', async () => {
      assert.equal(await sweepImports(node.db, node.now()), 0);
      assert.ok((await sweepImports(node.db, node.now() + 31 * 86_400_000)) > 5);
      assert.deepEqual(
        await node.db.all('select 1 as one from import_job union all select 1 as one from import_part'),
        [],
      );
    });
  });
});
