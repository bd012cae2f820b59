/** An explanation as it comes over the wire: each number is what is shown at its path, and what its sums come to. */
import assert from 'node:assert/strict';
import type { CartExplained, ExplainedSum } from '../../src/contract/cart/cart-explain-contract.ts';
import type { Derivation } from '../../src/pricing/explain/derivation-types.ts';
import { onceFor } from '../../src/shared/once-per.ts';
import { evaluated } from './explain-evaluator.ts';

/** To make a format takes longer than to use it a thousand times. */
const exponentOf = onceFor(
  (currency: string): number =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);

const minorIn = (currency: string): ((value: number) => number) => {
  const unit = 10 ** exponentOf(currency);
  return (value) => Math.round(value * unit);
};

const currencyNamed = (code: string) => ({ code, exponent: exponentOf(code) });

/** `0.01191` as digits and their scale. */
const exchangeOf = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: Number(`${whole}${fraction}`), decimals: fraction.length };
};

/** What the wire says, as the evaluator takes it. */
const derivationOf = (
  { id, what, value, of, operation, currency_code: code, ...sum }: ExplainedSum,
  sums: readonly ExplainedSum[],
  minor = minorIn(code),
): Derivation => ({
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
    exchange: sum.exchange_rate === undefined ? undefined : exchangeOf(sum.exchange_rate),
    from: currencyNamed(sums[of[0] ?? id]?.currency_code ?? code),
    to: currencyNamed(code),
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
  const values = evaluated(sums.map((one) => derivationOf(one, sums)));
  for (const { path, value, sum } of numbers) {
    assert.equal(valueAt(shown, path), value, path);
    assert.equal(Number(values[sum]), minorIn(sums[sum]?.currency_code ?? '')(value), path);
  }
};
