/** Random articles over a small world, and what is bought of them: equal prices, unlike taxes, one article in several lines. */
import * as fc from 'fast-check';
import type { Article } from '../../src/pricing/pricing-types.ts';

const uids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

const articleArb = (uid: string): fc.Arbitrary<Article> =>
  fc
    .record({
      // Often the same price: ties are where chance could decide.
      selling: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.constantFrom(80, 10_000, 10_000, 20_000)),
      off: fc.integer({ min: 0, max: 50_000 }),
      brandId: fc.integer({ min: 1, max: 3 }),
      l3: fc.subarray([100, 101, 102], { minLength: 1 }),
      tags: fc.subarray(['x', 'y']),
      taxRate: fc.constantFrom(0, 50_000, 120_000, 180_000, 280_000),
      floor: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined, freq: 4 }),
      storeId: fc.integer({ min: 1, max: 2 }),
    })
    .map(({ selling, off, floor, ...rest }) => ({
      uid,
      itemId: uid.charCodeAt(0),
      size: 'M',
      sku: `sku-${uid}`,
      companyId: 1,
      l1: [1],
      l2: [10],
      departments: [1],
      state: 'MH',
      stock: 1000,
      prices: { INR: { marked: selling + off, selling } },
      ...(floor === undefined ? {} : { floor }),
      ...rest,
    }));

export const worldArb: fc.Arbitrary<readonly Article[]> = fc.tuple(...uids.map(articleArb));

/** The same article may come in several lines, told apart by what pricing sees or only by something else. */
export const boughtArb = fc.tuple(
  fc.constantFrom(...uids),
  fc.integer({ min: 1, max: 9 }),
  fc.record(
    {
      wrapped: fc.boolean(),
      groupTags: fc.subarray(['x', 'z']),
      promoId: fc.constant('offer-0'),
      way: fc.constantFrom('standard', 'pickup'),
      likeness: fc.constantFrom('engraved', 'plain'),
    },
    { requiredKeys: ['wrapped'] },
  ),
);
