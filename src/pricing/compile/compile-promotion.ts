/** A stored promotion, compiled. Also coupons that are kept in the promotion's shape (`mode: "coupon"`). */
import { parseBuyCondition, positiveSlugs } from './buy-condition.ts';
import {
  type BenefitSource,
  compileBenefit,
  compileLimits,
  compileTierBounds,
  rankTiers,
  type TierBounds,
} from './compile-benefit.ts';
import { compileBuyRule, compileCriteria, narrowed } from './compile-criteria.ts';
import { compilePeriods, compileRestrictions } from './compile-restrictions.ts';
import type { Benefit, BuyRule, CompiledOffer, Criteria, Definition, DiscountRule, OfferGroup } from './offer-types.ts';
import {
  type CompileContext,
  DefinitionProblem,
  exponentOf,
  list,
  number,
  record,
  rivalsIn,
  text,
  time,
  wordList,
} from './read-definition.ts';

const groups: readonly OfferGroup[] = ['contract', 'ladder_price', 'limited_timer', 'product', 'cart'];
const groupOf = (definition: Definition): OfferGroup => {
  if (definition.mode === 'coupon') return 'coupon';
  if (definition.promotion_type === 'contract_price') return 'contract';
  if (definition.promotion_type === 'ladder_price') return 'ladder_price';
  const named = groups.find((group) => group === (definition.promo_group ?? definition.promotion_group));
  return named ?? 'product';
};

/** A contract or a ladder is one whatever its rules call themselves: what they give then says how the price is made. */
const kindOf = (group: OfferGroup, rule: Definition, { promotion_type: own }: Definition): string => {
  const setsUnitPrice = group === 'contract' || group === 'ladder_price';
  return (setsUnitPrice ? text(own) : text(rule.discount_type)) ?? text(own) ?? '';
};

type OfferHead = { readonly id: string; readonly group: OfferGroup; readonly exponent: number };

/** The buy rules whose items it means. One that is not there is refused, also where the benefit is not about goods. */
const namedRules = (given: Definition, rules: ReadonlyMap<string, BuyRule>): readonly BuyRule[] =>
  wordList(given.buy_rules).map((slug) => {
    const rule = rules.get(slug);
    if (rule === undefined) throw new DefinitionProblem(`There is no buy rule ${slug}.`);
    return rule;
  });

/** "The items that matched rule#1", what the rule asks itself, or both. */
const discountCriteria = (
  given: Definition,
  index: number,
  named: readonly BuyRule[],
  { id, exponent }: OfferHead,
): readonly Criteria[] => {
  const own = compileCriteria(given, `${id}/discount#${index}`, exponent);
  if (named.length === 0) return [own];
  return named.map(({ slug, criteria }) => narrowed(criteria, own, `${own.id}/${slug}`));
};

const compileDiscount = (
  value: unknown,
  index: number,
  {
    definition,
    rules,
    head,
  }: { readonly definition: Definition; readonly rules: readonly BuyRule[]; readonly head: OfferHead },
): { readonly rule: Omit<DiscountRule, 'tier'>; readonly bounds: TierBounds | null } => {
  const given = record(value);
  const expression = text(given.buy_condition)?.trim() || rules.map(({ slug }) => slug).join(' and ');
  const condition = parseBuyCondition(expression, new Set(rules.map(({ slug }) => slug)));
  const slugs = new Set(positiveSlugs(condition));
  const source: BenefitSource = {
    type: kindOf(head.group, given, definition),
    offer: record(given.offer),
    itemCriteria: record(given.item_criteria),
    definition,
    group: head.group,
    condition,
    mentioned: rules.filter(({ slug }) => slugs.has(slug)),
    exponent: head.exponent,
  };
  const benefit = compileBenefit(source);
  const named = namedRules(source.itemCriteria, new Map(rules.map((each) => [each.slug, each])));
  const aboutGoods = benefit.kind !== 'shipping' && benefit.kind !== 'gift';
  const rule = {
    index,
    condition,
    criteria: aboutGoods ? discountCriteria(source.itemCriteria, index, named, head) : [],
    benefit,
    limits: compileLimits(source),
  };
  return { rule, bounds: compileTierBounds(source) };
};

/** What makes a price, is decided elsewhere or is no money cannot be given in part nor held back. */
const isPriced = ({ kind }: Benefit): boolean => kind === 'unit_price' || kind === 'external' || kind === 'points';

export const compilePromotion = (definition: Definition, context: CompileContext): CompiledOffer => {
  const id = text(definition['_id']) ?? text(definition.id);
  if (id === null) throw new DefinitionProblem('The offer has no id.');
  const currency = text(definition.currency) ?? context.currency;
  const head: OfferHead = { id, group: groupOf(definition), exponent: exponentOf(currency, context) };
  const rules = Object.entries(record(definition.buy_rules)).map(([slug, rule]) =>
    compileBuyRule(slug, record(rule), id, head.exponent),
  );
  const compiled = list(definition.discount_rules).map((rule, index) =>
    compileDiscount(rule, index, { definition, rules, head }),
  );
  const tiers = rankTiers(compiled.map(({ bounds }) => bounds));
  const discounts = compiled.map(({ rule }, at) => ({ ...rule, tier: tiers[at] ?? null }));
  if (discounts.length === 0) throw new DefinitionProblem('The offer has no discount rule.');
  const restrictions = compileRestrictions(definition, context, currency);
  if (restrictions.budget !== undefined && discounts.some(({ benefit }) => isPriced(benefit))) {
    throw new DefinitionProblem(
      'A contract price, a ladder price, a discount of another system or a factor of points has no budget.',
    );
  }
  const markedRule = Object.values(record(definition.buy_rules)).some((rule) => record(rule).mrp_promo === true);
  return {
    id,
    mode: head.group === 'coupon' ? 'coupon' : 'promotion',
    code: text(definition.code),
    type: text(definition.promotion_type) ?? '',
    group: head.group,
    priority: number(definition.apply_priority) ?? 0,
    createdAt: time(record(definition.date_meta).created_on, context) ?? 0,
    currency,
    stackable: definition.stackable !== false,
    exclusive:
      definition.apply_exclusive === 'cart' || definition.apply_exclusive === 'article'
        ? definition.apply_exclusive
        : null,
    ...rivalsIn(definition),
    applyAll: definition.apply_all_discount === true,
    onMarked: definition.calculate_on === 'mrp' || markedRule,
    boundToLine: definition.promotion_type === 'steal_deal',
    periods: compilePeriods(definition, context),
    restrictions,
    rules,
    discounts,
    definition,
  };
};
