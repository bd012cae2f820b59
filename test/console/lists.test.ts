/** The console's lists: a table of rows is the one the service would write, and prices change as they are said to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { csvLine as servicesLine } from '../../src/feeds/csv-line.ts';
import { csvLine, csvOf } from '../../web/console/parts/lists/csv-rules.ts';
import { phoneOf } from '../../web/console/pages/customers/customer-name.ts';
import { laneWords } from '../../web/console/pages/delivery/travel.ts';
import { changedPrice } from '../../web/console/pages/products/price-rules.ts';
import { basePrice, scheduledPrices } from '../../web/console/pages/products/price-times-rules.ts';
import { endsSoon } from '../../web/console/pages/home/ends-soon-rules.ts';

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

test('the base price is the one without a time and a list, and those with a time stand beside it until they are over', () => {
  const price = (effective: number, more: object = {}) => ({ currency_code: 'INR', marked: 100, effective, ...more });
  const sale = price(70, { valid_from: '2026-05-01T00:00:00.000Z', valid_until: '2026-05-03T00:00:00.000Z' });
  const later = price(60, { valid_from: '2026-06-01T00:00:00.000Z' });
  const prices = [later, price(50, { price_list: 'wholesale' }), sale, price(90, { currency_code: 'USD' }), price(80)];
  assert.equal(basePrice(prices, 'INR')?.effective, 80);
  assert.equal(basePrice(prices, 'EUR')?.effective, 90);
  assert.equal(basePrice([sale], 'INR'), sale);
  for (const [now, told] of [
    ['2026-04-30', ['70 to come', '60 to come']],
    ['2026-05-02', ['70 now', '60 to come']],
    ['2026-05-03', ['60 to come']],
    ['2026-07-01', ['60 now']],
  ] as const) {
    const shown = scheduledPrices(prices, Date.parse(now)).map(({ effective, state }) => `${effective} ${state}`);
    assert.deepEqual(shown, told, now);
  }
});

test('a way takes days and minutes as people say it, and a phone number stands in halves', () => {
  const lane = (min: number, max: number, unit: 'days' | 'minutes') =>
    laneWords({ store_uid: 1, area: '*', journeys: { standard: { unit, min, max } } });
  assert.deepEqual(
    [lane(0, 1, 'days'), lane(2, 4, 'days'), lane(1, 1, 'days'), lane(90, 90, 'minutes')],
    ['Standard within 1 day', 'Standard 2–4 days', 'Standard 1 day', 'Standard 90 minutes'],
  );
  const phone = { active: true, primary: true, verified: false, country_code: 91 };
  assert.equal(phoneOf({ ...phone, phone: '9000010001' }), '+91 90000 10001');
  assert.equal(phoneOf({ ...phone, country_code: 49, phone: '30 12345' }), '+49 30 12345');
});

test('an offer ends soon when it runs now and no longer then', () => {
  const offers = [null, '2026-05-01', '2026-05-02', '2026-05-09', '2026-05-10'].map((end) => ({ _schedule: { end } }));
  const soon = endsSoon([...offers, { _schedule: null }], Date.parse('2026-05-01T12:00:00Z'), 8);
  assert.deepEqual(
    soon.map(({ _schedule }) => _schedule?.end),
    ['2026-05-02', '2026-05-09'],
  );
});
