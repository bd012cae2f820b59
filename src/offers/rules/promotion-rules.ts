/** What is wrong with the rules of a promotion, before it is compiled. Pure. */
import { DefinitionProblem } from '../../pricing/compile/read-definition.ts';
import { parseBuyCondition } from '../../pricing/compile/buy-condition.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, record, scheduleOf, textOf } from '../offer.ts';
import { ownEntry } from '../../shared/own-entry.ts';

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Numbers below zero in an object, by name. */
export const negativeProblems = (path: string, given: Definition): readonly FieldProblem[] =>
  Object.entries(given)
    .filter(([, value]) => typeof value === 'number' && value < 0)
    .map(([name]) => ({ field: `${path}.${name}`, message: 'It cannot be below zero.' }));

const percentageProblems = (path: string, value: unknown): readonly FieldProblem[] =>
  typeof value === 'number' && value > 100 ? [{ field: path, message: 'A percentage is at most 100.' }] : [];

const conditionProblems = (path: string, expression: string, slugs: ReadonlySet<string>): readonly FieldProblem[] => {
  try {
    parseBuyCondition(expression, slugs);
    return [];
  } catch (error) {
    if (!(error instanceof DefinitionProblem)) throw error;
    return [{ field: `${path}.buy_condition`, message: error.message }];
  }
};

const compared = ['cart_quantity', 'cart_total', 'cart_unique_item_quantity', 'cart_unique_item_amount'];
const ruleProblems = (slug: string, rule: Definition): readonly FieldProblem[] =>
  [
    { path: `buy_rules.${slug}`, asked: rule },
    { path: `buy_rules.${slug}.item_criteria`, asked: record(rule.item_criteria) },
    { path: `buy_rules.${slug}.cart_conditions`, asked: record(rule.cart_conditions) },
  ].flatMap(({ path, asked }) =>
    compared.flatMap((name) => negativeProblems(`${path}.${name}`, record(ownEntry(asked, name)))),
  );

const discountProblems = (given: unknown, index: number, slugs: ReadonlySet<string>): readonly FieldProblem[] => {
  const path = `discount_rules[${index}]`;
  const rule = record(given);
  const offer = record(rule.offer);
  const unknown = list(record(rule.item_criteria).buy_rules)
    .filter((slug) => !slugs.has(String(slug)))
    .map((slug) => ({ field: `${path}.item_criteria.buy_rules`, message: `There is no buy rule ${String(slug)}.` }));
  return [
    ...conditionProblems(path, textOf(rule.buy_condition), slugs),
    ...negativeProblems(`${path}.offer`, offer),
    ...percentageProblems(`${path}.offer.discount_percentage`, offer.discount_percentage),
    ...list(offer.slices).flatMap((slice, at) => [
      ...negativeProblems(`${path}.offer.slices[${at}]`, record(slice)),
      ...percentageProblems(`${path}.offer.slices[${at}].discount_percentage`, record(slice).discount_percentage),
    ]),
    ...unknown,
  ];
};

const ownGroups: ReadonlyMap<string, string> = new Map([
  ['contract_price', 'contract'],
  ['ladder_price', 'ladder_price'],
]);

/** Contract and ladder prices have a group of their own, and nothing else is in it. */
const groupProblems = ({ promotion_type: type, promo_group: group }: Definition): readonly FieldProblem[] => {
  const wanted = ownGroups.get(textOf(type));
  if (wanted === undefined ? ![...ownGroups.values()].includes(textOf(group)) : group === wanted) return [];
  const message = `A promotion of type ${textOf(type)} ${wanted === undefined ? 'cannot be' : `belongs`} in the group ${wanted ?? textOf(group)}.`;
  return [{ field: 'promo_group', message }];
};

/** Only such a promotion is asked for unit prices; a rule of that kind elsewhere would give nothing. */
const unitPriceProblems = (definition: Definition): readonly FieldProblem[] =>
  list(definition.discount_rules).flatMap((rule, index) => {
    const type = textOf(record(rule).discount_type);
    const own = textOf(definition.promotion_type);
    if (!ownGroups.has(type) || ownGroups.has(own)) return [];
    const message = `A promotion of type ${own} cannot have a rule of type ${type}; make it a promotion of that type.`;
    return [{ field: `discount_rules[${index}].discount_type`, message }];
  });

/** The highest group shows a countdown, so it must end. */
const timerProblems = (definition: Definition): readonly FieldProblem[] =>
  definition.promo_group === 'limited_timer' && textOf(scheduleOf(definition).end) === ''
    ? [{ field: '_schedule.end', message: 'A promotion of the group limited_timer needs an end.' }]
    : [];

/** What a reader of the SDK expects to be there. */
export const completePromotion = (definition: Definition): Definition => ({ display_meta: {}, ...definition });

export const promotionProblems = (definition: Definition): readonly FieldProblem[] => {
  const rules = Object.entries(record(definition.buy_rules));
  const slugs = new Set(rules.map(([slug]) => slug));
  return [
    ...(rules.length === 0 ? [{ field: 'buy_rules', message: 'Name at least one rule, such as rule#1.' }] : []),
    ...rules.flatMap(([slug, rule]) => ruleProblems(slug, record(rule))),
    ...list(definition.discount_rules).flatMap((rule, index) => discountProblems(rule, index, slugs)),
    ...groupProblems(definition),
    ...unitPriceProblems(definition),
    ...timerProblems(definition),
  ];
};
