/** Tables that are uploaded: with the merchant's own column names, and with a template for each kind. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FeedReport } from '../../src/contract/catalog/catalog-feed-contract.ts';
import { csvCells, csvHeader } from '../../src/feeds/csv-cells.ts';
import { csvColumns } from '../../src/feeds/csv-columns.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { forEachEngine } from '../databases.ts';
import { type CatalogShop, feedPath, openShop } from '../catalog/shop.ts';

describe('a template', () => {
  for (const { name, schema } of feedKinds) {
    test(`of ${name} is a header that the feed takes`, () => {
      const columns = csvColumns(schema);
      assert.ok('columns' in csvHeader(columns, schema));
      assert.equal(new Set(columns).size, columns.length);
    });
  }
});

forEachEngine((engine) => {
  let shop: CatalogShop;
  before(async () => {
    shop = await openShop(engine);
  });
  after(() => shop.close());

  const upload = async (kind: string, text: string, columns: readonly string[] = []) => {
    const query = columns.map((column) => `column=${encodeURIComponent(column)}`).join('&');
    const answer = await shop.put(`${kind}?${query}`, text, 'text/csv');
    return { status: answer.statusCode, body: answer.json<FeedReport & { details?: { message: string }[] }>() };
  };

  describe('a table', () => {
    test('is fed row by row, a bad one refused alone', async () => {
      const { status, body } = await upload('sellers', 'uid,name\r\n1,"Loom, Co"\r\nx,Bad\r\n2,Weaver\r\n');
      assert.deepEqual([status, body.accepted, body.refused], [200, 2, 1]);
      const [refused] = body.rows.filter(({ success }) => !success);
      assert.deepEqual([refused?.line, refused?.field], [3, 'uid']);
    });

    test('keeps its own column names, and leaves out what it is told to', async () => {
      const text = 'Nr: intern,Firma,Notiz\n7,Kattun,egal\n';
      const { body } = await upload('sellers', text, ['Nr: intern:uid', 'Firma:name', 'Notiz:']);
      assert.deepEqual([body.accepted, body.refused], [1, 0]);
      const read = await shop.owner({ url: feedPath(shop.companyId, 'sellers/7') });
      assert.equal(read.json<{ name: string }>().name, 'Kattun');
    });

    const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['Nr,name\n1,x\n', [], /no field Nr/],
      ['uid,name\n1,x\n', ['SKU:uid'], /no column SKU/],
      ['uid,name\n1,x\n', ['uid:nummer'], /no field nummer/],
      ['uid,name,\n1,x,lost\n', [], /Column 3 has no name/],
      ['uid;name\n1;x\n', [], /semicolons/],
      ['', [], /first line must name/],
    ];
    for (const [text, columns, message] of refusals) {
      test(`is refused as a whole: ${JSON.stringify(text.split('\n')[0])} ${columns.join()}`, async () => {
        const { status, body } = await upload('sellers', text, columns);
        assert.equal(status, 400);
        assert.match(body.details?.[0]?.message ?? '', message);
      });
    }

    test('has a template to begin with', async () => {
      const answer = await shop.owner({ url: feedPath(shop.companyId, 'templates/articles') });
      assert.match(String(answer.headers['content-disposition']), /articles\.csv/);
      const columns = csvCells(answer.payload.trim()) ?? [];
      assert.deepEqual(columns.slice(0, 3), ['uid', 'item_id', 'size']);
      assert.ok(columns.includes('prices.0.marked') && columns.includes('tags') && columns.includes('moq.minimum'));
    });
  });
});
