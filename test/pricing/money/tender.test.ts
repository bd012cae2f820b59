/** Balances that pay in another currency: what is paid there, and what they fall by at home. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Loyalty, PriceInput, Tender } from '../../../src/pricing/pricing-types.ts';
import type { ExchangeRate } from '../../../src/shared/rates.ts';
import { runs } from '../../laws/runs.ts';
import { article, price } from '../carts.ts';

const none: Tender = { loyalty: null, storeCredit: null, giftCards: [] };
const points = (count: number, worth: number, more: Partial<Loyalty> = {}): Tender => ({
  ...none,
  loyalty: { points: count, redeem: true, worth, perPoints: 1, cap: 1_000_000, withCoupon: true, ...more },
});
const card = (balance: number): Tender => ({ ...none, giftCards: [{ id: 'g', balance }] });

type Money = Pick<PriceInput, 'currency' | 'rates'>;
const money = (code: string, exponent: number, rate: ExchangeRate): Money => ({
  currency: { code, exponent },
  rates: { [code]: rate },
});
const usd = money('USD', 2, { digits: 1_191, decimals: 5 });
const jpy = money('JPY', 0, { digits: 17_532, decimals: 4 });
const kwd = money('KWD', 3, { digits: 365, decimals: 5 });
const inr: Money = { currency: { code: 'INR', exponent: 2 }, rates: {} };

/** An article that costs this much in the cart's currency, and next to nothing at home. */
const costing = (amount: number, { currency }: Money) =>
  article('a', amount, {
    prices: { INR: { marked: 1, selling: 1 }, [currency.code]: { marked: amount, selling: amount } },
  });
const paid = (amount: number, where: Money, tender: Tender) =>
  price([[costing(amount, where), 1]], [], { ...where, tender }).tender.map((part) => [part.amount, part.spent]);

describe('points in another currency', () => {
  test('are worth what they are at home, converted in one step', () => {
    for (const [where, worth, spent] of [
      [usd, 595, 1000],
      [jpy, 876, 1000],
      [kwd, 1825, 1000],
      [inr, 50_000, 1000],
    ] as const) {
      assert.deepEqual(paid(10_000_000, where, points(1000, 50)), [[worth, spent]]);
    }
    assert.deepEqual(paid(10_000, usd, points(1000, 25)), [[297, 1000]]);
  });

  test('are as few as pay it all, and never more than it costs', () => {
    // A cent is 1.67 points: 84 of them are worth 50 cents, 83 are worth 49.
    assert.deepEqual(paid(50, usd, points(1000, 50)), [[50, 84]]);
    assert.deepEqual(paid(5, usd, points(1000, 1_000)), []);
    assert.deepEqual(paid(25, usd, points(1000, 1_000)), [[23, 2]], 'a third would be worth too much');
    assert.deepEqual(paid(100, usd, points(1000, 50, { cap: 250_000 })), [[25, 42]]);
  });

  test('that are worth less than the smallest coin stay', () => {
    assert.deepEqual(paid(10_000, usd, points(1, 50)), []);
    assert.deepEqual(paid(10_000, usd, points(2, 50)), [[1, 2]]);
  });
});

describe('money in another currency', () => {
  test('falls by what it paid, turned back', () => {
    assert.deepEqual(paid(1_311, usd, card(500_000)), [[1_311, 110_076]]);
    assert.deepEqual(paid(1_311, jpy, card(500_000)), [[1_311, 74_778]]);
    assert.deepEqual(paid(1_311, kwd, card(500_000)), [[1_311, 35_918]]);
    assert.deepEqual(paid(1_311, inr, card(500_000)), [[1_311, 1_311]]);
  });

  test('is spent to the last unit when it is used up, by others too', () => {
    assert.deepEqual(paid(10_000, usd, card(99_999)), [[1_190, 99_999]]);
    assert.deepEqual(paid(1_190, usd, card(99_999)), [[1_190, 99_999]]);
    assert.deepEqual(paid(1_189, usd, card(99_999)), [[1_189, 99_832]]);
    assert.deepEqual(paid(10_000, usd, card(83)), [], 'less than a cent pays nothing and stays');
  });

  test('falls by one unit at least, where that is worth more than what was paid', () => {
    const won = money('IDR', 2, { digits: 190, decimals: 0 });
    assert.deepEqual(paid(3, won, card(500)), [[3, 1]]);
  });

  test('without a rate pays nothing', () => {
    assert.deepEqual(paid(100, { ...usd, rates: {} }, { ...points(1000, 50), ...card(500) }), []);
  });
});

/** In whole numbers, by trying: nothing of the engine's arithmetic. */
const tried = (balance: number, each: readonly [bigint, bigint], most: number): number => {
  const worth = (count: number): bigint => (BigInt(count) * each[0]) / each[1];
  let best = 0;
  for (let count = 1; count <= balance && worth(count) <= BigInt(most); count += 1) {
    if (worth(count) > worth(best)) best = count;
  }
  return best;
};

describe('in any currency', () => {
  const rateArb = fc.record({ digits: fc.integer({ min: 1, max: 99_999 }), decimals: fc.integer({ min: 0, max: 6 }) });
  const whereArb = fc
    .record({ rate: rateArb, exponent: fc.integer({ min: 0, max: 3 }) })
    .map(({ rate, exponent }) => money('XTS', exponent, rate));
  const cost = fc.integer({ min: 1, max: 100_000 });

  test('a balance never pays more than it is worth, nor falls by more than it is', () => {
    fc.assert(
      fc.property(whereArb, cost, fc.integer({ min: 0, max: 1_000_000 }), (where, amount, balance) => {
        const [[pays, spent] = [0, 0]] = paid(amount, where, card(balance));
        const { digits, decimals } = where.rates['XTS'] as ExchangeRate;
        const [up, down] = [BigInt(digits) * 10n ** BigInt(where.currency.exponent), 10n ** BigInt(decimals + 2)];
        const worth = Number((BigInt(balance) * up) / down);
        assert.equal(pays, Math.min(amount, worth));
        assert.ok((pays ?? 0) === 0 ? spent === 0 : spent !== undefined && spent >= 1 && spent <= balance);
        if (pays === worth && worth > 0) assert.equal(spent, balance);
        // Within half a unit at home of what was paid, unless that unit is the least there is, or the last.
        const off = BigInt(spent ?? 0) * up - BigInt(pays ?? 0) * down;
        if (spent !== balance && spent !== 1) assert.ok((off < 0n ? -off : off) * 2n <= up);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('points are whole, as few as can be, and no better choice is left', () => {
    const loyaltyArb = fc.record({
      count: fc.integer({ min: 0, max: 300 }),
      worth: fc.integer({ min: 1, max: 500 }),
      perPoints: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(whereArb, cost, loyaltyArb, (where, amount, { count, worth, perPoints }) => {
        const [[pays, spent] = [0, 0]] = paid(amount, where, points(count, worth, { perPoints }));
        const { digits, decimals } = where.rates['XTS'] as ExchangeRate;
        const up = BigInt(worth) * BigInt(digits) * 10n ** BigInt(where.currency.exponent);
        const down = BigInt(perPoints) * 10n ** BigInt(decimals + 2);
        const best = tried(count, [up, down], amount);
        const worthOf = (number: number): number => Number((BigInt(number) * up) / down);
        assert.equal(pays, worthOf(best), 'the most that points can pay of it');
        assert.equal(worthOf(spent ?? 0), pays);
        if (pays === amount) assert.equal(spent, best, 'none is given for nothing');
        else if ((pays ?? 0) > 0 && worthOf(count) <= amount)
          assert.equal(spent, count, 'all of them, where they do not suffice');
      }),
      { numRuns: runs(1_000) },
    );
  });
});
