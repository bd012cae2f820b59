/** What is wrong with the restrictions of a promotion or coupon. Pure. */
import { readTime } from '../../shared/clock.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, record } from '../offer.ts';
import { budgetProblems } from './budget-rules.ts';

const problem = (field: string, message: string): FieldProblem => ({ field, message });
const COUNT = 'Write a whole number; 0 or -1 for no limit.';
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Whole, at least zero; -1 is how coupons write "no limit". */
const isCount = (value: unknown): boolean => !isNumber(value) || (value >= -1 && Number.isSafeInteger(value));
const usesProblems = (uses: Definition): readonly FieldProblem[] => {
  const maximum = record(uses.maximum);
  const odd = Object.entries(maximum)
    .filter(([, value]) => !isCount(value))
    .map(([name]) => problem(`restrictions.uses.maximum.${name}`, COUNT));
  const { user, total } = maximum;
  const more = isNumber(user) && isNumber(total) && total > 0 && user > total;
  return more
    ? [...odd, problem('restrictions.uses.maximum.user', 'It is more than the uses of all shoppers together.')]
    : odd;
};

const timesProblems = (name: string, { start, end }: Definition): readonly FieldProblem[] => {
  const times = [start, end].map((value) => (typeof value === 'string' && value !== '' ? readTime(value) : null));
  const [from, to] = times;
  const unread = (['start', 'end'] as const)
    .filter((_, at) => Number.isNaN(times[at]))
    .map((part) => problem(`${name}.${part}`, 'Write a time such as 2026-11-15T18:00:00Z.'));
  const turned = isNumber(from) && isNumber(to) && to <= from;
  return turned ? [problem(`${name}.end`, 'The end must be after the start.')] : unread;
};

const rangeProblems = (field: string, least: unknown, most: unknown): readonly FieldProblem[] =>
  isNumber(least) && isNumber(most) && most >= 0 && least > most
    ? [problem(field, 'Nothing lies in this range: its begin is after its end.')]
    : [];

const quantityProblems = (given: unknown): readonly FieldProblem[] => {
  const field = 'restrictions.order_quantity';
  if (isNumber(given)) {
    const message = 'Write {minimum, maximum} for units in the cart, or uses.maximum.total for the number of orders.';
    return given === 0 ? [] : [problem(field, message)];
  }
  const { minimum, maximum } = record(given);
  return rangeProblems(field, minimum, maximum);
};

const flatNames = ['codes', 'iins', 'types', 'networks'];
const paymentProblems = (payments: Definition): readonly FieldProblem[] =>
  Object.entries(payments).flatMap(([mode, rule]) => {
    const field = `restrictions.payments.${mode}`;
    if (flatNames.includes(mode)) {
      const filled = Array.isArray(rule) && rule.length > 0;
      return filled ? [problem(field, 'Say for which payment mode: {"CARD": {"networks": ["VISA"]}}.')] : [];
    }
    if (mode === 'uses' || mode === 'type') return [];
    if (typeof rule !== 'object' || rule === null) return [problem(field, 'Write what this payment mode must have.')];
    const { max, maximum } = record(record(rule).uses);
    return [
      ...(isCount(max) ? [] : [problem(`${field}.uses.max`, COUNT)]),
      ...(isCount(record(maximum).total) ? [] : [problem(`${field}.uses.maximum.total`, COUNT)]),
    ];
  });

export const restrictionProblems = (definition: Definition): readonly FieldProblem[] => {
  const restrictions = record(definition.restrictions);
  const range = record(restrictions.price_range);
  return [
    ...usesProblems(record(restrictions.uses)),
    ...timesProblems('restrictions.user_registered', record(restrictions.user_registered)),
    ...quantityProblems(restrictions.order_quantity),
    ...rangeProblems('restrictions.price_range', range.min, range.max),
    ...paymentProblems(record(restrictions.payments)),
    ...budgetProblems(restrictions),
  ];
};
