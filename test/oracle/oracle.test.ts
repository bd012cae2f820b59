/** The engine against a second one that shares no code with it: thousands of carts here, as many as asked for by `npm run oracle`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { runBatch } from './batch.ts';
import { unseen } from './coverage.ts';

const carts = 2000;

describe('a second engine, written from the page about prices', () => {
  const batch = runBatch(fc.readConfigureGlobal().seed ?? 1, carts);

  test(`gives every figure of ${carts} carts alike`, () => {
    assert.equal(batch.difference, null, JSON.stringify(batch.difference));
  });

  test('is asked about every kind of offer, every choice of the policy and every way to pay', () => {
    assert.deepEqual(unseen(batch.counts), []);
  });
});
