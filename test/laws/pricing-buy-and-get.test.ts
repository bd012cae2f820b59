/** Buy and get beside a search that tries every unit on every side: as often as possible, and the cheapest rewards of all. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Definition } from '../../src/pricing/compile/offer-types.ts';
import { article, price, promotion } from '../pricing/carts.ts';
import { runs } from './runs.ts';

type Unit = { readonly price: number; readonly brand: number };
type Side = { readonly brands: readonly number[]; readonly units: number };
type Case = {
  readonly units: readonly Unit[];
  readonly requirements: readonly Side[];
  readonly reward: Side;
  readonly most: number | null;
};

const brands = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });
const sideArb = (least: number): fc.Arbitrary<Side> => fc.record({ brands, units: fc.integer({ min: least, max: 2 }) });
const caseArb: fc.Arbitrary<Case> = fc.record({
  units: fc.array(fc.record({ price: fc.integer({ min: 1, max: 5 }), brand: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 7,
  }),
  requirements: fc.array(sideArb(1), { minLength: 1, maxLength: 2 }),
  reward: sideArb(1),
  most: fc.option(fc.integer({ min: 1, max: 2 })),
});

/** Every way to put units on sides so that each side has what it wants; the rewarded prices, cheapest first. */
const rewardsOf = (units: readonly Unit[], wants: readonly Side[]): readonly (readonly number[])[] => {
  if (wants.every((side) => side.units === 0)) return [[]];
  const [unit, ...rest] = units;
  if (unit === undefined) return [];
  const unused = rewardsOf(rest, wants);
  const used = wants.flatMap((side, at) => {
    if (side.units === 0 || !side.brands.includes(unit.brand)) return [];
    const fewer = wants.map((other, place) => (place === at ? { ...other, units: other.units - 1 } : other));
    const found = rewardsOf(rest, fewer);
    return at === wants.length - 1 ? found.map((prices) => [...prices, unit.price]) : found;
  });
  return [...unused, ...used];
};

/** The most times that go, and the least that the rewards of so many times can be worth. */
const searched = ({ units, requirements, reward, most }: Case): readonly [times: number, worth: number] => {
  for (let times = most ?? units.length; times > 0; times -= 1) {
    const wants = [...requirements, reward].map((side) => ({ ...side, units: side.units * times }));
    const found = rewardsOf(units, wants);
    const worths = found.map((prices) => prices.reduce((sum, each) => sum + each, 0));
    if (worths.length > 0) return [times, Math.min(...worths)];
  }
  return [0, 0];
};

const offerOf = ({ requirements, reward, most }: Case): Definition =>
  promotion(
    'p',
    'bogo',
    { max_offer_quantity: reward.units, ...(most === null ? {} : { max_usage_per_transaction: most }) },
    {
      criteria: { item_brand: reward.brands },
      rules: Object.fromEntries(
        requirements.map(({ brands: own, units }, at) => [
          `rule#${at + 1}`,
          { item_brand: own, cart_quantity: { greater_than_equals: units } },
        ]),
      ),
    },
  );

describe('laws of buy and get', () => {
  test('it applies as often, and takes off as little, as trying every unit finds', () => {
    fc.assert(
      fc.property(caseArb, (given) => {
        const bought = given.units.map(
          (unit, at) => [article(String.fromCharCode(97 + at), unit.price, { brandId: unit.brand }), 1] as const,
        );
        const { lines, breakup } = price(bought, [offerOf(given)]);
        const [times, worth] = searched(given);
        const spent = lines.flatMap(({ lots }) => lots).filter((lot) => lot.spent);
        const perTime = [...given.requirements, given.reward].reduce((sum, { units }) => sum + units, 0);
        assert.equal(spent.length, times * perTime);
        assert.equal(0 - breakup.promotion, worth);
      }),
      { numRuns: runs(500) },
    );
  });

  test('units that were bought could have been bought: every requirement is met by units of its own', () => {
    fc.assert(
      fc.property(caseArb, (given) => {
        const bought = given.units.map(
          (unit, at) => [article(String.fromCharCode(97 + at), unit.price, { brandId: unit.brand }), 1] as const,
        );
        const { lines } = price(bought, [offerOf(given)]);
        const taken = lines.filter(({ lots }) => lots.every((lot) => lot.spent && lot.cuts.length === 0));
        const [times] = searched(given);
        const wants = [
          ...given.requirements.map((side) => ({ ...side, units: side.units * times })),
          { brands: [], units: 0 },
        ];
        const units = taken.map(({ article: { brandId }, effective }) => ({ brand: brandId, price: effective }));
        assert.ok(rewardsOf(units, wants).length > 0);
      }),
      { numRuns: runs(500) },
    );
  });
});
