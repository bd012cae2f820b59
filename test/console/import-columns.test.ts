/** The console's import: every kind that can be fed can be chosen by who may, and the columns of a table find their fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvColumns } from '../../src/feeds/csv-columns.ts';
import { feedKinds } from '../../src/feed-kinds.ts';
import { columnsSent, likelyField, tableColumns } from '../../web/console/pages/products/imports/column-rules.ts';
import { importKinds } from '../../web/console/pages/products/imports/import-kinds.ts';

test('every kind of rows can be chosen, by whom the service lets', () => {
  const shown = new Map(importKinds.map(({ kind, needs }) => [kind, needs]));
  assert.deepEqual(shown, new Map(feedKinds.map(({ name, permission }) => [name, permission])));
});

test('the names of columns are read as the service reads them', () => {
  const read = (text: string) => tableColumns(text).map(({ name, example }) => `${name}=${example}`);
  assert.deepEqual(read('\uFEFFuid,"a ""b"", c",\r\n7,"x, y",z'), ['uid=7', 'a "b", c=x, y', '=z']);
  assert.deepEqual(read('"two\nlines",b\n1,2'), ['two\nlines=1', 'b=2']);
  assert.deepEqual(read(''), []);
});

test('a column finds its field, or somebody has to say', () => {
  const products = feedKinds.find(({ name }) => name === 'products');
  const articles = feedKinds.find(({ name }) => name === 'articles');
  assert.ok(products && articles);
  const product = csvColumns(products.schema);
  const article = csvColumns(articles.schema);
  const found: readonly (readonly [string, readonly string[], string])[] = [
    ['uid', product, 'uid'],
    ['Item Code', product, 'item_code'],
    ['sizes.1.value', product, 'sizes.1.value'],
    ['attributes.Material', product, 'attributes.Material'],
    ['refused_because', product, ''],
    ['Name', product, 'name'],
    ['Marked', article, 'prices.0.marked'],
    ['Colour of the lid', article, ''],
  ];
  for (const [name, fields, field] of found) assert.equal(likelyField(name, fields), field, name);
  assert.deepEqual(
    columnsSent(
      new Map([
        ['uid', 'uid'],
        ['No', 'uid'],
        ['Notes', ''],
      ]),
    ),
    ['No:uid', 'Notes:'],
  );
});
