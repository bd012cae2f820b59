/** The console's lists: a table of rows is the one the service would write, and prices change as they are said to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { csvLine as servicesLine } from '../../src/feeds/csv-line.ts';
import { csvLine, csvOf } from '../../web/console/parts/csv-rules.ts';
import { changedPrice } from '../../web/console/pages/products/price-rules.ts';

test('a cell is guarded as in the tables of the service', () => {
  const sign = fc.constantFrom(...Array.from('=+-@\'",;|\t\n \u200B＝1.a'));
  const cell = fc.oneof(fc.string({ unit: sign, maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 4 }), (cells) => assert.equal(csvLine(cells), servicesLine(cells))),
    { numRuns: 500 },
  );
});

test('rows are a table by the names of the API, those of one row beside those of another', () => {
  const rows = [
    { uid: 1, name: '=1+1', prices: [{ marked: 5 }], tags: ['a', 'b'] },
    { uid: 2, name: 'Mug', deep: { a: { b: { c: { d: 1 } } } }, prices: [], gone: null },
  ];
  assert.deepEqual(csvOf(rows).split('\r\n'), [
    'uid,name,prices.0.marked,tags,deep.a.b.c,prices,gone',
    `1,'=1+1,5,"a|b",,,`,
    '2,Mug,,,"{""d"":1}",,',
    '',
  ]);
});

const price = { currency_code: 'INR', marked: 100, effective: 80 };
const said: readonly (readonly [string, string, number, number])[] = [
  ['90', 'INR', 90, 100],
  ['120', 'INR', 120, 120],
  ['-10%', 'INR', 72, 100],
  ['+ 5 %', 'INR', 84, 100],
  ['-33%', 'JPY', 54, 100],
];
for (const [text, currency, effective, marked] of said) {
  test(`${text} of 80 in ${currency} is ${effective}`, () => {
    assert.deepEqual(changedPrice(price, text, currency), { ...price, effective, marked });
  });
}
test('what is no price is told', () => {
  for (const text of ['', 'much', '-5', '10%', '-200%']) {
    assert.throws(() => changedPrice(price, text, 'INR'), /Write “/);
  }
});
