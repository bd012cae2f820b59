/** Tables of rates: what does not hold at a place and a moment says nothing there; who is exempt pays the goods and no tax. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type TaxAsked, taxedArticle, taxedCharges } from '../../src/cart/price/tax-treatment.ts';
import type { TaxRateRow } from '../../src/contract/catalog/tax-contract.ts';
import type { Store } from '../../src/delivery/store-rules.ts';
import { taxRateOf, taxRateProblem } from '../../src/delivery/tax-rate-rules.ts';
import { leviesAt, nextTaxEdge, type TaxPlace, type TaxRate, taxTable } from '../../src/delivery/tax-table-rules.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { Article } from '../../src/pricing/pricing-types.ts';
import { isoTime } from '../../src/shared/clock.ts';
import { marked } from '../pricing/carts.ts';
import { blankInput } from '../pricing/price-inputs.ts';
import { runs } from './runs.ts';

const HOUR = 3_600_000;
const countries = ['DE', 'FR', 'US', 'IN'] as const;
const codes = ['10001', '10002', '10003', '20009', '900'] as const;
const states = ['Bavaria', 'Texas', 'Goa'] as const;
const classes = ['', 'food', 'books'] as const;
const timeArb = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const rowArb = fc
  .record({
    name: fc.constantFrom('VAT', 'City tax', 'GST'),
    tax_class: fc.constantFrom(...classes),
    country: fc.constantFrom(...countries),
    state: maybe(states),
    postal_from: maybe(codes),
    postal_to: maybe(codes),
    rate: fc.constantFrom(0, 5, 7.5, 19, 20),
    from: timeArb,
    until: timeArb,
    on_charges: fc.boolean(),
  })
  .map(({ from, until, ...row }): Omit<TaxRateRow, 'id'> => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined && value !== '');
    return {
      ...(Object.fromEntries(given) as Omit<TaxRateRow, 'id'>),
      ...(from === undefined ? {} : { valid_from: isoTime(from * HOUR) }),
      ...(until === undefined ? {} : { valid_until: isoTime(until * HOUR) }),
    };
  });
/** As a feed takes them: rows that it would refuse are left out. */
const ratesArb: fc.Arbitrary<readonly TaxRate[]> = fc.array(rowArb, { minLength: 1, maxLength: 12 }).map((rows) =>
  rows
    .map((row, at): TaxRateRow => ({ ...row, id: `row-${at}` }))
    .filter((row) => taxRateProblem(row) === undefined)
    .map(taxRateOf),
);
const placeArb: fc.Arbitrary<TaxPlace> = fc.record({
  country: fc.constantFrom(...countries),
  state: fc.constantFrom(null, ...states.map((state) => state.toUpperCase()), ...states),
  postal: fc.constantFrom(null, ...codes),
});
const askedArb = fc.record({
  taxClass: fc.constantFrom(...classes),
  now: fc.integer({ min: 0, max: 7 * HOUR }),
  charges: fc.boolean(),
});

test('a rate holds in its time and for its class; between two edges nothing changes, and the order of rows says nothing', () => {
  fc.assert(
    fc.property(ratesArb, placeArb, askedArb, (rates, place, asked) => {
      const table = taxTable(rates);
      const levies = leviesAt(table, place, asked);
      assert.equal(levies === null, !rates.some(({ country }) => country === place.country));
      assert.deepEqual(leviesAt(taxTable(rates.toReversed()), place, asked), levies);
      const edge = nextTaxEdge(table, asked.now) ?? asked.now + 1000 * HOUR;
      assert.ok(edge > asked.now);
      assert.deepEqual(leviesAt(table, place, { ...asked, now: edge - 1 }), levies);
      if (levies === null) return;
      assert.equal(new Set(levies.map(({ name }) => name)).size, levies.length, 'one of each name');
      const there = rates.filter(
        ({ from, until, taxClass, country }) =>
          from <= asked.now &&
          asked.now < until &&
          ['', asked.taxClass].includes(taxClass) &&
          country === place.country,
      );
      assert.deepEqual(leviesAt(taxTable(there), place, asked) ?? [], levies, 'others say nothing');
    }),
    { numRuns: runs(400) },
  );
});

test('a row for one postal code and the class counts there before all others of its name, whenever they began, and nowhere else', () => {
  fc.assert(
    fc.property(ratesArb, placeArb, askedArb, (rates, place, asked) => {
      const [code, elsewhere] = ['77777', '77778'];
      const own: TaxRate = {
        ...taxRateOf({ id: 'a', name: 'VAT', country: place.country, rate: 3.25, tax_class: asked.taxClass }),
        state: place.state,
        postal: { from: code, to: code },
        from: 0,
      };
      const withOwn = taxTable([...rates, own]);
      const at = (postal: string) => leviesAt(withOwn, { ...place, postal }, asked);
      assert.equal(at(code)?.find(({ name }) => name === 'VAT')?.rate, 32_500);
      assert.deepEqual(at(elsewhere), leviesAt(taxTable(rates), { ...place, postal: elsewhere }, asked) ?? []);
    }),
    { numRuns: runs(400) },
  );
});

const shirt = marked('a', 12_345, 11_999, { taxRate: 120_000, state: 'MH' });
const UNITS = 3;
const paidFor = (taxed: Article, includes: boolean) => {
  const { lines } = priceCart({
    ...blankInput,
    policy: { ...blankInput.policy, prices_include_tax: includes },
    lines: [{ key: 'line', articleUid: 'a', quantity: UNITS }],
    articles: new Map([['a', taxed]]),
  });
  return lines[0]?.tax ?? assert.fail('the line was not priced');
};

test('who is exempt pays no tax, and for the goods what others pay without theirs', () => {
  const shopArb = fc.record({
    price_basis: fc.constantFrom('gross' as const, 'net' as const),
    oss: fc.constantFrom('destination' as const, 'origin' as const),
    reverse_charge: fc.boolean(),
    includes: fc.boolean(),
  });
  fc.assert(
    fc.property(ratesArb, fc.option(placeArb), askedArb, placeArb, shopArb, (rates, place, goods, home, shop) => {
      const { oss, includes, ...given } = shop;
      const settings = { ...given, exempt_groups: ['embassy'], oss, oss_threshold: null, vat_check: null };
      const store = { country: home.country, state: home.state, areaCode: home.postal ?? '' } as Store;
      const asked = (groups: readonly string[]): TaxAsked => ({
        table: taxTable(rates),
        settings,
        oss,
        now: goods.now,
        place,
        vatId: null,
        groups,
      });
      const tax = (groups: readonly string[]) => taxedArticle(shirt, goods.taxClass, store, asked(groups));
      assert.deepEqual(tax(['gold']), tax([]), 'another group is none');
      const [usual, exempt] = [tax([]), tax(['gold', 'embassy'])];
      if (!rates.some(({ country }) => country === (place ?? store).country)) {
        assert.deepEqual(exempt, shirt, 'where the table says nothing, the article does');
        return;
      }
      assert.deepEqual([exempt.taxRate, exempt.exemption], [0, 'exempt']);
      assert.equal((exempt.levies ?? []).length, 0);
      const charges = taxedCharges(blankInput.charges, store, asked(['embassy']));
      assert.equal(charges.taxRate, 0);
      const [without, paid] = [paidFor(usual, includes), paidFor(exempt, includes)];
      assert.equal(paid.tax, 0);
      // A price is freed unit by unit, a tax is counted for the line.
      const apart = Math.abs(paid.taxable - without.taxable);
      assert.ok(apart < UNITS, `${apart} apart`);
    }),
    { numRuns: runs(300) },
  );
});
