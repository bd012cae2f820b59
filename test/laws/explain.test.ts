/** Explaining a cart: every number that is shown is what a small evaluator and a second engine make of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { openBook } from '../../src/pricing/explain/derivation-book.ts';
import { atOnce } from '../../src/pricing/work.ts';
import { explainCart, type ExplainedCart } from '../../src/pricing/explain/explain-cart.ts';
import { balanceSpent, inHome } from '../../src/pricing/explain/explain-home.ts';
import type { PartNumbers } from '../../src/pricing/explain/tax-parts.ts';
import { lineAmount } from '../../src/pricing/lots.ts';
import { toHome } from '../../src/pricing/money/in-currency.ts';
import type { TaxPart } from '../../src/pricing/money/tax-types.ts';
import { priceCart } from '../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import { currencyOf } from '../../src/shared/currency.ts';
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
    parts: line.tax.parts,
  }));

/** Each at its place: several may have one name. */
const partsTold = (parts: readonly PartNumbers[], valueOf: (id: number) => number): readonly TaxPart[] =>
  parts.map(({ of, ...part }) => ({ ...part, amount: valueOf(of.id) }));

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
    parts: partsTold(parts, valueOf),
  }));

type Taxed = { readonly tax: number; readonly parts: readonly TaxPart[] };
type Charged = Taxed & { readonly amount: number };

const chargeNumbers = ({ charges }: PricedCart) =>
  charges.map(({ amount, original, waived, tax, parts }) => ({
    amount,
    original,
    left: amount - waived,
    tax,
    taxable: amount - waived - tax,
    parts,
  }));

const explainedCharges = ({ charges }: ExplainedCart, valueOf: (id: number) => number) =>
  charges.map(({ amount, original, left, tax, taxable, parts }) => ({
    amount: valueOf(amount.id),
    original: valueOf(original.id),
    left: valueOf(left.id),
    tax: valueOf(tax.id),
    taxable: valueOf(taxable.id),
    parts: partsTold(parts, valueOf),
  }));

describe('an explanation of a cart', () => {
  test('comes to every number that is shown, and that a second engine finds', () => {
    fc.assert(
      fc.property(caseArb(everything), (given) => {
        const input = engineInput(given);
        const priced = priceCart(input);
        const explained = atOnce(explainCart(input, priced));
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
        const ofSecond = answered['lines'] as Readonly<Record<string, Taxed>>;
        for (const { key, tax, parts } of explainedLines(explained, valueOf)) {
          const other = ofSecond[key];
          if (other !== undefined) assert.deepEqual([tax, parts], [other.tax, other.parts], key);
        }
        assert.deepEqual(explainedCharges(explained, valueOf), chargeNumbers(priced));
        assert.deepEqual(
          explainedCharges(explained, valueOf).map(({ amount, tax, parts }) => [amount, tax, parts]),
          (answered['charges'] as readonly Charged[]).map(({ amount, tax, parts }) => [amount, tax, parts]),
        );
        assert.deepEqual(
          explained.tender.map(({ id }) => valueOf(id)),
          priced.tender.map(({ amount }) => amount),
        );
      }),
      { numRuns: runs(600) },
    );
  });

  test('turns back what is charged in another currency, and what balances lose by it, as a second engine does', () => {
    let seen = 0;
    fc.assert(
      fc.property(caseArb(everything), (given) => {
        const input = engineInput(given);
        fc.pre(input.currency.code !== input.home.code);
        const priced = priceCart(input);
        const book = openBook();
        const { breakup, tender } = atOnce(explainCart(input, priced, book));
        const abroad = { input, home: currencyOf(input.home.code) };
        const total = inHome('at_home', breakup.total, abroad, book);
        const found = priced.tender.flatMap((part, at) => {
          const paid = tender[at];
          const isMoney = part.kind === 'store_credit' || part.kind === 'gift_card';
          return isMoney && paid !== undefined ? [{ at, of: balanceSpent(part, paid, abroad, book) }] : [];
        });
        const values = evaluated(book.all);
        for (const { id, value, what } of book.all) assert.equal(Number(values[id]) || 0, value || 0, `${id} ${what}`);
        assert.equal(total.value, toHome(priced.breakup.total, input));
        const second = oracleAnswer(given)['tender'] as readonly { readonly spent: number }[];
        for (const { at, of } of found) {
          assert.deepEqual([of.value, of.value], [priced.tender[at]?.spent, second[at]?.spent]);
          seen += 1;
        }
      }),
      { numRuns: runs(200) },
    );
    assert.ok(seen > 0, 'balances paid abroad');
  });

  test('shares out all that was taken off goods', () => {
    fc.assert(
      fc.property(caseArb(everything), (given) => {
        const input = engineInput(given);
        const { derivations, adjustments } = atOnce(explainCart(input, priceCart(input)));
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
