/** Laws of what is given back of an order, whatever was bought with whatever offers, and in whatever steps it goes back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { countedGoods } from '../../src/balances/earn-rules.ts';
import { CASH_ROUNDING, chargeOf, lineTax, taxSummary } from '../../src/orders/answer/order-tax.ts';
import { discountsOn, fundingOf, sellerPays } from '../../src/orders/answer/order-funding.ts';
import { tenderOf } from '../../src/orders/checkout/order-uses.ts';
import { keptPrices } from '../../src/orders/money/keep-rules.ts';
import { type Remaining, repriced } from '../../src/orders/money/reprice-rules.ts';
import { settled } from '../../src/orders/money/settle-rules.ts';
import { type Agreed, agreedStanding, grossOf } from '../../src/orders/money/standing-rules.ts';
import { payableByPoints, refundParts, stillCovered } from '../../src/orders/money/tender-rules.ts';
import type { OrderLine } from '../../src/orders/order-document.ts';
import type { Earned } from '../../src/orders/order-figures.ts';
import type { Settlement, Standing } from '../../src/orders/order-progress.ts';
import { atOnce } from '../../src/pricing/work.ts';
import { type PricedOrder, pricesOf } from '../../src/orders/order-snapshot.ts';
import { toHome } from '../../src/pricing/money/in-currency.ts';
import { lineAmount, startAmount } from '../../src/pricing/lots.ts';
import type { PriceInput } from '../../src/pricing/pricing-types.ts';
import { sum } from '../../src/shared/money.ts';
import { cashRoundingArb } from '../oracle/arb-world.ts';
import { inputArb } from './pricing-arbitraries.ts';
import { runs } from './runs.ts';

const earnedBy = (prices: PricedOrder, input: PriceInput): readonly Earned[] =>
  [
    { kind: 'points' as const, amount: countedGoods(prices.breakup.goods, prices) > 0 ? 1_700 : 0 },
    { kind: 'store_credit' as const, amount: toHome(sum(prices.cashback.map(({ amount }) => amount)), input) },
  ].filter(({ amount }) => amount > 0);

/** What checkout would have agreed on. */
const agreedOn = (prices: PricedOrder, input: PriceInput): Agreed => ({
  lines: prices.lines.map(
    (line) =>
      ({
        identifier: line.key,
        quantity: line.quantity,
        giftOf: line.gift?.offerId ?? null,
        subtotal: startAmount(line),
        discounts: discountsOn(() => sellerPays, prices, line.key),
        amount: lineAmount(line),
        tax: lineTax(line.tax),
      }) as unknown as OrderLine,
  ),
  charges: prices.charges.map(chargeOf),
  funding: fundingOf(() => sellerPays, prices),
  tender: tenderOf(prices),
  totals: prices.breakup,
  offers: prices.applied.map((id) => ({ id, payer: sellerPays }) as Agreed['offers'][number]),
  earns: earnedBy(prices, input),
  countedGoods: countedGoods(prices.breakup.goods, prices),
});

const targetOf = {
  reprice: (agreed: Agreed, input: PriceInput, remaining: Remaining) => atOnce(repriced(agreed, input, remaining)),
  keep: (agreed: Agreed, input: PriceInput, remaining: Remaining) => atOnce(keptPrices(agreed, input, remaining)),
};

const checkStanding = (standing: Standing, onTop: boolean): void => {
  const charges = standing.charges.filter(({ code }) => code !== CASH_ROUNDING);
  assert.ok(grossOf(standing, onTop) >= 0, 'what stays costs nothing at the least');
  for (const { amount, tax } of [...standing.lines, ...charges]) {
    assert.ok(amount >= 0 && tax.tax >= 0, 'nothing is below zero');
    if (tax.cgst + tax.sgst + tax.igst !== 0) assert.equal(tax.cgst + tax.sgst + tax.igst, tax.tax);
  }
  for (const { amount, tax } of standing.lines) assert.equal(tax.taxable + (onTop ? 0 : tax.tax), amount);
  for (const { amount, tax } of standing.charges) assert.equal(tax.taxable + tax.tax, amount);
};

const stepArb = fc.array(fc.record({ line: fc.nat(10), units: fc.integer({ min: 1, max: 5 }) }), { maxLength: 6 });

/** Some of the orders are paid in cash, and so in coins that there are. */
const coinedArb = fc
  .tuple(inputArb({ offers: 5 }), fc.option(cashRoundingArb))
  .map(
    ([input, cashRounding]): PriceInput =>
      cashRounding === null ? input : { ...input, emi: null, payment: { mode: 'COD' }, cashRounding },
  );

describe('what is given back of an order', () => {
  for (const policy of ['reprice', 'keep'] as const) {
    test(`adds up to what was paid, to the last minor unit, never more and never less than nothing: ${policy}`, () => {
      fc.assert(
        fc.property(coinedArb, stepArb, fc.constantFrom('payment', 'balances'), (input, steps, first) => {
          const prices = atOnce(pricesOf(input));
          const agreed = agreedOn(prices, input);
          const onTop = !input.policy.prices_include_tax;
          const remaining = new Map(agreed.lines.map(({ identifier, quantity }) => [identifier, quantity]));
          let standing = agreedStanding(agreed);
          const whole = standing;
          const paid = grossOf(standing, onTop);
          assert.equal(paid, prices.breakup.total + sum(agreed.tender.map(({ amount }) => amount)));
          const settlements: Settlement[] = [];
          const giveBack = (): void => {
            const target = targetOf[policy](agreed, input, remaining);
            const done = settled(standing, target.standing, agreed, onTop);
            assert.ok(done.amount >= 0);
            checkStanding(done.standing, onTop);
            const given = sum(
              settlements.flatMap(({ parts }) =>
                parts.filter(({ kind }) => kind === 'payment').map(({ amount }) => amount),
              ),
            );
            const mostPoints = payableByPoints(grossOf(done.standing, onTop), input);
            const money = { tender: agreed.tender, money: prices.breakup.total - given, uncollected: 0, mostPoints };
            const parts = refundParts(done.amount, money, settlements, first);
            assert.equal(sum(parts.map(({ amount }) => amount)), done.amount);
            const points = agreed.tender.filter(({ kind }) => kind === 'points');
            const isPointsAlone = parts.every(({ kind }) => kind === 'points');
            assert.ok(
              isPointsAlone || stillCovered(points, [...settlements, { parts }]) <= mostPoints,
              'points pay no larger share of what stays than the shop lets them',
            );
            settlements.push({ ...done.difference, amount: done.amount, parts } as unknown as Settlement);
            standing = done.standing;
          };
          for (const { line, units } of steps) {
            const one = agreed.lines[line % Math.max(1, agreed.lines.length)];
            if (one === undefined) continue;
            remaining.set(one.identifier, Math.max(0, (remaining.get(one.identifier) ?? 0) - units));
            giveBack();
          }
          assert.ok(sum(settlements.map(({ amount }) => amount)) <= paid);
          for (const key of remaining.keys()) remaining.set(key, 0);
          giveBack();
          assert.equal(sum(settlements.map(({ amount }) => amount)), paid);
          assert.equal(grossOf(standing, onTop), 0);
          const taxBack = sum(
            settlements.flatMap(({ lines, charges }) => [...lines, ...charges].map(({ tax }) => tax.tax)),
          );
          assert.equal(taxBack, sum(taxSummary(agreed.lines, agreed.charges).map(({ tax }) => tax)));
          const borne = (all: Pick<Standing, 'lines' | 'waived'>): number =>
            sum([...all.lines.flatMap(({ discounts }) => discounts), ...all.waived].map(({ amount }) => amount));
          assert.equal(sum(settlements.map(borne)), borne(whole), 'who bore a discount bears it no more');
          for (const { kind, amount } of agreed.earns) {
            const back = settlements.flatMap(({ earns }) => earns.filter((one) => one.kind === kind));
            assert.equal(sum(back.map((one) => one.amount)), amount, 'what goods earned goes with them');
          }
          for (const { kind, account, spent, amount } of agreed.tender) {
            const back = settlements.flatMap(({ parts }) =>
              parts.filter((part) => part.kind === kind && part.account === account),
            );
            assert.equal(sum(back.map((part) => part.amount)), amount);
            assert.equal(sum(back.map((part) => part.spent)), spent);
          }
        }),
        { numRuns: runs(400) },
      );
    });
  }

  test('pauses as often as pricing does, whatever is kept to', () => {
    const pauses = <Result>(work: Generator<number, Result>): number => {
      let count = 0;
      while (work.next().done !== true) count += 1;
      return count;
    };
    fc.assert(
      fc.property(inputArb({ offers: 3 }), (input) => {
        const prices = atOnce(pricesOf(input));
        const agreed = agreedOn(prices, input);
        const remaining = new Map(agreed.lines.map(({ identifier, quantity }) => [identifier, quantity]));
        const least = pauses(pricesOf(input));
        fc.pre(agreed.lines.some(({ giftOf }) => giftOf === null));
        assert.ok(pauses(repriced(agreed, { ...input, combination: null }, remaining)) >= 1);
        assert.ok(pauses(keptPrices(agreed, input, remaining)) >= least);
      }),
      { numRuns: runs(50) },
    );
  });

  test('is nothing while all of it stays, however it is priced again', () => {
    fc.assert(
      fc.property(coinedArb, (input) => {
        const prices = atOnce(pricesOf(input));
        const agreed = agreedOn(prices, input);
        const onTop = !input.policy.prices_include_tax;
        const remaining = new Map(agreed.lines.map(({ identifier, quantity }) => [identifier, quantity]));
        for (const target of [targetOf.reprice(agreed, input, remaining), targetOf.keep(agreed, input, remaining)]) {
          assert.equal(settled(agreedStanding(agreed), target.standing, agreed, onTop).amount, 0);
          assert.deepEqual(target.standing.earns, agreed.earns, 'and all of it is earned');
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
