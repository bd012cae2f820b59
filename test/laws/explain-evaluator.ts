/** Does every derivation again, with arithmetic of its own: whole numbers of any size, nothing of the program's. */
import type { Derivation } from '../../src/pricing/explain/derivation-types.ts';

type Formula = Derivation['formula'];

const rounded = (numerator: bigint, denominator: bigint, rounding: string): bigint => {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator * sign;
  const whole = size / denominator;
  const twice = 2n * (size % denominator);
  const isHalf = twice === denominator;
  const up = isHalf ? rounding === 'half_up' || (rounding === 'half_even' && whole % 2n === 1n) : twice > denominator;
  return sign * (up ? whole + 1n : whole);
};

/** Everybody his whole part, and one more to those with the largest remainders. */
const shared = (amount: bigint, weights: readonly number[]): readonly bigint[] => {
  const own = weights.every((weight) => weight === 0) ? weights.map(() => 1n) : weights.map(BigInt);
  const all = own.reduce((sum, weight) => sum + weight, 0n);
  const parts = own.map((weight, at) => ({ at, whole: (amount * weight) / all, left: (amount * weight) % all }));
  const spare = amount - parts.reduce((sum, { whole }) => sum + whole, 0n);
  const lucky = new Set(
    parts
      .toSorted((a, b) => (a.left === b.left ? a.at - b.at : a.left > b.left ? -1 : 1))
      .slice(0, Number(spare))
      .map(({ at }) => at),
  );
  return parts.map(({ at, whole }) => (lucky.has(at) ? whole + 1n : whole));
};

const floored = (a: bigint, b: bigint): bigint => (a < 0n && a % b !== 0n ? a / b - 1n : a / b);

const oneOf = (of: bigint, units: bigint, rounding: string | undefined): bigint =>
  rounding === undefined ? floored(of, units) : rounded(of, units, rounding);

const rateOf = ({ op, rate, rounding }: Extract<Formula, { readonly rounding: string }>, of: bigint): bigint =>
  rounded(of * BigInt(rate), 1_000_000n + (op === 'within' ? BigInt(rate) : 0n), rounding);

const inOrder = (of: readonly bigint[]): readonly bigint[] => of.toSorted((a, b) => Number(a - b));

const total = (of: readonly bigint[]): bigint => of.reduce((sum, one) => sum + one, 0n);

/** Of numbers alone. */
const combined = (op: string, of: readonly bigint[]): bigint | undefined => {
  const [first = 0n, ...rest] = of;
  if (op === 'sum') return total(of);
  if (op === 'less') return first - total(rest);
  if (op === 'minus') return -first;
  if (op === 'pro_rata') return floored(first * (rest[0] ?? 0n), rest[1] ?? 1n);
  if (op === 'least') return inOrder(of)[0];
  return op === 'most' ? inOrder(of).at(-1) : undefined;
};

const inSteps = (of: bigint, step: bigint, mode: string): bigint => {
  const lower = floored(of, step);
  const higher = -floored(-of, step);
  if (mode !== 'nearest') return step * (mode === 'up' ? higher : lower);
  return step * (of - lower * step < higher * step - of ? lower : higher);
};

const powerOf = (exponent: number): bigint => 10n ** BigInt(exponent);
/** Divided by the rate, in minor units of both. */
const convertedBy = ({ exchange, from, to }: Extract<Formula, { readonly op: 'converted' }>, of: bigint): bigint =>
  rounded(of * powerOf(to.exponent + exchange.decimals), BigInt(exchange.digits) * powerOf(from.exponent), 'half_up');

const computed = (formula: Formula, of: readonly bigint[], value: bigint): bigint => {
  const [first = 0n] = of;
  if (formula.op === 'given') return value;
  if (formula.op === 'times') return first * BigInt(formula.units);
  if (formula.op === 'steps') return inSteps(first, BigInt(formula.step), formula.mode);
  if (formula.op === 'each') return oneOf(first, BigInt(formula.units), formula.rounding);
  if (formula.op === 'units') return floored(first * BigInt(formula.units), BigInt(formula.of));
  if (formula.op === 'converted') return convertedBy(formula, first);
  if (formula.op === 'share') return shared(first, formula.weights)[formula.at] ?? 0n;
  if (formula.op === 'part') return total(formula.lots.map(({ units, each }) => BigInt(units) * BigInt(each)));
  if (formula.op === 'rate' || formula.op === 'within') return rateOf(formula, first);
  const found = combined(formula.op, of);
  if (found === undefined) throw new Error(`${formula.op} is no formula`);
  return found;
};

/** The value of each by its place, or what is wrong with the list. */
export const evaluated = (derivations: readonly Derivation[]): readonly bigint[] => {
  const values: bigint[] = [];
  for (const { id, of, formula, value } of derivations) {
    if (id !== values.length || of.some((one) => one >= id)) throw new Error(`derivation ${id} is out of place`);
    values.push(
      computed(
        formula,
        of.map((one) => values[one] ?? 0n),
        BigInt(value),
      ),
    );
  }
  return values;
};
