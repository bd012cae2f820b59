import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callingCodeOf, splitPhone } from '../../../src/shared/places/calling-codes.ts';

test('a country has its calling code, in any case of letters', () => {
  assert.deepEqual(['IN', 'de', 'US', 'CA', 'KW', 'JP'].map(callingCodeOf), [91, 49, 1, 1, 965, 81]);
  assert.equal(callingCodeOf('ZZ'), undefined);
});

test('a number that begins with a code is split there', () => {
  assert.deepEqual(splitPhone('+91 98200 12345'), { code: 91, rest: '9820012345' });
  assert.deepEqual(splitPhone('00965 2222 3333'), { code: 965, rest: '22223333' });
  assert.deepEqual(splitPhone('+1 (212) 555-0100'), { code: 1, rest: '2125550100' });
  for (const phone of ['9820012345', '', '+', '+999 1']) assert.equal(splitPhone(phone), undefined, phone);
});
