/** Lists of an offer that are longer than anybody needs: each cart goes through all that is in them. Pure. */
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, record, textOf } from '../offer.ts';

const MOST_BUY_RULES = 200;
const MOST_RULES = 100;
const MOST_SLICES = 50;
const MOST_TIERS = 50;
const MOST_SIGNS = 100_000;

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
const tooMany = (field: string, count: number, most: number): readonly FieldProblem[] =>
  count > most ? [{ field, message: `Name at most ${most}.` }] : [];

const ofDiscount = (given: unknown, index: number): readonly FieldProblem[] => {
  const { item_criteria: about, offer } = record(given);
  const path = `discount_rules[${index}]`;
  return [
    ...tooMany(`${path}.item_criteria.buy_rules`, lengthOf(record(about).buy_rules), MOST_RULES),
    ...tooMany(`${path}.offer.slices`, lengthOf(record(offer).slices), MOST_SLICES),
  ];
};

export const lengthProblems = ({ buy_rules, discount_rules: rules, rule }: Definition): readonly FieldProblem[] => {
  const counted = [
    ...tooMany('buy_rules', Object.keys(record(buy_rules)).length, MOST_BUY_RULES),
    ...tooMany('discount_rules', lengthOf(rules), MOST_RULES),
    ...tooMany('rule', lengthOf(rule), MOST_TIERS),
  ];
  if (counted.length > 0 || !Array.isArray(rules)) return counted;
  const signs = rules.reduce((sum: number, given) => sum + textOf(record(given).buy_condition).length, 0);
  if (signs <= MOST_SIGNS) return rules.flatMap(ofDiscount);
  return [{ field: 'discount_rules', message: `Their conditions have more than ${MOST_SIGNS} signs together.` }];
};
