/** A look at offers prices as many carts as it may and no more, and lets others have their turn before each and inside. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSettings } from '../../src/applications/settings.ts';
import { lintOffers } from '../../src/offers/lint/lint-rules.ts';
import { previewInput } from '../../src/offers/preview/preview-rules.ts';
import { compileOffer, isRefused } from '../../src/pricing/compile/compile-offers.ts';
import type { CompiledOffer } from '../../src/pricing/compile/offer-types.ts';
import { pricingOf } from '../../src/pricing/price-cart.ts';
import { currencyOf } from '../../src/shared/currency.ts';

const settings = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
const context = { currency: settings.currency, exponents: { [settings.currency]: 2 }, readTime: Date.parse };
const INSIDE = 1_000_000;
/** What two thousand entries of an index are told to take. */
const FILED_PIECE = 100;

const offers = (
  count: number,
  priority: (at: number) => number,
  goods: object = { item_brand: [1] },
): readonly CompiledOffer[] =>
  Array.from({ length: count }, (_, at) => {
    const rule = { discount_type: 'percentage', offer: { discount_percentage: 10 + at }, item_criteria: {} };
    const compiled = compileOffer(
      {
        _id: `o${at}`,
        promotion_type: 'percentage',
        apply_priority: priority(at),
        buy_rules: { 'rule#1': goods },
        discount_rules: [{ ...rule, buy_condition: 'rule#1', item_criteria: { buy_rules: ['rule#1'] } }],
      },
      context,
    );
    assert.ok(!isRefused(compiled));
    return compiled;
  });

/** How it ends, and its pauses before carts and inside of them. */
const lint = (given: readonly CompiledOffer[], most: number) => {
  const work = lintOffers({
    now: 0,
    currency: currencyOf(settings.currency),
    offers: given,
    floored: [],
    most,
    couponsPerCart: 1,
    *price(body, index, [coupon = null, ...moreCoupons]) {
      yield INSIDE;
      return yield* pricingOf(
        previewInput(body, 0, settings, { offers: index, coupon, moreCoupons, known: new Map() }),
      );
    },
  });
  const pauses = { before: 0, inside: 0, long: 0 };
  let step = work.next();
  for (; step.done !== true; step = work.next()) {
    pauses[step.value === INSIDE ? 'inside' : 'before'] += 1;
    if (step.value === FILED_PIECE) pauses.long += 1;
  }
  return { ...step.value, pauses };
};

test('so many carts are priced to their end, and it says that there would be more', () => {
  const {
    carts_priced: carts,
    complete,
    pauses,
  } = lint(
    offers(5, () => 1),
    7,
  );
  assert.deepEqual([carts, complete], [7, false]);
  assert.deepEqual([pauses.inside, pauses.before >= carts], [carts, true]);
});

test('pairs that are in order anyway price nothing, and are gone through one offer at a time', () => {
  const [alike, ranked] = [
    lint(
      offers(12, () => 1),
      20_000,
    ),
    lint(
      offers(12, (at) => at),
      20_000,
    ),
  ];
  assert.ok(alike.complete && ranked.complete && alike.carts_priced > ranked.carts_priced);
  assert.ok(ranked.pauses.before >= ranked.carts_priced + 12);
});

test('two offers about tens of thousands of goods are indexed in pieces, and once for each order', () => {
  const goods = { item_id: Array.from({ length: 20_000 }, (_, id) => id) };
  const { pauses } = lint(
    offers(2, () => 1, goods),
    20_000,
  );
  // All, each by itself, and both in either order: eight times twenty thousand.
  assert.equal(pauses.long, (8 * 20_000) / 2_000);
});
