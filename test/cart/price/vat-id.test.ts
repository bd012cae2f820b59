/** VAT numbers, with numbers that are published. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vatIdOf } from '../../../src/cart/price/vat-id-rules.ts';

test('a VAT number has the form and the check digits of its country', () => {
  const good = ['DE136695976', 'FR83404833048', 'ATU13585627', 'BE0428759497', 'NL004495445B01', 'IT00743110157'];
  const more = [
    'PL8567346215',
    'SE556188840401',
    'DK13585628',
    'FI20774740',
    'PT501964843',
    'LU15027442',
    'EL094259216',
  ];
  for (const id of [...good, ...more]) {
    assert.equal(vatIdOf(` ${id.slice(0, 2).toLowerCase()} ${id.slice(2)}`), id);
    const wrong = id.replace(/\d(?=\d{5})/, (digit) => String((Number(digit) + 1) % 10));
    assert.equal(vatIdOf(wrong), undefined, wrong);
  }
  for (const id of ['', 'DE', 'XX123456789', 'DE12', 'GB999999973', 'constructor'])
    assert.equal(vatIdOf(id), undefined);
});
