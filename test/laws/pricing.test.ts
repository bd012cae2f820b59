/** What must be true of every priced cart, whatever the cart, the offers and the policy. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { lineAmount } from '../../src/pricing/lots.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import { indexOffers } from '../../src/pricing/compile/offer-index.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { inputArb } from './pricing-arbitraries.ts';
import { figuresOfLines } from './pricing-figures.ts';
import { disagreements } from './pricing-recompute.ts';
import { runs } from './runs.ts';

const any = inputArb({ offers: 6 });
const law = (name: string, check: (priced: PricedCart, input: PriceInput) => void, usual = 400): void => {
  test(name, () => {
    fc.assert(
      fc.property(any, (input) => check(priceCart(input), input)),
      { numRuns: runs(usual) },
    );
  });
};
describe('laws of a priced cart', () => {
  law(
    'an independent evaluator computes every number again from its derivation',
    (priced, input) => assert.deepEqual(disagreements(priced, input), []),
    800,
  );

  law('nothing falls below zero: total, lines, units, charges', ({ breakup, lines, charges }) => {
    assert.ok(breakup.total >= 0, `total ${breakup.total}`);
    for (const { lots, key } of lines) for (const { price } of lots) assert.ok(price >= 0, key);
    for (const { amount, code } of charges) assert.ok(amount >= 0, code);
    for (const negative of [breakup.discount, breakup.promotion, breakup.coupon, breakup.platform_cash]) {
      assert.ok(negative <= 0);
    }
  });

  law('an offer takes no more than its goods, its cap, and the floors allow', ({ adjustments, lines }) => {
    for (const { id, amount, cap, room, stage } of adjustments) {
      if (cap !== null) assert.ok(amount <= cap, id);
      if (room !== null && stage !== 'unit_price') assert.ok(amount <= room, id);
    }
    for (const { gift, lots, floor, key } of lines) {
      const byOffers = lots.filter(({ cuts }) => cuts.every(({ adjustment }) => !adjustment.startsWith('adjustment:')));
      if (gift === null) for (const { price } of byOffers) assert.ok(price >= floor, key);
    }
  });

  law('what is saved is the marked price less what is paid for goods', ({ breakup }) => {
    const shipping = breakup.promotion_shipping;
    assert.equal(breakup.you_saved, breakup.mrp_total - breakup.goods - shipping);
  });

  law('pricing again gives the same bytes', (priced, input) => {
    assert.equal(JSON.stringify(priceCart(input)), JSON.stringify(priced));
  });

  law('the order in which offers are stored changes no figure', (priced, input) => {
    const reversed = indexOffers(input.offers.offers.toReversed());
    assert.deepEqual(figuresOfLines(priceCart({ ...input, offers: reversed })), figuresOfLines(priced));
  });

  law(
    'looking at every offer gives the same prices as looking at those the index names',
    (priced, input) => {
      const all = priceCart({ ...input, offers: { ...input.offers, narrow: false } });
      const applied = (cart: PricedCart) => figuresOfLines({ ...cart, notApplied: [] });
      assert.deepEqual(applied(all), applied(priced));
      const seen = new Set([...all.applied, ...all.notApplied.map(({ offerId }) => offerId)]);
      for (const { id } of input.offers.offers) assert.ok(seen.has(id), `${id} is neither applied nor explained`);
      for (const why of priced.notApplied) {
        assert.deepEqual(
          all.notApplied.find(({ offerId }) => offerId === why.offerId),
          why,
        );
      }
    },
    1_500,
  );

  law('applying and removing a coupon leaves the cart as it was', (_, input) => {
    const before = priceCart({ ...input, coupon: null });
    priceCart(input);
    assert.deepEqual(priceCart({ ...input, coupon: null }), before);
  });

  law('the rate of tax inside the price moves no price', (priced, input) => {
    fc.pre(input.policy.prices_include_tax && input.policy.allocation_weights === 'net');
    const untaxed = new Map([...input.articles].map(([uid, each]) => [uid, { ...each, taxRate: 0 }]));
    const { breakup } = priceCart({ ...input, articles: untaxed, giftArticles: new Map() });
    fc.pre(!priced.lines.some(({ gift }) => gift !== null));
    assert.equal(breakup.goods, priced.breakup.goods);
    for (const { tax } of priced.lines) assert.ok(tax.tax >= 0);
  });

  law('a gift adds nothing to pay, and triggers nothing', (priced, input) => {
    for (const line of priced.lines) if (line.gift !== null) assert.equal(lineAmount(line), 0);
    if (input.lines.length === 0) {
      assert.equal(priced.lines.length, 0);
      assert.equal(priced.breakup.total, 0);
    }
  });

  law('units bought and given by buy-and-get offers are never counted twice', ({ adjustments, lines }) => {
    const bogos = adjustments.filter(({ stage }) => stage === 'promotion');
    for (const { lots, quantity, key } of lines) {
      const spent = lots.reduce((units, lot) => (lot.spent ? units + lot.units : units), 0);
      assert.ok(spent <= quantity, key);
    }
    assert.ok(bogos.every(({ shares }) => shares.every(({ units }) => units >= 0)));
  });

  law('an offer that closes the cart is the only one; one that closes a line has it alone', (priced, input) => {
    const offers = new Map(input.offers.offers.map((offer) => [offer.id, offer]));
    const ofGoods = priced.adjustments.filter(({ stage }) =>
      ['promotion', 'gift', 'shipping', 'cashback'].includes(stage),
    );
    const ids = new Set(ofGoods.map(({ source }) => source.id));
    fc.pre(input.policy.stacking === 'sequential');
    for (const id of ids) if (offers.get(id)?.exclusive === 'cart') assert.deepEqual([...ids], [id]);
    for (const { lots, gift } of priced.lines) {
      const used = new Set(lots.flatMap(({ usedBy }) => usedBy.filter((id) => offers.has(id))));
      const closing = [...used].some((id) => offers.get(id)?.exclusive === 'article');
      if (closing && gift === null) assert.equal(used.size, 1);
      for (const { usedBy } of lots) {
        const own = usedBy.filter((id) => offers.has(id));
        if (own.some((id) => offers.get(id)?.stackable === false)) assert.equal(own.length, 1);
      }
    }
  });
});
