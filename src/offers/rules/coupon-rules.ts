/** What a coupon means where it says it by its type_slug only, and what is wrong with one. Pure. */
import type { FieldProblem } from '../../shared/errors.ts';
import { type Definition, hasManyCodes, isBulk, isReferral, record, textOf } from '../offer.ts';
import { negativeProblems } from './promotion-rules.ts';

const slugs = /^(absolute|percentage|bogo|bundle)_(amount|quantity)_(absolute|percentage|quantity|flat_price)$/;

/** With the members of rule_definition that are missing, read from `percentage_quantity_percentage`, and its own part of state. */
export const completeCoupon = (definition: Definition): Definition => {
  const [, type, applicableOn, valueType] = slugs.exec(textOf(definition.type_slug)) ?? [];
  const rule = record(definition.rule_definition);
  const filled = (given: unknown, fallback: string | undefined) => (textOf(given) === '' ? fallback : given);
  const parts = {
    type: filled(rule.type, type),
    applicable_on: filled(rule.applicable_on, applicableOn),
    value_type: filled(rule.value_type, valueType),
  };
  const known = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  const { is_archived: _archived, is_active: _active, ...state } = record(definition.state);
  return {
    ...definition,
    rule_definition: { ...rule, ...known },
    state: { is_public: false, is_display: false, ...state },
  };
};

const slugProblems = ({ type_slug, rule_definition }: Definition): readonly FieldProblem[] => {
  const slug = textOf(type_slug);
  const rule = record(rule_definition);
  if (!slugs.test(slug)) {
    const message = 'Write <type>_<applicable_on>_<value_type>, such as percentage_quantity_percentage.';
    return [{ field: 'type_slug', message }];
  }
  const said = [rule.type, rule.applicable_on, rule.value_type].join('_');
  return said === slug ? [] : [{ field: 'rule_definition', message: `It says ${said}, and type_slug says ${slug}.` }];
};

const isPercentage = ({ type, value_type }: Definition): boolean =>
  value_type === 'percentage' || type === 'percentage';

const ruleProblems = (definition: Definition): readonly FieldProblem[] => {
  const rules = Array.isArray(definition.rule) ? definition.rule.map(record) : [];
  if (rules.length === 0) return [{ field: 'rule', message: 'Say at least one rule: {key, value, min, max}.' }];
  const about = record(definition.rule_definition);
  return rules.flatMap((rule, at) => {
    const over = isPercentage(about) && typeof rule.value === 'number' && rule.value > 100;
    const nothing = !(typeof rule.value === 'number' && rule.value > 0) && about.value_type !== 'quantity';
    return [
      ...negativeProblems(`rule[${at}]`, rule),
      ...(over ? [{ field: `rule[${at}].value`, message: 'A percentage is at most 100.' }] : []),
      ...(nothing ? [{ field: `rule[${at}].value`, message: 'Say how much it gives.' }] : []),
    ];
  });
};

const bulkProblems = (definition: Definition): readonly FieldProblem[] => {
  if (!hasManyCodes(definition)) return [];
  const { coupon_counts: counts, coupon_prefix: prefix } = definition;
  return [
    ...(!isBulk(definition) || (typeof counts === 'number' && counts >= 1)
      ? []
      : [{ field: 'coupon_counts', message: 'Say how many codes to make.' }]),
    ...(/^\S{0,20}$/.test(textOf(prefix))
      ? []
      : [{ field: 'coupon_prefix', message: 'At most 20 characters, no spaces.' }]),
  ];
};

const referralProblems = (definition: Definition): readonly FieldProblem[] => {
  const reward = record(record(definition.referral).reward);
  if (isReferral(definition) !== (reward.kind !== undefined)) {
    const message =
      'A coupon of coupon_type referral, and no other, says in referral.reward what it brings its customer.';
    return [{ field: 'referral', message }];
  }
  return reward.kind === 'points' && !Number.isInteger(reward.amount)
    ? [{ field: 'referral.reward.amount', message: 'Points are whole.' }]
    : [];
};

export const couponProblems = (definition: Definition): readonly FieldProblem[] => [
  ...slugProblems(definition),
  ...ruleProblems(definition),
  ...bulkProblems(definition),
  ...referralProblems(definition),
];
