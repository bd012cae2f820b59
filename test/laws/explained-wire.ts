/** An explanation as it comes over the wire: each number is what is shown at its path, and what its sums come to. */
import assert from 'node:assert/strict';
import type { CartExplained, ExplainedSum } from '../../src/contract/cart/cart-explain-contract.ts';
import type { Derivation } from '../../src/pricing/explain/derivation-types.ts';
import { evaluated } from './explain-evaluator.ts';

const minor = (value: number): number => Math.round(value * 100);

/** What the wire says, as the evaluator takes it. */
const derivationOf = ({ id, what, value, of, operation, ...sum }: ExplainedSum): Derivation => ({
  id,
  what: what as Derivation['what'],
  value: minor(value),
  of,
  about: {},
  formula: {
    op: operation,
    units: sum.units,
    of: sum.of_units,
    rate: sum.rate === undefined ? undefined : Math.round(sum.rate * 10_000),
    rounding: sum.rounding,
    step: sum.step === undefined ? undefined : minor(sum.step),
    mode: sum.rounding,
    at: sum.at,
    weights: sum.weights?.map(minor),
    lots: sum.lots?.map(({ units, each }) => ({ units, each: minor(each) })),
  } as unknown as Derivation['formula'],
});

export const valueAt = (whole: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], whole);

export const computedAgain = ({ numbers, sums }: Pick<CartExplained, 'numbers' | 'sums'>, shown: unknown): void => {
  const values = evaluated(sums.map(derivationOf));
  for (const { path, value, sum } of numbers) {
    assert.equal(valueAt(shown, path), value, path);
    assert.equal(Number(values[sum]), minor(value), path);
  }
};
