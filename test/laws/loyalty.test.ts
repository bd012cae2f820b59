/** Points that offers multiply change nothing of what is paid; a tier is won by buying alone and lost by time alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { countedGoods, earnedPoints } from '../../src/balances/earn-rules.ts';
import type { Tier } from '../../src/contract/applications/cart-settings-contract.ts';
import { type DayWorth, earliestDay, tierStanding } from '../../src/customers/tiers/tier-rules.ts';
import { indexOffers } from '../../src/pricing/compile/offer-index.ts';
import { goodsAmount } from '../../src/pricing/cart-state.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { one } from '../../src/shared/rates.ts';
import { caseArb } from '../oracle/arb-case.ts';
import { engineInput } from '../oracle/engine.ts';
import { runs } from './runs.ts';

const DAY = 86_400_000;
const ofPoints = { kinds: ['points_multiplier'], couponKinds: ['points_multiplier'], abroad: true };
const earning = { worth: 1, per_points: 1, cap_bp: 10_000 };

test('offers that multiply points change nothing that is paid, and never take points away', () => {
  const loyaltyArb = fc.record({ earn_points: fc.nat(20), earn_for: fc.integer({ min: 1, max: 500 }) });
  fc.assert(
    fc.property(caseArb(ofPoints), loyaltyArb, (given, loyalty) => {
      const { moreCoupons: _more, ...alone } = given;
      const input = engineInput({ ...alone, coupon: null });
      const priced = priceCart(input);
      const plain = priceCart({ ...input, offers: indexOffers([]) });
      assert.deepEqual(
        [priced.breakup, priced.charges, priced.tender, priced.cashback],
        [plain.breakup, plain.charges, plain.tender, plain.cashback],
      );
      assert.equal(goodsAmount(priced.lines), goodsAmount(plain.lines));
      const goods = goodsAmount(priced.lines);
      const earns = (amount: number): number =>
        earnedPoints({ loyalty: { ...earning, ...loyalty } }, amount, { exponent: 2, ratio: one });
      const counted = countedGoods(goods, priced);
      const extra = (priced.points ?? []).map(({ amount }) => amount);
      assert.ok(extra.every((amount) => amount > 0));
      assert.equal(
        counted - goods,
        extra.reduce((sum, amount) => sum + amount, 0),
      );
      // Points are rounded down once, and so what two sums earn is at most a point short of what they earn together.
      const short = earns(counted) - earns(goods) - earns(counted - goods);
      assert.ok(short === 0 || short === 1, `${short}`);
    }),
    { numRuns: runs(150) },
  );
});

const periodArb = fc.oneof(
  fc.record({ days: fc.integer({ min: 1, max: 70 }) }),
  fc.record({ months: fc.integer({ min: 1, max: 3 }) }),
);
const tierArb: fc.Arbitrary<Tier> = fc
  .record({
    of: fc.constantFrom('spent' as const, 'points' as const),
    min: fc.integer({ min: 0, max: 30 }),
    period: periodArb,
  })
  .map(({ of, min, period }) => ({ slug: 'tier', name: 'Tier', of, min, ...period }));
/** About the end of February of a leap year, where months are of four lengths. */
const TODAY = Math.floor(Date.UTC(2028, 2, 31) / DAY);
const worthArb: fc.Arbitrary<readonly DayWorth[]> = fc.array(
  fc.record({
    day: fc.integer({ min: TODAY - 110, max: TODAY }),
    money: fc.integer({ min: 0, max: 1500 }),
    points: fc.integer({ min: 0, max: 15 }),
  }),
  { maxLength: 6 },
);
const tiersArb = fc.array(tierArb, { minLength: 1, maxLength: 3 });
const standingOn = (day: number, tiers: readonly Tier[], worth: readonly DayWorth[]) =>
  tierStanding(tiers, worth, 2, day * DAY + 1);
const held = (day: number, tiers: readonly Tier[], worth: readonly DayWorth[]): readonly boolean[] =>
  standingOn(day, tiers, worth).checks.map(({ holds }) => holds);

test('what is bought never takes a tier away, and what was bought before its period says nothing', () => {
  fc.assert(
    fc.property(tiersArb, worthArb, worthArb, (tiers, worth, more) => {
      const before = held(TODAY, tiers, worth);
      const after = held(TODAY, tiers, [...more, ...worth]);
      for (const [at, holds] of before.entries()) assert.ok(!holds || after[at]);
      const first = earliestDay(tiers, TODAY * DAY);
      const late = worth.filter(({ day }) => day * DAY >= first).toReversed();
      assert.deepEqual(standingOn(TODAY, tiers, late), standingOn(TODAY, tiers, worth));
    }),
    { numRuns: runs(300) },
  );
});

test('time alone never gives a tier, and takes it away at the moment that was told', () => {
  fc.assert(
    fc.property(tiersArb, worthArb, fc.nat(120), (tiers, worth, days) => {
      const { checks, tier, until } = standingOn(TODAY, tiers, worth);
      const later = held(TODAY + days, tiers, worth);
      for (const [at, check] of checks.entries()) {
        if (later[at]) assert.ok(check.holds, 'no tier by waiting');
        if (!check.holds) continue;
        const end = check.until === null ? Infinity : check.until / DAY;
        assert.equal(later[at], TODAY + days < end);
        if (check.until === null) continue;
        assert.ok(tierStanding(tiers, worth, 2, check.until - 1).checks[at]?.holds, 'it holds until then');
        assert.equal(tierStanding(tiers, worth, 2, check.until).checks[at]?.holds, false, 'and not longer');
      }
      const highest = checks.findLast(({ holds }) => holds);
      assert.deepEqual([tier, until], [highest?.tier ?? null, highest?.until ?? null]);
    }),
    { numRuns: runs(300) },
  );
});
