/** The demo shop on its way into a database: once, and on from where it was interrupted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ProductRow } from '../../src/contract/catalog/catalog-feed-contract.ts';
import { type Database, DatabaseError } from '../../src/db/database.ts';
import { deliveryReader } from '../../src/delivery/read-lanes.ts';
import { demoRoutes } from '../../src/demo/demo-routes.ts';
import { demoFeeds } from '../../src/demo/demo-shop.ts';
import { wantDemoShop } from '../../src/demo/demo-statements.ts';
import { loadDemoShop } from '../../src/demo/load-demo-shop.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import { newShop, testServer } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';

const expected = Object.fromEntries(demoFeeds().map(({ kind, rows }) => [kind, rows.length]));
const goods = {
  kinds: feedKinds,
  furnish: async () => {},
  onRefused: (refusal: Error) => {
    throw refusal;
  },
};
const tables = {
  sellers: 'seller',
  stores: 'store',
  areas: 'area',
  lanes: 'lane',
  products: 'product',
  articles: 'article',
};

/** A database whose power goes off after so many writes. */
const failingAfter = (db: Database, writes: number): Database => {
  let left = writes;
  return {
    ...db,
    commit: (batch) => {
      left -= 1;
      return left < 0 ? Promise.reject(new DatabaseError('unknown')) : db.commit(batch);
    },
  };
};

forEachEngine((engine) => {
  let node: TestNode;
  before(async () => {
    node = await newNode(engine);
  });
  after(() => node.close());

  const counts = async (companyId: number) => {
    const found: Record<string, unknown> = {};
    for (const [kind, table] of Object.entries(tables)) {
      const row = await node.db.one<{ n: number }>(`select count(*) as n from ${table} where company_id = ?`, [
        companyId,
      ]);
      found[kind] = row?.n;
    }
    return found;
  };
  const whole = Object.fromEntries(Object.keys(tables).map((kind) => [kind, expected[kind]]));
  const articleVersions = (companyId: number) =>
    node.db.one('select sum(version) as versions, sum(quantity) as stock from article where company_id = ?', [
      companyId,
    ]);

  test('a company that was promised none gets none', async () => {
    const { companyId } = await newShop(node);
    await loadDemoShop(node, goods);
    assert.equal((await counts(companyId))['products'], 0);
  });

  test('a promised shop is loaded whole, once', async () => {
    const { companyId } = await newShop(node);
    await node.db.commit([wantDemoShop(companyId)]);
    await loadDemoShop(node, goods);
    assert.deepEqual(await counts(companyId), whole);
    const before = await articleVersions(companyId);
    await node.db.commit([wantDemoShop(companyId)]);
    await loadDemoShop(node, goods);
    assert.deepEqual(await articleVersions(companyId), before);
  });

  test('its stores deliver: rush in town, days to the next, nobody to Leh', async () => {
    const row = await node.db.one<{ company_id: number }>(
      'select company_id from demo_shop order by company_id limit 1',
    );
    const read = deliveryReader(node.db);
    const journeys = async (place: string) => {
      const { lanes } = await read(row?.company_id ?? 0, [101], place);
      return Object.keys(lanes.get(101)?.journeys ?? {});
    };
    assert.deepEqual(await journeys('400001'), ['standard', 'priority', 'rush']);
    assert.deepEqual(await journeys('400 077'), ['standard', 'priority']);
    assert.deepEqual(await journeys('744101'), ['standard']);
    assert.deepEqual(await journeys('194101'), []);
    assert.equal((await read(row?.company_id ?? 0, [], '10001')).area?.timeZone, 'America/New_York');
  });

  test('loading that was interrupted anywhere goes on where it stopped', async () => {
    const { companyId } = await newShop(node);
    await node.db.commit([wantDemoShop(companyId)]);
    for (const writes of [0, 1, 4, 2, 3]) {
      await assert.rejects(loadDemoShop({ ...node, db: failingAfter(node.db, writes) }, goods), DatabaseError);
    }
    await loadDemoShop(node, goods);
    assert.deepEqual(await counts(companyId), whole);
    const { versions } = (await articleVersions(companyId)) as { versions: number };
    assert.equal(versions, expected['articles'], 'no article was written twice');
  });

  test('two nodes that load at once end with one shop', async () => {
    const { companyId } = await newShop(node);
    await node.db.commit([wantDemoShop(companyId)]);
    await Promise.all([loadDemoShop(node, goods), loadDemoShop(node, goods)]);
    assert.deepEqual(await counts(companyId), whole);
    assert.equal((await node.db.all('select 1 as open from demo_shop where finished_at is null limit 5')).length, 0);
  });

  test('pictures are served to everybody and to every cache', async () => {
    const app = await testServer(node);
    demoRoutes(app);
    const rows = demoFeeds().flatMap((feed) => (feed.kind === 'products' ? (feed.rows as readonly ProductRow[]) : []));
    const address = rows[0]?.images?.[0]?.url ?? '';
    const picture = await app.inject(address);
    assert.equal(picture.statusCode, 200);
    assert.equal(picture.headers['content-type'], 'image/svg+xml; charset=utf-8');
    assert.match(String(picture.headers['cache-control']), /^public, max-age=\d+$/);
    const again = await app.inject({ url: address, headers: { 'if-none-match': String(picture.headers.etag) } });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.equal((await app.inject('/demo/brands/clayloft.svg')).statusCode, 200);
    for (const missing of ['/demo/images/nothing-1.svg', '/demo/brands/..%2f..%2fpackage.json', '/demo/images/']) {
      assert.equal((await app.inject(missing)).statusCode, 404, missing);
    }
    await app.close();
  });
});
