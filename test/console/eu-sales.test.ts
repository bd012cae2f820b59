/** Sales in the European Union, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thresholdOf, whoseRates } from '../../web/console/pages/orders/eu-sales-rules.ts';

test('the threshold is what the shop says, the usual one in euro, and unknown in another currency', () => {
  const counted = { oss: 'counted', oss_threshold: null } as const;
  assert.equal(thresholdOf(counted, 'EUR'), 10_000);
  assert.equal(thresholdOf(counted, 'INR'), null);
  assert.equal(thresholdOf({ ...counted, oss_threshold: 0 }, 'EUR'), 0);
  assert.equal(thresholdOf({ ...counted, oss_threshold: 42_000 }, 'PLN'), 42_000);
});

test('each setting says whose rates hold', () => {
  assert.match(whoseRates('destination', null), /of their own country, whatever/);
  assert.match(whoseRates('origin', null), /of the store’s country, whatever/);
  assert.match(whoseRates('counted', '€10,000.00'), /until a year passes €10,000\.00/);
  assert.match(whoseRates('counted', null), /has not said what the threshold is/);
});
