/** The input of pricing with what rules of the merchant's own say about it. Who has no rules is given back what he gave, at once. */
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { CustomAnswer } from '../../pricing/custom-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { discountAnswer, type ShippingAnswer, shippingAnswer, type TaxAnswer, taxAnswer } from './answer-rules.ts';
import { turnFor } from '../../shared/slices.ts';
import type { AskRule, RuleAnswer, RuleQuestion } from './rule-asker.ts';
import type { CustomPurpose, CustomRule } from './custom-rule.ts';
import { type CartTold, cartTold, type Destination } from './question-rules.ts';
import { parcelsTold, storesOf, withShippingCharges, withTaxes } from './ruled-charges.ts';

/** The rules that are asked, and the offers that ask them. */
export type ActiveRules = {
  /** By code. */
  readonly rules: ReadonlyMap<string, CustomRule>;
  readonly asking: readonly CompiledOffer[];
};
export type RuleAsking = ActiveRules & {
  readonly applicationId: string;
  /** Where the goods go; asked only when a rule is. */
  readonly to: () => Destination | null;
  readonly ask: AskRule | undefined;
  /** Prices without tax stay the same where tax is another. */
  readonly keepsNet: boolean;
};
export type RuledInput = {
  readonly input: PriceInput;
  /** How long the answers count. */
  readonly until: number;
  /** All that was answered, as one text; null: nobody was asked. */
  readonly said: string | null;
  /** It cannot be ordered like this: a rule without which it is not sold did not answer. */
  readonly isOpen: boolean;
};

const codesOf = ({ discounts }: CompiledOffer): readonly string[] =>
  discounts.flatMap(({ benefit }) => (benefit.kind === 'custom' ? [benefit.code] : []));

export const activeRules = (rules: readonly CustomRule[], offers: readonly CompiledOffer[]): ActiveRules => ({
  rules: new Map(rules.filter(({ isActive }) => isActive).map((rule) => [rule.code, rule])),
  asking: offers.filter((offer) => codesOf(offer).length > 0),
});

const isLive = ({ periods }: CompiledOffer, now: number): boolean =>
  periods.length === 0 || periods.some(({ from, to }) => from <= now && now < to);

type Discounts = readonly { readonly rule: CustomRule; readonly answer: RuleAnswer<CustomAnswer> }[];

/**
 * Whether a cart cannot be ordered without this answer: the rule says so, or it is of taxes and charges and was not asked at all.
 * Otherwise whoever asks for enough carts at once could have his own taxed as the shop taxes where no rule answers.
 */
const isMissed = ({ purpose, fallback }: CustomRule, answer: RuleAnswer<unknown>): boolean =>
  answer.kind !== 'answered' && (fallback === 'refuse' || (purpose !== 'discount' && answer.isTurnedAway === true));

const answerFor = (answer: RuleAnswer<CustomAnswer>): CustomAnswer =>
  answer.kind === 'answered'
    ? answer.value
    : { kind: 'none', reason: answer.kind === 'late' ? 'custom_late' : 'custom_failed' };

/** What the rules that live offers name say, by code. */
const discountsFor = async ({ applicationId, ask, rules, asking }: RuleAsking, told: CartTold, now: number) => {
  const codes = [...new Set(asking.filter((offer) => isLive(offer, now)).flatMap(codesOf))].toSorted();
  const named = codes.flatMap((code) => rules.get(code) ?? []).filter(({ purpose }) => purpose === 'discount');
  const read = discountAnswer(told.articles);
  return Promise.all(
    named.map(async (rule) => {
      // The question tells of every article, anew for each rule.
      await turnFor(told.articles.length);
      const answer = await ask?.(applicationId, rule, { text: told.textFor(rule), read });
      return answer === undefined ? [] : [{ rule, answer }];
    }),
  );
};

type Found<T> = { readonly value: T | undefined; readonly until: number; readonly isMissed: boolean };
const nobodyAsked = { value: undefined, until: Number.POSITIVE_INFINITY, isMissed: false } as const;

/** What the one rule for this says; nothing where there is none, or no answer came. */
const saidOf = async <T>(
  { applicationId, ask, rules }: RuleAsking,
  purpose: CustomPurpose,
  question: (rule: CustomRule) => RuleQuestion<T>,
): Promise<Found<T>> => {
  const rule = [...rules.values()].find((one) => one.purpose === purpose);
  const answer = rule && (await ask?.(applicationId, rule, question(rule)));
  if (rule === undefined || answer === undefined) return nobodyAsked;
  const value = answer.kind === 'answered' ? answer.value : undefined;
  return { value, until: answer.until, isMissed: isMissed(rule, answer) };
};

const taxesFor = (asking: RuleAsking, { articles, textFor }: CartTold): Promise<Found<TaxAnswer>> =>
  saidOf(asking, 'tax', (rule) => ({ text: textFor(rule), read: taxAnswer(articles) }));

const chargesFor = async (asking: RuleAsking, told: CartTold, input: PriceInput): Promise<Found<ShippingAnswer>> => {
  const { shipping } = input;
  if (shipping === undefined) return nobodyAsked;
  const read = shippingAnswer(new Set(storesOf(told.articles)), new Set(shipping.methods.map(({ id }) => id)));
  return saidOf(asking, 'shipping', (rule) => ({ text: told.textFor(rule, parcelsTold(input, told.articles)), read }));
};

const withAnswers = (
  input: PriceInput,
  { taxes, charges, discounts }: { taxes: Found<TaxAnswer>; charges: Found<ShippingAnswer>; discounts: Discounts },
  { keepsNet, stores }: { readonly keepsNet: boolean; readonly stores: readonly number[] },
): PriceInput => {
  const taxed = taxes.value === undefined ? input : withTaxes(input, taxes.value, keepsNet);
  const sent = charges.value === undefined ? taxed : withShippingCharges(taxed, charges.value, stores);
  if (discounts.length === 0) return sent;
  return { ...sent, custom: Object.fromEntries(discounts.map(({ rule, answer }) => [rule.code, answerFor(answer)])) };
};

/** Maps as texts. */
const asText = (_name: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

export const priceWithRules = async (asking: RuleAsking, input: PriceInput): Promise<RuledInput> => {
  if (asking.rules.size === 0 || input.lines.length === 0 || asking.ask === undefined) {
    return { input, until: Number.POSITIVE_INFINITY, said: null, isOpen: false };
  }
  const told = cartTold(input, asking.to());
  const [taxes, charges, found] = await Promise.all([
    taxesFor(asking, told),
    chargesFor(asking, told, input),
    discountsFor(asking, told, input.now),
  ]);
  const discounts = found.flat();
  const how = { keepsNet: asking.keepsNet, stores: storesOf(told.articles) };
  return {
    input: withAnswers(input, { taxes, charges, discounts }, how),
    until: Math.min(taxes.until, charges.until, ...discounts.map(({ answer }) => answer.until)),
    said: JSON.stringify(
      [taxes.value, charges.value, discounts.map(({ rule, answer }) => [rule.code, answerFor(answer)])],
      asText,
    ),
    isOpen: taxes.isMissed || charges.isMissed || discounts.some(({ rule, answer }) => isMissed(rule, answer)),
  };
};
