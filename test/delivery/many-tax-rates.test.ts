/** A company may have a rate for every postal code: a line of a cart looks at few of them, and those of one place share a look. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxRateOf } from '../../src/delivery/tax-rate-rules.ts';
import { leviesAt, taxTable } from '../../src/delivery/tax-table-rules.ts';
import { countedCalls } from '../counted-work.ts';

const CODES = 5_000;
const LINES = 100;

const table = taxTable(
  Array.from({ length: CODES }, (_, at) => {
    const code = String(100_000 + at);
    return taxRateOf({ id: code, name: 'VAT', country: 'IN', postal_from: code, postal_to: code, rate: at % 20 });
  }),
);
const goods = { taxClass: '', now: 0, charges: false };

test('rates of other places are not looked at for each line', async () => {
  const looks = await countedCalls('isWithin', () => {
    for (let line = 0; line < LINES; line += 1) {
      const levies = leviesAt(table, { country: 'IN', state: null, postal: '100007' }, goods);
      assert.deepEqual(levies, [{ name: 'VAT', jurisdiction: 'IN', rate: 70_000 }]);
    }
  });
  assert.ok(looks <= 1_000, `${looks} looks`);
});

test('what is kept of a place ends with the next rate', () => {
  const rate = { id: 'a', name: 'VAT', country: 'DE', rate: 19, valid_until: '2026-07-01T00:00:00.000Z' };
  const lower = { id: 'b', name: 'VAT', country: 'DE', rate: 16, valid_from: '2026-07-01T00:00:00.000Z' };
  const changing = taxTable([taxRateOf(rate), taxRateOf(lower)]);
  const rateAt = (time: string) =>
    leviesAt(changing, { country: 'DE', state: null, postal: null }, { ...goods, now: Date.parse(time) })?.[0]?.rate;
  const times = ['2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z', '2026-06-30T00:00:00.000Z'];
  assert.deepEqual(times.map(rateAt), [190_000, 160_000, 190_000]);
});

test('of hundreds of taxes at one place a line tells ten, which come to the same rate', () => {
  const at = { country: 'DE', state: null, postal: null };
  const named = (count: number) =>
    taxTable(
      Array.from({ length: count }, (_, number) => {
        const id = String(number).padStart(3, '0');
        return taxRateOf({ id, name: `Tax ${id}`, country: 'DE', rate: 0.05 });
      }),
    );
  assert.equal(leviesAt(named(10), at, goods)?.length, 10);
  const told = leviesAt(named(300), at, goods) ?? [];
  assert.deepEqual([told.length, told.at(-1)], [10, { name: 'Other taxes', jurisdiction: 'DE', rate: 291 * 500 }]);
  assert.equal(
    told.reduce((sum, { rate }) => sum + rate, 0),
    300 * 500,
  );
});
