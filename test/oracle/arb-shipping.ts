/** Shipping methods: rates by everything, bands that are hit exactly, goods that nobody weighed, parcels that nobody takes. */
import * as fc from 'fast-check';
import type { ShippingBand, ShippingMethod, ShippingRate } from '../../src/pricing/shipping-types.ts';
import { often, pick, rarely } from './arb-world.ts';
import type { Case, Definition } from './case.ts';

/** Where a second band begins, and steps, by what is measured. */
const marks: Readonly<Record<ShippingRate['by'], readonly number[]>> = {
  value: [1000, 2000, 2500],
  weight: [500, 1500, 3000],
  chargeable_weight: [500, 2000],
  quantity: [1, 2, 4],
};
const bandArb = (by: ShippingRate['by'], from: number): fc.Arbitrary<ShippingBand> =>
  fc
    .record({
      charge: pick(0, 99, 400, 401),
      more: rarely(3, fc.record({ each: pick(1, 50), step: pick(...marks[by]) })),
    })
    .map(({ charge, more }) => ({ from, charge, ...(more === undefined ? {} : { more }) }));
const rateArb: fc.Arbitrary<ShippingRate> = pick('value', 'weight', 'chargeable_weight', 'quantity').chain((by) =>
  fc.record({
    zones: pick([], [], [4], [9, 4]),
    countries: pick([], [], [], ['IN'], ['US']),
    by: fc.constant(by),
    bands: fc
      .tuple(bandArb(by, 0), often(pick(...marks[by]).chain((from) => bandArb(by, from))))
      .map(([first, second]) => (second === undefined ? [first] : [first, second])),
    freeFrom: pick(null, null, 1000, 2500, 9999),
    unweighed: pick(null, 0, 250),
  }),
);
const methodArb = (id: string): fc.Arbitrary<ShippingMethod> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(id.toUpperCase()),
    journey: pick(null, null, null, 'standard', 'rush'),
    once: id === 'once' ? fc.constant(true) : pick(false, false, true),
    heaviest: pick(null, null, 1500),
    rates: fc.array(rateArb, { minLength: 1, maxLength: 2 }),
  });
/** As feeds say it, with units that nobody knows and sides that are missing. */
const measureArb: fc.Arbitrary<Definition> = fc
  .record({
    weight: often(
      pick(
        { shipping: 250, unit: 'gram' },
        { shipping: 0.5, unit: 'kg' },
        { shipping: 999.5 },
        { shipping: 1.4996, unit: 'Kilogram' },
        { shipping: 2, unit: 'stone' },
        { shipping: 0 },
      ),
    ),
    dimension: often(
      pick(
        { length: 25, width: 10, height: 10, unit: 'cm' },
        { length: 250, width: 125, height: 200, unit: 'mm' },
        { length: 10, width: 10, height: 3, unit: 'inch' },
        { length: 20, width: 10, height: 12.5 },
        { length: 20, width: 10 },
        { length: 0.1, width: 0.2, height: 0.125, unit: 'm' },
      ),
    ),
  })
  .map((meta) => JSON.parse(JSON.stringify(meta)) as Definition);

export const shippingArb: fc.Arbitrary<NonNullable<Case['shipping']>> = fc.record({
  methods: fc
    .subarray(['slow', 'fast', 'once'], { minLength: 1 })
    .chain((ids) => fc.tuple(...ids.map((id) => methodArb(id)))),
  country: pick('IN', 'IN', 'US', null),
  chosen: pick({}, {}, { 1: 'fast' }, { 1: 'once', 2: 'once' }, { 2: 'slow' }),
  usual: pick(null, 'slow', 'once', 'gone'),
  measures: fc.record({ a: measureArb, b: measureArb, c: measureArb }),
});
