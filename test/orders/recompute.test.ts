/** What an order keeps of its pricing is enough to do every sum again, whatever the cart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { recompute, snapshotOf } from '../../src/orders/order-snapshot.ts';
import { textInTurns, textOf, valueOf } from '../../src/orders/stored-values.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { inputArb } from '../laws/pricing-arbitraries.ts';
import { runs } from '../laws/runs.ts';

const any = inputArb({ offers: 6 });

/** The same cart in another currency, whose rate makes nearly every amount round. */
const abroad = (input: PriceInput): PriceInput => ({
  ...input,
  currency: { code: 'USD', exponent: 2 },
  rates: { USD: { digits: 11_937, decimals: 6 } },
});
const snapshotFor = async (input: PriceInput) => {
  const priced = priceCart(input);
  return { priced, ...(await snapshotOf(input, priced)) };
};

describe('the snapshot of an order', () => {
  for (const [where, change] of [
    ['at home', (input: PriceInput) => input],
    ['in another currency', abroad],
  ] as const) {
    test(`prices to what the cart showed, ${where}, though offers that did nothing are left out`, async () => {
      await fc.assert(
        fc.asyncProperty(any, async (input) => {
          const { priced, prices, snapshot } = await snapshotFor(change(input));
          const { notApplied: _a, setAside: _b, choice: _c, ...shown } = priced;
          assert.equal(textOf(prices), textOf(shown));
          assert.equal((await recompute(snapshot)).agrees, true);
        }),
        { numRuns: runs(300) },
      );
    });
  }

  test('does not keep what another system said with a change of prices, but what it calls a charge', async () => {
    const [input] = fc.sample(
      any.filter(({ adjustments }) => adjustments.length === 2),
      1,
    );
    assert.ok(input);
    const { adjustments } = input;
    const said = adjustments.map((one, at) => ({
      ...one,
      type: at === 0 ? ('discount' as const) : ('charge' as const),
      message: at === 0 ? 'For the vase' : 'Handling',
    }));
    const { snapshot, prices, priced } = await snapshotFor({ ...input, adjustments: said });
    assert.doesNotMatch(JSON.stringify(snapshot), /For the vase/);
    assert.match(snapshot.input, /Handling/);
    assert.deepEqual(prices.charges, priced.charges);
    assert.equal((await recompute(snapshot)).agrees, true);
  });

  test('does not agree once a number of it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(any, async (input) => {
        const { snapshot } = await snapshotFor(input);
        const total = /"total":(\d+)/.exec(snapshot.priced)?.[0] ?? '';
        for (const changed of [
          { ...snapshot, input: snapshot.input.replace('"now":', '"now":1') },
          { ...snapshot, priced: snapshot.priced.replace(total, '"total":987654321') },
        ]) {
          assert.equal((await recompute(changed)).agrees, false);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('cannot be priced without an offer that it names', async () => {
    const [input] = fc.sample(
      any.filter((one) => priceCart(one).applied.length > 0),
      1,
    );
    assert.ok(input);
    const { snapshot } = await snapshotFor(input);
    await assert.rejects(recompute({ ...snapshot, offers: [] }), /is not there/);
  });

  test('takes no data for a map or a set, and is the same text in one turn or in many', async () => {
    const value = { '@map': [[1, 2]], '@set': 3, '@@': new Map([['@', new Set([{ '@set': [] }])]]) };
    assert.deepEqual(valueOf(textOf(value)), value);
    const large = { ...value, list: Array.from({ length: 400 }, (_, at) => ({ b: at, a: [{ '@x': undefined }] })) };
    const nested = { in: { a: new Map([['@k', large]]), set: new Set([large]) } };
    for (const each of [large, nested, [large], null, undefined, [], {}])
      assert.equal(await textInTurns(each), textOf(each));
  });
});
