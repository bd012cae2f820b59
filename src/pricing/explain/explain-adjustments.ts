/** Derivations of what offers and other systems took off: the steps that were recorded when they acted. */
import type { Adjustment, Step } from '../adjustment-types.ts';
import { unreachable } from '../../shared/unreachable.ts';
import type { Book } from './derivation-book.ts';
import type { About, Derivation } from './derivation-types.ts';

const stepResult = (step: Step, source: About, { given, rate, times, less, write }: Book): Derivation => {
  const lineOf = 'line' in step && step.line !== null ? { line: step.line } : {};
  const about: About = { ...source, ...lineOf };
  switch (step.formula) {
    case 'rate': {
      const base = given('step_base', step.base, about);
      const one = rate('step', base, step);
      return step.units === 1 ? one : times('step', one, step.units);
    }
    case 'each':
      return times('step', given('step_each', step.amount, about), step.units);
    case 'flat':
      return given('step', step.amount, about);
    case 'down_to': {
      const off = less('step', [given('step_base', step.base, about), given('step_each', step.price, about)], about);
      return step.result === off.value ? off : write('step', { op: 'most' }, [off, given('none', 0)], about);
    }
    case 'asked':
      return given('step', step.result, about);
    default:
      return unreachable(step);
  }
};

/** As far as there was room for it. */
const stepTaken = (step: Step, source: About, book: Book): Derivation => {
  const result = stepResult(step, source, book);
  if (result.value === step.taken) return result;
  return book.write('step', { op: 'least' }, [result, book.given('step_room', step.taken, source)], result.about);
};

export const explainAdjustment = ({ source, steps, cap, amount }: Adjustment, book: Book): Derivation => {
  const about: About = { source };
  const what = source.kind === 'offer' ? 'offer' : 'adjustment';
  const taken = steps.map((step) => stepTaken(step, about, book));
  const [only] = taken;
  const isCapped = cap !== null && taken.reduce((sum, { value }) => sum + value, 0) > amount;
  if (!isCapped) return book.sum(what, taken, about);
  const all = only !== undefined && taken.length === 1 ? only : book.sum('steps', taken, about);
  return book.write(what, { op: 'least' }, [all, book.given('cap', cap, about)], about);
};
