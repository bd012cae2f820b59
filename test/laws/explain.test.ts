/** Explaining a cart: every number that is shown is what a small evaluator and a second engine make of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { explainCart, type ExplainedCart } from '../../src/pricing/explain/explain-cart.ts';
import { lineAmount } from '../../src/pricing/lots.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import { caseArb, everything } from '../oracle/arb-case.ts';
import { engineInput } from '../oracle/engine.ts';
import { oracleAnswer } from '../oracle/oracle.ts';
import { evaluated } from './explain-evaluator.ts';
import { runs } from './runs.ts';

const lineNumbers = ({ lines }: PricedCart) =>
  lines.map((line) => ({
    key: line.key,
    marked: line.marked,
    selling: line.selling,
    effective: line.effective,
    start: line.start,
    amount: lineAmount(line),
    tax: line.tax.tax,
    taxable: line.tax.taxable,
    parts: Object.fromEntries(line.tax.parts.map(({ name, amount }) => [name, amount])),
  }));

const explainedLines = ({ lines }: ExplainedCart, valueOf: (id: number) => number) =>
  lines.map(({ key, marked, selling, effective, start, amount, tax, taxable, parts }) => ({
    key,
    marked: valueOf(marked.id),
    selling: valueOf(selling.id),
    effective: valueOf(effective.id),
    start: valueOf(start.id),
    amount: valueOf(amount.id),
    tax: valueOf(tax.id),
    taxable: valueOf(taxable.id),
    parts: Object.fromEntries([...parts].map(([name, { id }]) => [name, valueOf(id)])),
  }));

type Charged = { readonly amount: number; readonly tax: number };

const chargeNumbers = ({ charges }: PricedCart) =>
  charges.map(({ amount, original, waived, tax, parts }) => ({
    amount,
    original,
    left: amount - waived,
    tax,
    taxable: amount - waived - tax,
    parts: Object.fromEntries(parts.map((part) => [part.name, part.amount])),
  }));

const explainedCharges = ({ charges }: ExplainedCart, valueOf: (id: number) => number) =>
  charges.map(({ amount, original, left, tax, taxable, parts }) => ({
    amount: valueOf(amount.id),
    original: valueOf(original.id),
    left: valueOf(left.id),
    tax: valueOf(tax.id),
    taxable: valueOf(taxable.id),
    parts: Object.fromEntries([...parts].map(([name, { id }]) => [name, valueOf(id)])),
  }));

describe('an explanation of a cart', () => {
  test('comes to every number that is shown, and that a second engine finds', () => {
    fc.assert(
      fc.property(caseArb(everything), (given) => {
        const input = engineInput(given);
        const priced = priceCart(input);
        const explained = explainCart(input, priced);
        const values = evaluated(explained.derivations);
        const valueOf = (id: number): number => Number(values[id]) || 0;
        for (const { id, value, what } of explained.derivations) assert.equal(valueOf(id), value || 0, `${id} ${what}`);
        const { cashback_applied: cashback, ...breakup } = priced.breakup;
        const shown = { ...breakup, cashback_applied: cashback ?? 0 };
        const found = Object.fromEntries(
          Object.entries(explained.breakup).map(([name, { id }]) => [name, valueOf(id)]),
        );
        assert.deepEqual(found, shown);
        const answered = oracleAnswer(given);
        const second = answered['breakup'] as typeof shown;
        assert.deepEqual(found, { ...second, cashback_applied: second.cashback_applied ?? 0 });
        assert.deepEqual(explainedLines(explained, valueOf), lineNumbers(priced));
        assert.deepEqual(
          explained.lines.map(({ parts }) => [...parts.keys()]),
          priced.lines.map(({ tax }) => tax.parts.map(({ name }) => name)),
          'taxes stand as the cart lists them',
        );
        assert.deepEqual(explainedCharges(explained, valueOf), chargeNumbers(priced));
        assert.deepEqual(
          explained.charges.map(({ amount, tax }) => [valueOf(amount.id), valueOf(tax.id)]),
          (answered['charges'] as readonly Charged[]).map(({ amount, tax }) => [amount, tax]),
        );
        assert.deepEqual(
          explained.tender.map(({ id }) => valueOf(id)),
          priced.tender.map(({ amount }) => amount),
        );
      }),
      { numRuns: runs(600) },
    );
  });

  test('shares out all that was taken off goods', () => {
    fc.assert(
      fc.property(caseArb(everything), (given) => {
        const input = engineInput(given);
        const { derivations, adjustments } = explainCart(input, priceCart(input));
        for (const [id, { id: whole, value }] of adjustments) {
          const parts = derivations.filter(({ what, of }) => what === 'line_off' && of[0] === whole);
          if (parts.length === 0) continue;
          assert.equal(
            parts.reduce((sum, part) => sum + part.value, 0),
            value,
            id,
          );
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
