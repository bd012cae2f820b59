/** A shop with hundreds of shipping methods, each with rates for everywhere and everything, prices a cart of hundreds of parcels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippingInput } from '../../../src/cart/price/shipping-input.ts';
import type { ShippingMethodRow } from '../../../src/contract/catalog/shipping-contract.ts';
import { consign } from '../../../src/pricing/money/shipping.ts';
import type { PricedLine } from '../../../src/pricing/priced-types.ts';
import type { PriceInput } from '../../../src/pricing/pricing-types.ts';
import type { ShippingMethod, ShippingRate } from '../../../src/pricing/shipping-types.ts';
import { countedCalls } from '../../counted-work.ts';
import { blankInput } from '../price-inputs.ts';

const PARCELS = 40;
const METHODS = 30;
const RATES = 20;

/** Goes by a weight that nobody knows. */
const byWeight: ShippingRate = {
  zones: [],
  countries: ['DE', 'IN'],
  by: 'weight',
  bands: [{ from: 0, charge: 1 }],
  freeFrom: null,
  unweighed: null,
};
const methods = Array.from(
  { length: METHODS },
  (_, at): ShippingMethod => ({
    id: `m${at}`,
    name: `M ${at}`,
    journey: null,
    once: false,
    heaviest: null,
    rates: Array.from({ length: RATES }, () => ({ ...byWeight })),
  }),
);
const lines = Array.from(
  { length: PARCELS },
  (_, at): PricedLine =>
    ({
      key: `l${at}`,
      quantity: 1,
      gift: null,
      asked: {},
      article: { uid: `a${at}`, storeId: at },
    }) as never,
);
const input = (change: object = {}): PriceInput => ({
  ...blankInput,
  shipping: { methods, country: 'IN', chosen: {}, usual: null, weights: new Map(), ...change },
});

test('rates are not gone through for each parcel anew', async () => {
  const weighed = await countedCalls('gramsOf', () => {
    const taken = consign(lines, input()) ?? [];
    assert.ok(taken.length === PARCELS && taken.every(({ method }) => method === null));
  });
  assert.ok(weighed <= PARCELS * METHODS, `weighed ${weighed} times`);
});

test('the first rate that can be measured counts, whatever lies before it', () => {
  const light = { ...byWeight, bands: [{ from: 0, charge: 7 }], unweighed: 100 };
  const mixed = { ...(methods[0] as ShippingMethod), rates: [byWeight, { ...byWeight }, light, byWeight] };
  const [first] = consign(lines.slice(0, 1), input({ methods: [mixed] })) ?? [];
  assert.equal(first?.method?.id, 'm0');
});

test('a method is made ready once for its version, not for each cart', () => {
  const rows: readonly ShippingMethodRow[] = [{ id: 'm', name: 'M', rates: [{ bands: [{ from: 0, charge: 1 }] }] }];
  const made = () => shippingInput({ lines: [] } as never, {}, rows, { country: 'IN', exponent: 2 });
  assert.equal(made().shipping?.methods[0], made().shipping?.methods[0]);
});
