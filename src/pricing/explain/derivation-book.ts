/** Where derivations are written down: each is computed from the ones it names, and written once. */
import { allocate } from '../../shared/allocate.ts';
import {
  divided,
  million,
  type Minor,
  portion,
  portionDown,
  type Ppm,
  type Rounding,
  sum,
} from '../../shared/money.ts';
import { inverse, ratioOf, timesHalfUp } from '../../shared/rates.ts';
import { inSteps } from '../money/cash-rounding.ts';
import { unreachable } from '../../shared/unreachable.ts';
import type { About, Derivation, Formula, What } from './derivation-types.ts';

const total = (values: readonly Minor[]): Minor => sum(values);

const rounded = (formula: Extract<Formula, { readonly op: 'steps' | 'rate' | 'within' }>, of: Minor): Minor =>
  formula.op === 'steps'
    ? inSteps(of, formula)
    : portion(of, formula.rate, divisorOf(formula.op, formula.rate), formula.rounding);

const shareOf = ({ at, weights }: Extract<Formula, { readonly op: 'share' }>, of: Minor): Minor =>
  allocate(
    of,
    weights.map((weight) => ({ weight })),
  )[at] ?? 0;

const combining = ['sum', 'less', 'minus', 'least', 'most', 'pro_rata'] as const;
type Combining = { readonly op: (typeof combining)[number] };
const isCombining = (formula: Formula): formula is Extract<Formula, Combining> =>
  combining.some((op) => op === formula.op);

/** Of numbers alone. */
const combined = ({ op }: Combining, values: readonly Minor[]): Minor => {
  const [first = 0, ...rest] = values;
  switch (op) {
    case 'sum':
      return total(values);
    case 'less':
      return first - total(rest);
    case 'minus':
      return 0 - first;
    case 'least':
      return Math.min(...values);
    case 'most':
      return Math.max(...values);
    case 'pro_rata':
      return portionDown(first, rest[0] ?? 0, rest[1] ?? 1);
    default:
      return unreachable(op);
  }
};

const computed = (formula: Exclude<Formula, { readonly op: 'given' }>, values: readonly Minor[]): Minor => {
  if (isCombining(formula)) return combined(formula, values);
  const [first = 0] = values;
  switch (formula.op) {
    case 'times':
      return first * formula.units;
    case 'each':
      return formula.rounding === undefined
        ? Math.floor(first / formula.units)
        : portion(first, 1, formula.units, formula.rounding);
    case 'units':
      return portionDown(first, formula.units, formula.of);
    case 'share':
      return shareOf(formula, first);
    case 'converted':
      return timesHalfUp(first, inverse(ratioOf(formula.exchange, formula.to, formula.from)));
    case 'part':
      return total(formula.lots.map(({ units, each }) => units * each));
    case 'steps':
    case 'rate':
    case 'within':
      return rounded(formula, first);
    default:
      return unreachable(formula);
  }
};
const divisorOf = (op: 'rate' | 'within', rate: Ppm): number => (op === 'rate' ? million : million + rate);

/** What rounding added or lost, in millionths of the minor unit; of tax within a price, to the nearest millionth. */
const residueOf = (base: Minor, rate: Ppm, divisor: number, rounding: Rounding): number => {
  const { whole, left } = divided(base, rate, divisor);
  const lost = Math.round((left * million) / divisor);
  return (portion(base, rate, divisor, rounding) - whole) * million - lost || 0;
};

export type Book = {
  readonly all: readonly Derivation[];
  /** A number that comes from outside of pricing. */
  readonly given: (what: What, value: Minor, about?: About) => Derivation;
  readonly write: (
    what: What,
    formula: Exclude<Formula, { readonly op: 'given' }>,
    of: readonly Derivation[],
    about?: About,
  ) => Derivation;
  readonly sum: (what: What, of: readonly Derivation[], about?: About) => Derivation;
  readonly less: (what: What, of: readonly Derivation[], about?: About) => Derivation;
  readonly times: (what: What, of: Derivation, units: number) => Derivation;
  readonly rate: (
    what: What,
    of: Derivation,
    how: { readonly rate: Ppm; readonly rounding: Rounding; readonly inside?: boolean },
    about?: About,
  ) => Derivation;
};

export const openBook = (): Book => {
  const all: Derivation[] = [];
  const enter = (entry: Omit<Derivation, 'id'>): Derivation => {
    const made = { id: all.length, ...entry };
    all.push(made);
    return made;
  };
  const write: Book['write'] = (what, formula, of, about = {}) =>
    enter({
      what,
      value: computed(
        formula,
        of.map(({ value }) => value),
      ),
      of: of.map(({ id }) => id),
      formula,
      about,
    });
  return {
    all,
    given: (what, value, about = {}) => enter({ what, value, of: [], formula: { op: 'given' }, about }),
    write,
    sum: (what, of, about) => write(what, { op: 'sum' }, of, about),
    less: (what, of, about) => write(what, { op: 'less' }, of, about),
    times: (what, of, units) => write(what, { op: 'times', units }, [of], of.about),
    rate: (what, of, { rate, rounding, inside = false }, about = of.about) => {
      const op = inside ? 'within' : 'rate';
      const residue = residueOf(of.value, rate, divisorOf(op, rate), rounding);
      return write(what, { op, rate, rounding, residue }, [of], about);
    },
  };
};
