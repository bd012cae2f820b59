/** Prices with a time: one counts at every moment, nothing changes between two edges, and the order of a feed says nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { nextPriceEdge, pricesAt } from '../../src/catalog/price-times.ts';
import { readPrices } from '../../src/catalog/feed/price-rules.ts';
import type { ArticlePrice } from '../../src/catalog/article.ts';
import type { PriceRow } from '../../src/contract/catalog/catalog-feed-contract.ts';
import { isoTime } from '../../src/shared/clock.ts';
import { runs } from './runs.ts';

const HOUR = 3_600_000;
/** So few hours that prices begin and end together, and within each other. */
const hours = fc.integer({ min: 1, max: 8 });
const timeArb = fc.option(hours, { nil: undefined });
type Drawn = Readonly<Record<'effective', number> & Record<'from' | 'until', number | undefined>>;
const written = (
  name: Pick<PriceRow, 'currency_code' | 'price_list'>,
  { effective, from, until }: Drawn,
): PriceRow => ({
  ...name,
  marked: 100,
  effective,
  ...(from === undefined ? {} : { valid_from: isoTime(from * HOUR) }),
  ...(until === undefined ? {} : { valid_until: isoTime(until * HOUR) }),
});
const home = { currency_code: 'INR' };
const nameArb = fc.constantFrom<Parameters<typeof written>[0]>(
  home,
  home,
  { currency_code: 'EUR' },
  {
    ...home,
    price_list: 'members',
  },
);
const drawnArb = fc.record({ effective: fc.integer({ min: 1, max: 100 }), from: timeArb, until: timeArb });
/** What a feed takes, read: rows that it would refuse are left out. */
const pricesArb = fc.array(fc.tuple(nameArb, drawnArb), { maxLength: 8 }).map((rows) => {
  let prices: readonly ArticlePrice[] = [];
  const taken: PriceRow[] = [];
  for (const row of [{ ...home, marked: 100, effective: 50 }, ...rows.map(([name, drawn]) => written(name, drawn))]) {
    const read = readPrices([...taken, row]);
    if (!('prices' in read)) continue;
    taken.push(row);
    prices = read.prices;
  }
  return prices;
});
const nameOf = ({ currency, list }: ArticlePrice): string => `${currency} ${list}`;
const sorted = (prices: readonly ArticlePrice[]) => prices.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
const isWithin = ({ from = 0, until = Infinity }: ArticlePrice, at: number): boolean => from <= at && at < until;

test('of prices with a time one counts for each currency and list: the one that began last', () => {
  fc.assert(
    fc.property(pricesArb, fc.integer({ min: 0, max: 9 * HOUR }), (prices, at) => {
      const shown = pricesAt(prices, at);
      assert.equal(new Set(shown.map(nameOf)).size, shown.length);
      const there = prices.filter((price) => isWithin(price, at));
      assert.deepEqual(new Set(shown.map(nameOf)), new Set(there.map(nameOf)));
      assert.ok(
        shown.some(({ currency, list }) => currency === 'INR' && list === null),
        'the base price counts always',
      );
      for (const price of shown) {
        const rivals = there.filter((one) => nameOf(one) === nameOf(price));
        const timed = rivals.filter(({ from, until }) => from !== undefined || until !== undefined);
        const last = Math.max(...timed.map(({ from = 0 }) => from));
        const must = timed.length === 0 ? rivals : timed.filter(({ from = 0 }) => from === last);
        assert.ok(must.some(({ effective }) => effective === price.effective));
      }
    }),
    { numRuns: runs(300) },
  );
});

test('between two edges no price changes, and each edge is one that a price names', () => {
  fc.assert(
    fc.property(pricesArb, (prices) => {
      const named = new Set(prices.flatMap(({ from, until }) => [from, until]));
      let at = 0;
      for (let edge = nextPriceEdge(prices, at); edge !== null; edge = nextPriceEdge(prices, at)) {
        assert.ok(edge > at && named.has(edge));
        assert.deepEqual(pricesAt(prices, edge - 1), pricesAt(prices, at));
        at = edge;
      }
      assert.deepEqual(pricesAt(prices, at + 1000 * HOUR), pricesAt(prices, at), 'after the last nothing happens');
    }),
    { numRuns: runs(300) },
  );
});

test('in which order prices with a time are fed says nothing', () => {
  const shuffled = pricesArb.chain(([base, ...others]) =>
    fc.shuffledSubarray(others, { minLength: others.length }).map((mixed) => ({ base, others, mixed })),
  );
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 0, max: 9 }), ({ base, others, mixed }, hour) => {
      if (base === undefined) return;
      const [fed, again] = [others, mixed].map((rest) => sorted(pricesAt([base, ...rest], hour * HOUR)));
      assert.deepEqual(again, fed);
    }),
    { numRuns: runs(300) },
  );
});
