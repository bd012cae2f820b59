/** The best combination of promotions: it is the best there is, never dearer than their own order, and what was not searched is bounded. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { caseArb } from '../oracle/arb-case.ts';
import type { Case } from '../oracle/case.ts';
import { compared } from '../oracle/compare.ts';
import { engineInput } from '../oracle/engine.ts';
import { leastDue } from '../oracle/oracle.ts';
import { asTrial } from '../../src/pricing/trials.ts';
import { SEARCH_WORK } from '../../src/pricing/offers/best-offer.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { OfferChoice } from '../../src/pricing/priced-types.ts';
import { article, cartOf, offersOf, policyOf, price, promotion } from '../pricing/carts.ts';
import { countedWork } from '../counted-work.ts';
import { runs } from './runs.ts';

const MOST_UNITS = 8;
/** Blocks of our source that a search goes through for one of what it counts as its work: about six, whatever the cart is. */
const [LEAST_BLOCKS, MOST_BLOCKS] = [4, 8];
const kinds = ['percentage', 'amount', 'fixed_price', 'bogo', 'item_based_discount', 'free_gift_items'];

/** At most eight units, four promotions, and a coupon now and then; whoever pays with what. */
const smallCase: fc.Arbitrary<Case> = caseArb({ kinds, couponKinds: kinds, abroad: false, promotions: 4 }).map(
  (given) => {
    let left = MOST_UNITS;
    const lines = given.lines.flatMap((line) => {
      const quantity = Math.min(left, Math.max(1, Math.floor(line.quantity)));
      left -= quantity;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    return { ...given, lines, policy: { ...given.policy, stacking: 'best_offer', best_offer_nodes: 10_000 } };
  },
);
const choiceOf = (given: Case, nodes: number): OfferChoice => {
  const input = engineInput(given);
  const { choice } = priceCart({ ...input, policy: { ...input.policy, best_offer_nodes: nodes } });
  assert.ok(choice !== undefined);
  return choice;
};
/** With the steps of a shop that says nothing, and so much work; and what it costs least when every combination is tried. */
const searchedAndLeast = (given: Case, work: number): { readonly found: OfferChoice; readonly least: number } => {
  const input = engineInput(given);
  const { best_offer_nodes: _, ...policy } = input.policy;
  const { choice: found } = priceCart({ ...input, policy, searchWork: work });
  assert.ok(found !== undefined && found.work <= work);
  return { found, least: leastDue(given) };
};

const set = (id: string, size: number, off: number) =>
  promotion(
    id,
    'fixed_price',
    { min_offer_quantity: size, discount_price: (size * 100 - off) / 100 },
    { stackable: false },
  );

describe('the best combination of promotions', () => {
  test('is the cheapest of all that a second engine finds by trying every one, of eight units and four offers', () => {
    fc.assert(
      fc.property(smallCase, (given) => {
        const { differences, priced } = compared(given);
        assert.deepEqual(differences, []);
        assert.equal(priced.choice?.optimal, true);
      }),
      { numRuns: runs(60) },
    );
  });

  test('is never dearer than promotions in their own order, however little is searched, and the gap covers what was not', () => {
    fc.assert(
      fc.property(smallCase, fc.constantFrom(1, 5, 25), (given, nodes) => {
        const [best, found] = [choiceOf(given, 10_000), choiceOf(given, nodes)];
        assert.ok(best.payable <= found.payable && found.payable <= found.inTurn);
        assert.ok(found.payable - found.gap <= best.payable);
        assert.ok(found.nodes <= nodes);
        assert.equal(found.optimal, found.gap === 0);
      }),
      { numRuns: runs(100) },
    );
  });

  test('is the cheapest within the work of a served cart, or says that it may not be and by how much at most', () => {
    fc.assert(
      fc.property(smallCase, fc.constantFrom(SEARCH_WORK, SEARCH_WORK / 64, 100), (given, work) => {
        const { found, least } = searchedAndLeast(given, work);
        assert.ok(least <= found.payable && found.payable - found.gap <= least, `${found.payable}, at least ${least}`);
        assert.equal(found.optimal, found.gap === 0);
      }),
      { numRuns: runs(60) },
    );
  });

  test('of eight goods and four sets that no served search goes through, the gap covers what trying all finds', () => {
    const [some] = fc.sample(smallCase, { numRuns: 1, seed: 1 });
    assert.ok(some !== undefined);
    const articles = Array.from({ length: MOST_UNITS }, (_, at) => article(`u${at}`, 100 + 7 * at, { itemId: at + 1 }));
    const given: Case = {
      ...some,
      policy: policyOf({ stacking: 'best_offer' }),
      articles,
      lines: articles.map(({ uid }) => ({ key: uid, articleUid: uid, quantity: 1 })),
      promotions: [set('a', 2, 10), set('b', 3, 20), set('c', 4, 35), set('d', 1, 3)].map((one) => ({
        ...one,
        stackable: true,
      })),
      gifts: [],
      coupon: null,
      moreCoupons: [],
      adjustments: [],
    };
    const { found, least } = searchedAndLeast(given, SEARCH_WORK);
    assert.deepEqual([found.optimal, found.payable > least], [false, true], `${found.payable}, at least ${least}`);
    assert.ok(found.payable - found.gap <= least && found.payable <= found.inTurn);
  });

  test('grows no dearer by one promotion more', () => {
    fc.assert(
      fc.property(smallCase, (given) => {
        const [, ...others] = given.promotions;
        const all = choiceOf({ ...given, coupon: null, moreCoupons: [], adjustments: [] }, 10_000);
        const fewer = choiceOf(
          { ...given, promotions: others, coupon: null, moreCoupons: [], adjustments: [] },
          10_000,
        );
        assert.ok(all.payable <= fewer.payable);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('the search for it', () => {
  const best = policyOf({ stacking: 'best_offer' });
  const units = article('u', 100);

  test('has an offer less often than it goes where that leaves units for a better one', () => {
    // Seven units: twice three saves 20, three times two 18, once three and twice two 22.
    const priced = price([[units, 7]], [set('three', 3, 10), set('two', 2, 6)], { policy: best });
    assert.equal(priced.breakup.promotion, -22);
    assert.deepEqual(priced.choice?.steps, [
      { offerId: 'three', uses: 1 },
      { offerId: 'two', uses: null },
    ]);
    assert.deepEqual([priced.choice.optimal, priced.choice.gap], [true, 0]);
  });

  test('leaves out an offer with which delivery would cost more than it saves', () => {
    const charges = {
      delivery: [
        { threshold: -1, charge: 50 },
        { threshold: 99, charge: 0 },
      ],
      cod: null,
      convenience: {},
      giftPrice: 0,
      taxRate: 0,
    };
    const small = promotion('small', 'amount', { discount_amount: 0.1 });
    const priced = price([[units, 1]], [small], { policy: best, charges });
    assert.deepEqual([priced.breakup.total, priced.applied], [100, []]);
    assert.equal(priced.notApplied[0]?.reason, 'better_offer');
    assert.equal(price([[units, 1]], [small], { charges }).breakup.total, 140);
  });

  test('stops at its number of steps, the same ones every time, and says how much may be left', () => {
    const many = [10, 20, 30, 40, 50, 60].map((off, at) => set(`s${at}`, at + 1, off));
    const input = { policy: policyOf({ stacking: 'best_offer', best_offer_nodes: 20 }) };
    const [first, again] = [price([[units, 30]], many, input), price([[units, 30]], many, input)];
    assert.deepEqual(first, again);
    assert.equal(first.choice?.optimal, false);
    assert.ok((first.choice?.gap ?? 0) > 0 && (first.choice?.nodes ?? 0) <= 20);
  });

  describe('takes no more than its work, however large the cart', () => {
    const bogo = (id: string, bought: number) =>
      promotion(
        id,
        'bogo',
        { max_offer_quantity: 1, discount_percentage: 20 + bought },
        {
          rules: { 'rule#1': { item_brand: [1], cart_quantity: { greater_than_equals: bought } } },
          criteria: { buy_rules: ['rule#1'] },
          condition: '( rule#1 )',
        },
      );
    const percent = (id: string, off: number) => promotion(id, 'percentage', { discount_percentage: off });
    const offers = offersOf(
      ...[2, 3, 4].flatMap((at) => [bogo(`b${at}`, at), set(`s${at}`, at, at), percent(`p${at}`, at)]),
    );
    const policy = policyOf({ stacking: 'best_offer', best_offer_nodes: 10_000 });
    const carts = [
      [1, 9_999],
      [3, 900],
      [60, 9],
      [300, 2],
    ] as const;
    for (const [lines, quantity] of carts) {
      const bought = Array.from(
        { length: lines },
        (_, at) => [article(`u${at}`, 20_000 + 137 * at, { itemId: at + 1, stock: 10_000 }), quantity] as const,
      );
      const input = cartOf(bought, { offers, policy });

      test(`${lines} lines of ${quantity}: the work is counted and spent, in source that runs no more for more steps`, async () => {
        const { choice } = priceCart(input);
        assert.ok(choice !== undefined && choice.work <= SEARCH_WORK);
        assert.ok(!choice.optimal && choice.gap > 0 && choice.payable <= choice.inTurn);
        assert.deepEqual(priceCart(input).choice, choice);
        const turn = await countedWork(() => priceCart({ ...input, combination: null }));
        const searched = await countedWork(() => priceCart(input));
        // Promotions go in turn first, and those that were left out meet the cart once more to say why.
        const blocks = (searched - 2 * turn) / choice.work;
        assert.ok(
          LEAST_BLOCKS < blocks && blocks < MOST_BLOCKS,
          `${searched} blocks, ${turn} without a search, work of ${choice.work}`,
        );
      });

      test(`${lines} lines of ${quantity}: many trials search together as far as four carts`, () => {
        const works = [1, 10, 100].map((trials) => trials * (priceCart(asTrial(input, trials)).choice?.work ?? 0));
        assert.ok(
          works.every((work) => work <= 4 * SEARCH_WORK),
          works.join(),
        );
      });
    }
  });
});
