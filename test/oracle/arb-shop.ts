/** Tables of taxes, prices with a time and customers: few places and rates, so that rows meet and thresholds are hit exactly. */
import * as fc from 'fast-check';
import type { TaxRateRow } from '../../src/contract/catalog/tax-contract.ts';
import { rulesArb } from './arb-said.ts';
import { minor, pick, rarely } from './arb-world.ts';
import type { CaseCustomer, CaseShop, CaseTaxes, TimedPrice } from './shop-case.ts';

const noon = Date.parse('2026-11-15T12:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

const placeArb = pick(
  { country: 'DE', state: 'berlin', postal: '10115' },
  { country: 'FR', state: null, postal: '75001' },
  { country: 'FR', state: 'corse', postal: '20000' },
  { country: 'GR', state: null, postal: null },
  { country: 'US', state: 'colorado', postal: '80201' },
  { country: 'IN', state: 'maharashtra', postal: '400001' },
);
const rowArb: fc.Arbitrary<Omit<TaxRateRow, 'id'>> = fc
  .record({
    name: pick('VAT', 'VAT', 'GST', 'State', 'City'),
    jurisdiction: rarely(4, pick('Nord', 'Sud')),
    tax_class: rarely(4, fc.constant('books')),
    where: pick(
      { country: 'DE' },
      { country: 'FR' },
      { country: 'FR' },
      { country: 'FR', state: 'Corse' },
      { country: 'GR' },
      { country: 'US', state: 'Colorado' },
      { country: 'US', postal_from: '80000', postal_to: '80500' },
      { country: 'US', state: 'Colorado', county: 'Denver', postal_from: '80201' },
      { country: 'IN' },
    ),
    rate: pick(0, 5, 7, 19, 20, 25, 50, 2.9, 8.25),
    valid: pick(
      {},
      {},
      {},
      { valid_from: '2026-11-15T12:00:00.000Z' },
      { valid_until: '2026-11-15T12:00:00.000Z' },
      { valid_from: '2026-11-01T00:00:00.000Z', valid_until: '2027-01-01T00:00:00.000Z' },
    ),
    on_charges: rarely(3, fc.boolean()),
  })
  .map(({ where, valid, ...row }) => JSON.parse(JSON.stringify({ ...row, ...where, ...valid })) as TaxRateRow);

const countArb = fc.record({
  sold: pick(0, 500, 8000, 10_000, 10_001),
  lastYear: pick(0, 0, 0, 10_000, 10_001),
  threshold: pick(10_000, 10_000, 10_000, 12_345, 0),
});

const vatCheckArb = fc.record({
  state: pick('checked', 'invalid', 'unchecked'),
  isAsked: pick(true, true, false),
  unanswered: pick('consumer', 'form'),
});

const taxesArb: fc.Arbitrary<CaseTaxes> = fc
  .record({
    rows: fc.array(rowArb, { minLength: 3, maxLength: 9 }),
    one: placeArb,
    two: placeArb,
    place: fc.oneof({ weight: 9, arbitrary: placeArb }, { weight: 1, arbitrary: fc.constant(null) }),
    classes: pick({}, { a: 'books' }, { b: 'books', g: 'books' }, { c: 'toys' }),
    priceBasis: pick('gross', 'net'),
    reverseCharge: pick(true, true, false),
    vatId: pick(null, null, 'FR83404833048', 'DE136695976', 'EL094259216'),
    vatCheck: rarely(2, vatCheckArb).map((given) => given ?? null),
    exempt: pick(false, false, false, false, false, false, true),
    oss: pick('counted', 'counted', 'destination', 'origin'),
    count: countArb,
  })
  .map(({ rows, one, two, ...rest }) => ({
    ...rest,
    rows: rows.map((row, at) => ({ id: `r${at}`, ...row })),
    stores: { 1: one, 2: two },
  }));

const edgeArb = pick(null, null, noon - day, noon - hour, noon, noon + 1, noon + day);
const timedArb: fc.Arbitrary<readonly TimedPrice[]> = fc
  .array(
    fc.record({
      uid: pick('a', 'b', 'c', 'd', 'g'),
      from: edgeArb,
      until: edgeArb,
      selling: minor,
      off: pick(0, 0, 100),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    // A price has an end behind its beginning, and a time at all; none begins when another of its article does.
    all
      .filter(({ from, until }) => (from !== null || until !== null) && (from ?? -Infinity) < (until ?? Infinity))
      .filter(({ uid, from }, at, kept) => kept.findIndex((one) => one.uid === uid && one.from === from) === at),
  );

const rangeArb = (low: readonly number[], high: readonly number[]) =>
  fc.oneof(
    pick(...low).map((min) => ({ min })),
    pick(...high).map((max) => ({ max })),
    fc.tuple(pick(...low), pick(...high)).map(([min, max]) => ({ min, max })),
  );
const conditionsArb: fc.Arbitrary<CaseCustomer['segments'][number]['conditions']> = fc.oneof(
  // Many are in it.
  pick({ orders: { min: 0 } }, { spent: { min: 0 } }, { orders: { max: 5 } }),
  rangeArb([1, 3], [0, 3, 5]).map((orders) => ({ orders })),
  rangeArb([1, 50], [50, 100]).map((spent) => ({ spent })),
  rangeArb([1, 30], [0, 30]).map((days_since_order) => ({ days_since_order })),
  rangeArb([1, 365], [30]).map((account_days) => ({ account_days })),
  pick(['gold'], ['silver', '7']).map((all) => ({ groups: [...all] })),
  pick(['vip'], ['none']).map((all) => ({ tags: [...all] })),
  pick(['bronze'], ['gold', 'bronze']).map((all) => ({ tiers: [...all] })),
);
const tierArb = (slug: string) =>
  fc
    .record({ of: pick('spent', 'points'), min: pick(0, 10, 50, 100), period: pick({ days: 30 }, { months: 1 }) })
    .map(({ period, ...rest }) => ({ slug, name: slug, ...rest, ...period }));
const today = Math.floor(noon / day);
const customerArb: fc.Arbitrary<CaseCustomer> = fc
  .record({
    orders: pick(0, 0, 0, 1, 3),
    spent: pick(0, 100, 5000, 10_000),
    lastOrderAt: pick(null, noon, noon - day, noon - 30 * day, noon - 31 * day + 1),
    since: pick(null, noon - day + 1, noon - day, noon - 365 * day),
    groups: pick([], ['gold'], ['7']),
    tags: pick([], ['vip']),
    first: conditionsArb,
    second: conditionsArb,
    bronze: tierArb('bronze'),
    gold: tierArb('gold'),
    worth: fc.array(
      fc.record({
        day: pick(today, today - 29, today - 30, today - 31),
        money: pick(1000, 5000),
        points: pick(10, 50),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ first, second, bronze, gold, ...rest }) => ({
    ...rest,
    tiers: [bronze, gold],
    segments: [
      { slug: 'regular', name: 'R', conditions: first },
      { slug: 'good', name: 'G', conditions: { ...first, ...second } },
    ],
  }));

export const shopArb: fc.Arbitrary<CaseShop> = fc
  .record({
    taxes: rarely(3, taxesArb),
    timed: rarely(4, timedArb),
    customer: fc.oneof({ weight: 4, arbitrary: customerArb }, { weight: 1, arbitrary: fc.constant(undefined) }),
    rules: rarely(3, rulesArb),
  })
  .map((shop) => JSON.parse(JSON.stringify(shop)) as CaseShop);
