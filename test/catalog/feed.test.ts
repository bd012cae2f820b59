/** What a feed takes, what it refuses and how it says so. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FeedReport } from '../../src/contract/catalog/catalog-feed-contract.ts';
import type { Row } from '../../src/db/database.ts';
import { newShop, signedIn } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, feedPath, openShop } from './shop.ts';

const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n');
const parsedLines = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Every stored row of the catalogue, without which feed wrote it and without counters that only say "look again". */
const stored = async ({ node: { db } }: CatalogShop): Promise<string> => {
  const tables = {
    seller: 'uid, is_active, version, modified_at, document',
    product: 'uid, slug, sort_name, is_active, version, created_at, modified_at, document',
    product_term: 'term, item_id',
    product_ean: 'ean, item_id, size',
    product_child: 'parent_id, child_id',
    article: 'uid, item_id, size, store_id, seller_id, ean, is_active, quantity, version, effective, prices, document',
    product_offer: 'item_id, currency_code, min_effective, in_stock',
    exchange_rate: 'id, rate_digits, rate_decimals, modified_at',
  };
  const rows = await Promise.all(
    Object.entries(tables).map(([table, columns]) =>
      db.all(`select ${columns} from ${table} order by 1, 2 limit 10000`),
    ),
  );
  return JSON.stringify(rows);
};

forEachEngine(async (engine) => {
  const shop = await openShop(engine);
  after(() => shop.close());
  await shop.feed('sellers', [aSeller]);

  describe('a feed', () => {
    test('that is fed twice leaves the same rows and the same versions', async () => {
      const products = Array.from({ length: 30 }, (_, n) => aProduct(n + 1));
      const articles = products.flatMap(({ uid }) => ['M', 'L'].map((size) => anArticle(uid, { size })));
      const rates = [{ from: 'INR', to: 'USD', rate: '0.0119', valid_from: '2026-01-01T00:00:00.000Z' }];
      const feedAll = async () => {
        for (const [kind, rows] of [
          ['exchange-rates', rates],
          ['products', products],
          ['articles', articles],
        ] as const) {
          const report = await shop.feed(kind, rows);
          assert.deepEqual([report.accepted, report.refused], [rows.length, 0], JSON.stringify(report.rows[0]));
        }
        return stored(shop);
      };
      const first = await feedAll();
      shop.node.clock.at += 60_000;
      assert.equal(await feedAll(), first);
    });

    test('answers for every row in its order, and refuses a bad one alone', async () => {
      const report = await shop.feed('products', [aProduct(101), { uid: 102 }, aProduct(103)]);
      assert.deepEqual([report.accepted, report.refused], [2, 1]);
      assert.deepEqual(
        report.rows.map(({ line, key, success }) => [line, key, success]),
        [
          [1, '101', true],
          [2, '102', false],
          [3, '103', true],
        ],
      );
      assert.equal(report.rows[1]?.field, 'slug');
    });

    test('of lines is answered by lines and a summary', async () => {
      const answer = await shop.put(
        'products',
        `${lines([aProduct(104), aProduct(105)])}\n{"uid":\n`,
        'application/x-ndjson',
      );
      assert.match(String(answer.headers['content-type']), /^application\/x-ndjson/);
      const said = parsedLines(answer.payload);
      assert.deepEqual(
        said.map(({ line, success, summary }) => [line ?? summary, success]),
        [
          [1, true],
          [2, true],
          [3, false],
          [true, true],
        ],
      );
      assert.deepEqual([said[3]?.accepted, said[3]?.refused], [2, 1]);
    });

    test('can be asked for the refused rows only', async () => {
      const url = `${feedPath(shop.companyId, 'products')}?verdicts=refused`;
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await shop.owner({ method: 'PUT', url, headers, payload: lines([aProduct(106), {}]) });
      assert.deepEqual(
        parsedLines(answer.payload).map(({ line }) => line ?? 'summary'),
        [2, 'summary'],
      );
    });

    test('refuses a key that comes twice, in one batch and across batches', async () => {
      const near = await shop.feed('products', [aProduct(110), aProduct(110, { name: 'Again' })]);
      assert.equal(near.rows[1]?.error_code, 'row_repeated');
      const many = Array.from({ length: 450 }, (_, n) => aProduct(1000 + n));
      const far = await shop.feed('products', [...many, aProduct(1000, { name: 'Again' }), aProduct(2000)]);
      assert.deepEqual([far.accepted, far.refused], [451, 1]);
      const refused = far.rows.filter(({ success }) => !success);
      assert.deepEqual(
        refused.map(({ line, key, error_code }) => [line, key, error_code]),
        [[451, '1000', 'row_repeated']],
      );
      const kept = await shop.node.db.one<{ document: string }>('select document from product where uid = 1000');
      assert.match(kept?.document ?? '', /Linen shirt 1000/);
    });

    test('that stops being an array says what it had taken until then', async () => {
      const broken = `[${JSON.stringify(aProduct(120))},`;
      const answer = await shop.put('products', broken, 'application/json');
      assert.equal(answer.statusCode, 400);
      assert.deepEqual([answer.json<FeedReport>().accepted, answer.json<Row>().error_code], [0, 'body_invalid']);
      const whole = Array.from({ length: 200 }, (_, n) => JSON.stringify(aProduct(3000 + n))).join(',');
      const late = await shop.put('products', `[${whole}, {"uid": 1`, 'application/json');
      assert.deepEqual([late.statusCode, late.json<FeedReport>().accepted], [400, 200]);
    });

    test('refuses a row over 256 KiB alone', async () => {
      const huge = aProduct(130, { description: 'x'.repeat(300_000) });
      const report = await shop.feed('products', [aProduct(131), huge, aProduct(132)]);
      assert.deepEqual(
        report.rows.map(({ error_code }) => error_code),
        [null, 'row_too_large', null],
      );
    });

    test('takes no other form, no other company and no caller without the permission', async () => {
      assert.equal((await shop.put('products', 'uid: 1', 'application/yaml')).statusCode, 415);
      const empty = await shop.owner({ method: 'PUT', url: feedPath(shop.companyId, 'products') });
      assert.equal(empty.statusCode, 400);
      const other = await newShop(shop.node);
      const stranger = await signedIn(shop.app, shop.node, other, 'owner');
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'PUT', url: feedPath(shop.companyId, 'products'), headers, payload: '[]' } as const;
      assert.equal((await stranger(request)).statusCode, 404);
      const viewer = await signedIn(shop.app, shop.node, shop, 'viewer');
      assert.equal((await viewer(request)).statusCode, 403);
      assert.equal((await shop.app.inject(request)).statusCode, 401);
    });

    test('leaves one entry in the audit', async () => {
      shop.node.clock.at += 1_000;
      await shop.feed('products', [aProduct(140), aProduct(141)]);
      const entries = await shop.node.db.all<{ document: string }>(
        `select document from audit where action = 'catalog.feed' order by id desc limit 1`,
      );
      assert.match(entries[0]?.document ?? '', /"accepted":2,"refused":0/);
    });
  });
});
