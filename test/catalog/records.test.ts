/** The catalogue and its delivery, record by record: read, found, changed by the rules of the feeds, and never lost. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { newShop, signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { aLane, aStore, openRecords } from './record-shop.ts';
import { type CatalogShop, feedPath } from './shop.ts';

forEachEngine((engine) => {
  let records: Awaited<ReturnType<typeof openRecords>>;
  let shop: CatalogShop;
  const call: typeof records.call = (...given) => records.call(...given);
  const items: typeof records.items = (path) => records.items(path);
  const problem: typeof records.problem = (answer) => records.problem(answer);
  before(async () => {
    records = await openRecords(engine);
    shop = records.shop;
  });
  after(() => shop.close());

  describe('records', () => {
    test('are listed page by page, in order, each once', async () => {
      const seen: unknown[] = [];
      let next = '';
      do {
        const { body } = await call('GET', `products?page_size=5${next}`);
        seen.push(...(body['items'] as readonly Row[]).map(({ uid }) => uid));
        const { next_id } = body['page'] as { next_id?: string };
        next = next_id === undefined ? '' : `&page_id=${next_id}`;
      } while (next !== '');
      assert.deepEqual(
        seen,
        Array.from({ length: 12 }, (_, n) => n + 1),
      );
      const lanes = await call('GET', 'lanes?page_size=2');
      const rest = await items(`lanes?page_size=2&page_id=${String((lanes.body['page'] as Row)['next_id'])}`);
      assert.deepEqual(
        rest.map(({ store_uid, area }) => [store_uid, area]),
        [[2, '*']],
      );
    });

    const lists: readonly (readonly [string, readonly unknown[]])[] = [
      ['products?q=clay', [5]],
      ['products?tag=garden', [5]],
      ['products?slug=product-3', [3]],
      ['products?brand=8', []],
      ['sellers?q=indigo', [2]],
      ['sellers?q=27AAAPL', [2]],
      ['sellers?is_active=false', []],
      ['stores?q=bandra', [2]],
      ['stores?q=mumbai&page_size=2', [1, 2]],
      ['articles?item_id=1', ['1_M_1', '1_M_2', '1_M_3']],
      ['articles?store_id=2', ['1_M_2']],
      ['articles?is_active=false', ['2_M_1']],
      ['articles?max_quantity=10', ['1_M_1', '2_M_1', '3_M_1']],
      ['inventory?item_id=1&max_quantity=20', ['1_M_1', '1_M_2']],
    ];
    for (const [path, uids] of lists) {
      test(`are found by ${path}`, async () => {
        assert.deepEqual(
          (await items(path)).map(({ uid }) => uid),
          uids,
        );
      });
    }

    test('of stock say what their product is called', async () => {
      const names = (await items('inventory?item_id=1')).map(({ item_name }) => item_name);
      assert.deepEqual(names, ['Linen shirt 1', 'Linen shirt 1', 'Linen shirt 1']);
    });

    test('of places are found by the area they cover and by their zone', async () => {
      const areas = async (path: string) => (await items(path)).map(({ area }) => area);
      assert.deepEqual(await areas('areas?place=400001'), ['*', '400*', '400001']);
      assert.deepEqual(await areas('areas?place=400-002'), ['*', '400*']);
      assert.deepEqual(await areas('areas?zone=8'), ['400001']);
      assert.deepEqual(await areas('areas?q=mumb'), ['400*']);
      assert.deepEqual(await areas('lanes?store_uid=1&place=400050'), ['400*']);
      assert.deepEqual(await items('zones'), [
        { zone: 7, areas: 2 },
        { zone: 8, areas: 1 },
      ]);
    });

    test('are read with their version; a product with its articles and what each store has', async () => {
      const { body, etag } = await call('GET', 'products/1');
      assert.equal(body['name'], 'Linen shirt 1');
      assert.deepEqual(
        (body['articles'] as readonly Row[]).map(({ uid, quantity }) => [uid, quantity]),
        [
          ['1_M_1', 10],
          ['1_M_2', 20],
          ['1_M_3', 30],
        ],
      );
      assert.deepEqual((body['stock'] as readonly Row[])[1], {
        store_id: 2,
        store_name: 'Bandra West',
        articles: 1,
        quantity: 20,
      });
      assert.match(etag, /^"1\./);
      const again = await shop.owner({
        url: feedPath(shop.companyId, 'products/1'),
        headers: { 'if-none-match': etag },
      });
      assert.equal(again.statusCode, 304);
      assert.equal((await call('GET', 'lanes/1/400*')).body['store_uid'], 1);
      assert.equal((await call('GET', 'exchange-rates/INR-USD-0')).body['rate'], '0.0119');
      assert.equal(problem(await call('GET', 'products/999')), '404 record_not_found');
    });

    test('that are read can be fed as they are, and nothing changes', async () => {
      const floored = await call('PATCH', 'articles/3_M_1', { floor_price: '80.50' });
      assert.equal(floored.body['floor_price'], 80.5);
      for (const [kind, path] of [
        ['products', 'products/5'],
        ['articles', 'articles/3_M_1'],
        ['sellers', 'sellers/2'],
        ['stores', 'stores/1'],
        ['areas', 'areas/400001'],
        ['lanes', 'lanes/2/*'],
        ['exchange-rates', 'exchange-rates/INR-USD-0'],
      ] as const) {
        const { body } = await call('GET', path);
        const { version } = body;
        const beside = ['version', 'modified_at', 'articles', 'articles_total', 'stock'];
        const row = Object.fromEntries(Object.entries(body).filter(([name]) => !beside.includes(name)));
        const report = await shop.feed(kind, [row]);
        assert.deepEqual([report.accepted, report.rows[0]?.message ?? ''], [1, ''], path);
        assert.equal((await call('GET', path)).body['version'], version, path);
      }
      const { body } = await call('PATCH', 'articles/3_M_1', { floor_price: null });
      assert.equal('floor_price' in body, false);
    });

    test('belong to their company: another organization does not see them, nor without the permission', async () => {
      const other = await signedIn(shop.app, shop.node, await newShop(shop.node), 'owner');
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const answer = await other({ method, url: feedPath(shop.companyId, 'lanes/1/400*'), payload: {} });
        assert.deepEqual([answer.statusCode, answer.json<Row>()['error_code']], [404, 'company_not_found']);
      }
      const viewer = await signedIn(shop.app, shop.node, shop, 'viewer');
      const seen = await viewer({ url: feedPath(shop.companyId, 'products/1') });
      const changed = await viewer({ method: 'PATCH', url: feedPath(shop.companyId, 'products/1'), payload: {} });
      assert.deepEqual([seen.statusCode, changed.statusCode], [200, 403]);
    });
  });

  describe('a change of one record', () => {
    test('keeps what it does not name, tells the audit what differs, and is seen by storefronts', async () => {
      const list = async () => String((await shop.ask('/products?page_size=1')).headers['etag']);
      const before = await list();
      const { status, body } = await call('PATCH', 'products/1', { name: 'Linen shirt, long', brand: { name: 'Cal' } });
      assert.deepEqual([status, body['name'], body['version']], [200, 'Linen shirt, long', 2]);
      assert.deepEqual((body['brand'] as Row)['uid'], 7);
      const { action, subject, before: was, after: is } = await records.lastAudit();
      assert.deepEqual([action, subject], ['product.change', `company/${shop.companyId}/products/1`]);
      assert.deepEqual(Object.keys(was as Row), ['name', 'brand']);
      assert.equal((is as Row)['name'], 'Linen shirt, long');
      assert.notEqual(await list(), before);
      assert.deepEqual(
        (await shop.ask('/products?q=long')).json<{ items: readonly Row[] }>().items.map(({ uid }) => uid),
        [1],
      );
      assert.equal((await call('PATCH', 'products/1', { name: 'Linen shirt, long' })).body['version'], 2);
    });

    test('of hours changes the day it names', async () => {
      const tuesday = [{ opens: '10:00', closes: '24:00' }];
      const { body } = await call('PATCH', 'stores/1', { hours: { tuesday } });
      assert.deepEqual(body['hours'], { monday: [{ opens: '09:00', closes: '18:00' }], tuesday });
      const { body: closed } = await call('PATCH', 'stores/1', { hours: { monday: null }, address: '1, Fort' });
      assert.deepEqual([closed['hours'], closed['address']], [{ tuesday }, '1, Fort']);
    });

    const refusals: readonly (readonly ['PUT' | 'PATCH', string, unknown, string])[] = [
      ['PATCH', 'products/1', { nmae: 'x' }, '400 body_invalid nmae'],
      ['PATCH', 'products/1', { uid: 2 }, '400 body_invalid uid'],
      ['PATCH', 'products/1', { slug: 'product-2' }, '409 name_taken slug'],
      ['PATCH', 'products/1', { name: null }, '400 body_invalid name'],
      ['PATCH', 'products/1', [], '400 body_invalid'],
      ['PATCH', 'products/1', { children: [{ item_id: 2, quantity: 1 }] }, '400 body_invalid children'],
      ['PATCH', 'articles/1_M_1', { store_id: 2 }, '400 body_invalid store_id'],
      ['PATCH', 'articles/1_M_1', { seller_id: 99 }, '400 reference_unknown seller_id'],
      [
        'PATCH',
        'articles/1_M_1',
        { prices: [{ currency_code: 'INR', marked: 1, effective: 2 }] },
        '400 body_invalid prices[0].effective',
      ],
      ['PATCH', 'stores/1', { hours: { tue: [] } }, '400 body_invalid hours.tue'],
      ['PATCH', 'stores/1', { time_zone: 'Mars/Base' }, '400 body_invalid time_zone'],
      ['PATCH', 'lanes/1/400*', { journeys: { standard: { min: 9 } } }, '400 body_invalid journeys.standard'],
      ['PUT', 'lanes/99/400*', aLane(99, '400*'), '400 body_invalid store_uid'],
      ['PUT', 'lanes/1/401*', aLane(1, '402*'), '400 body_invalid store_uid'],
      ['PUT', 'exchange-rates/INR-USD-0', { from: 'INR', to: 'EUR', rate: 1 }, '400 body_invalid id'],
      ['PATCH', 'sellers/99', { name: 'x' }, '404 record_not_found'],
      ['PATCH', 'inventory/1_M_1', {}, '400 body_invalid quantity'],
      ['PATCH', 'inventory/1_M_1', { quantity: 1, change: 1 }, '400 body_invalid change'],
      ['PATCH', 'inventory/1_M_1', { quantty: 1 }, '400 body_invalid quantty'],
      ['PATCH', 'inventory/1_M_1', { quantity: -1 }, '400 body_invalid quantity'],
      ['PATCH', 'inventory/none', { change: 1 }, '404 record_not_found'],
      ['PATCH', 'inventory/1_M_1', { change: -11 }, '409 stock_short'],
      ['PATCH', 'inventory/1_M_1', { change: 2_147_483_640 }, '409 stock_short'],
    ];
    for (const [method, path, body, wanted] of refusals) {
      test(`is refused: ${method} ${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
        assert.equal(problem(await call(method, path, body)), wanted);
      });
    }

    test('happens on the version that is known, or not at all', async () => {
      const { etag, body } = await call('GET', 'sellers/1');
      assert.equal((await call('PATCH', 'sellers/1', { name: 'Loom' }, { 'if-match': etag })).status, 200);
      const late = await call('PATCH', 'sellers/1', { name: 'Late' }, { 'if-match': etag });
      assert.equal(problem(late), '412 version_conflict');
      assert.equal((await call('GET', 'sellers/1')).body['version'], Number(body['version']) + 1);
    });

    test('adds what is not there, replaces what is, and removes what nobody needs', async () => {
      const added = await call('PUT', 'sellers/3', { name: 'New' });
      assert.deepEqual([added.status, added.body['version'], added.body['is_active']], [200, 1, true]);
      const none = { 'if-none-match': '*' };
      assert.equal(problem(await call('PUT', 'sellers/3', { name: 'Newer' }, none)), '412 record_exists');
      assert.equal((await call('PUT', 'sellers/3', { name: 'Newer' })).body['version'], 2);
      assert.equal((await call('PUT', 'stores/9', aStore(9))).status, 200);
      assert.equal((await call('PUT', 'lanes/9/5*', { journeys: aLane(9, '5*').journeys })).body['area'], '5*');
      assert.equal(problem(await call('DELETE', 'stores/9')), '409 record_in_use');
      assert.equal((await call('DELETE', 'lanes/9/5*')).status, 200);
      assert.equal((await records.lastAudit())['action'], 'lane.remove');
      assert.equal((await call('DELETE', 'stores/9')).status, 200);
      assert.equal(problem(await call('DELETE', 'stores/1')), '409 record_in_use');
      const rate = { from: 'INR', to: 'EUR', rate: '0.0102', valid_from: '1970-01-01T00:00:00.000Z' };
      assert.equal((await call('PUT', 'exchange-rates/INR-EUR-0', rate)).status, 200);
      const { body: dearer } = await call('PATCH', 'exchange-rates/INR-EUR-0', { rate: 0.011 });
      assert.equal(dearer['rate'], '0.011');
      assert.equal((await call('DELETE', 'exchange-rates/INR-EUR-0')).status, 200);
      assert.equal((await call('DELETE', 'areas/*')).status, 200);
      assert.equal(problem(await call('GET', 'areas/*')), '404 record_not_found');
      const removed = await shop.owner({ method: 'DELETE', url: feedPath(shop.companyId, 'products/1') });
      assert.equal(removed.statusCode, 405);
    });

    test('of a zone changes its areas', async () => {
      assert.deepEqual((await call('PUT', 'zones/9/areas/400*')).body['zones'], [7, 9]);
      assert.deepEqual((await call('DELETE', 'zones/7/areas/400001')).body['zones'], [8]);
      assert.deepEqual(await items('zones'), [
        { zone: 7, areas: 1 },
        { zone: 8, areas: 1 },
        { zone: 9, areas: 1 },
      ]);
    });

    test('happens once under its key, and two that add at once do not write over each other unseen', async () => {
      const headers = { 'idempotency-key': 'stock-of-the-morning' };
      const first = await call('PATCH', 'inventory/1_M_2', { change: 5 }, headers);
      const again = await call('PATCH', 'inventory/1_M_2', { change: 5 }, headers);
      assert.deepEqual([first.body['quantity'], again.body['quantity']], [25, 25]);
      const none = { 'if-none-match': '*' };
      const names = ['a', 'b', 'c', 'd'];
      const answers = await Promise.all(names.map((name) => call('PUT', 'sellers/50', { name }, none)));
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 412, 412, 412],
      );
    });
  });

  describe('stock', () => {
    test('counted by many at once is exact, and never below nothing', async () => {
      await call('PATCH', 'inventory/1_M_1', { quantity: 12 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => call('PATCH', 'inventory/1_M_1', { change: n % 5 === 0 ? 2 : -1 })),
      );
      const taken = answers.filter(({ status }, n) => status === 200 && n % 5 !== 0).length;
      const refused = answers.filter(({ status }) => status === 409).length;
      assert.equal(taken + refused, 16);
      const { body } = await call('GET', 'inventory/1_M_1');
      assert.equal(body['quantity'], 12 + 4 * 2 - taken);
      assert.ok(body['quantity'] >= 0);
    });

    test('is set on the version that is expected, with prices, and lists see it', async () => {
      const { body } = await call('GET', 'inventory/1_M_3');
      const expected_version = Number(body['version']);
      const prices = [{ currency_code: 'INR', marked: 2000, effective: '999.50' }];
      const set = await call('PATCH', 'inventory/1_M_3', { quantity: 0, prices, expected_version });
      assert.deepEqual([set.status, set.body['quantity']], [200, 0]);
      assert.deepEqual(set.body['prices'], [{ currency_code: 'INR', marked: 2000, effective: 999.5 }]);
      const late = await call('PATCH', 'inventory/1_M_3', { change: 1, expected_version });
      assert.equal(problem(late), '412 version_conflict');
      const listed = (await shop.ask('/products?max_price=1000')).json<{ items: readonly Row[] }>();
      assert.deepEqual(
        listed.items.map(({ uid }) => uid),
        [1],
      );
    });

    test('below nothing, of what is made to order, outlives a change of something else', async () => {
      await shop.node.db.commit([
        { sql: "update article set quantity = -4, version = version + 1 where uid = '3_M_1'", params: [] },
      ]);
      const { body } = await call('PATCH', 'articles/3_M_1', { tags: ['new'] });
      assert.deepEqual([body['quantity'], body['tags']], [-4, ['new']]);
      assert.equal((await call('PATCH', 'inventory/3_M_1', { change: 3 })).body['quantity'], -1);
      assert.equal(problem(await call('PATCH', 'inventory/3_M_1', { change: -1 })), '409 stock_short');
      assert.equal((await call('PATCH', 'articles/3_M_1', { quantity: 6 })).body['quantity'], 6);
    });
  });
});
