/** Amounts of one currency in another: one exact product, rounded half up once. */
import { type Case, exponents } from './case.ts';
import { decimal, type Ratio, ratio, rounded, times } from './rational.ts';

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
const exponentOf = (code: string): number => exponents[code] ?? 2;

/** Minor units of `to` for one minor unit of `from`. Rates are published from the application's currency only: nothing else is converted. */
export const rateBetween = ({ home, rates }: Case, from: string, to: string): Ratio | null => {
  if (from === to) return ratio(1n);
  const text = rates[to];
  if (from !== home || text === undefined) return null;
  return times(decimal(Number(text)), ratio(tenTo(exponentOf(to)), tenTo(exponentOf(from))));
};
export const inCurrency = (amount: bigint, rate: Ratio): bigint =>
  rounded(ratio(amount * rate.top, rate.bottom), 'half_up');

/** An amount as it is written in a definition, in minor units of its currency. */
export const minorUnits = (value: number, code: string): bigint =>
  rounded(times(decimal(value), ratio(tenTo(exponentOf(code)))), 'half_up');

/** From the application's currency. */
export const fromHome = (given: Case): ((amount: number) => bigint) => {
  const rate: Ratio = rateBetween(given, given.home, given.currency) ?? ratio(0n);
  return (amount) => inCurrency(BigInt(amount), rate);
};
