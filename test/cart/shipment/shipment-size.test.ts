/** Size and weight of a parcel from what the articles in it say. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parcelSize } from '../../../src/cart/shipment/shipment-size-rules.ts';
import type { Article } from '../../../src/catalog/article.ts';

const packed = (meta: Readonly<Record<string, unknown>>, quantity = 1) => ({ article: { meta } as Article, quantity });

describe('the size of a parcel', () => {
  test('adds weights and heights, and takes the longest and widest as its ground', () => {
    const size = parcelSize([
      packed({ weight: { shipping: 250 }, dimension: { length: 30, width: 10, height: 2 } }, 3),
      packed({ weight: { shipping: 1.5, unit: 'kg' }, dimension: { length: 100, width: 200, height: 50, unit: 'mm' } }),
    ]);
    assert.deepEqual(size, {
      weight: 2.25,
      volumetricWeight: 1.32,
      chargeableWeight: 2.25,
      box: { length: 30, width: 20, height: 11 },
    });
  });

  test('is charged by the space it takes when that counts for more', () => {
    const { chargeableWeight } = parcelSize([
      packed({ weight: { shipping: 100 }, dimension: { length: 50, width: 50, height: 50 } }),
    ]);
    assert.equal(chargeableWeight, 25);
  });

  test('is not guessed: one article that does not say, or says nonsense, leaves it open', () => {
    const known = packed({ weight: { shipping: 250 } });
    const nothing = { weight: null, volumetricWeight: null, chargeableWeight: null, box: null };
    for (const weight of [undefined, 5, { shipping: -1 }, { shipping: '1' }, { shipping: 1, unit: 'constructor' }]) {
      assert.deepEqual(parcelSize([known, packed({ weight })]), nothing, JSON.stringify(weight));
    }
    assert.deepEqual(parcelSize([known, { article: undefined, quantity: 1 }]), nothing);
    assert.equal(parcelSize([known]).chargeableWeight, 0.25);
  });
});
