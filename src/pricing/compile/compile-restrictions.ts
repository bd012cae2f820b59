/** Who may use an offer, when, and how often. */
import type { Budget, Definition, PaymentRule, Period, Restrictions, Uses } from './offer-types.ts';
import {
  type CompileContext,
  DefinitionProblem,
  exponentOf,
  figure,
  limit,
  list,
  number,
  numberList,
  record,
  time,
  wordList,
} from './read-definition.ts';

/** Nothing, zero and -1 as a maximum mean no limit. */
const usesOf = (maximum: unknown, remaining: unknown): Uses | null => {
  const most = figure(maximum);
  if (most === null || most <= 0) return null;
  return { maximum: most, remaining: number(remaining) ?? most };
};

const paymentRule = (value: unknown): PaymentRule => {
  const rule = record(value);
  const uses = usesOf(record(record(rule.uses).maximum).total, record(record(rule.uses).remaining).total);
  return {
    codes: wordList(rule.codes),
    types: wordList(rule.types),
    networks: wordList(rule.networks),
    iins: wordList(rule.iins),
    remaining: uses?.remaining ?? null,
  };
};
const paymentsOf = (value: unknown): Restrictions['payments'] => {
  const modes = Object.entries(record(value));
  if (modes.length === 0) return null;
  // A cart's payment mode is written large, whoever chose it.
  return Object.fromEntries(modes.map(([mode, rule]) => [mode.toUpperCase(), paymentRule(rule)]));
};

const quantityOf = (value: unknown): Restrictions['orderQuantity'] => {
  const [minimum, maximum] = [figure(record(value).minimum), figure(record(value).maximum)];
  if (minimum === null && maximum === null) return null;
  return { minimum: minimum ?? 0, maximum: maximum ?? Number.MAX_SAFE_INTEGER };
};

const methodsOf = (value: unknown): Pick<Restrictions, 'shippingMethods'> => {
  const named = wordList(value);
  return named.length === 0 ? {} : { shippingMethods: named };
};

/** In the currency of the offer. Zero means that there is none, as everywhere. */
const budgetOf = (value: unknown, exponent: number): { readonly budget?: Budget } => {
  const { amount: given, policy } = record(value);
  const amount = limit(given, exponent);
  if (value !== undefined && value !== null && given === undefined) {
    throw new DefinitionProblem('restrictions.budget says no amount.');
  }
  return amount === null ? {} : { budget: { amount, left: amount, whole: policy === 'whole' } };
};

export const compileRestrictions = (
  definition: Definition,
  context: CompileContext,
  currency: string,
): Restrictions => {
  const given = record(definition.restrictions);
  const validation = record(definition.validation);
  const identifiers = record(definition.identifiers);
  const registered = record(given.user_registered);
  const [from, to] = [
    time(registered.start ?? validation.user_registered_after, context),
    time(registered.end, context),
  ];
  const [maximum, remaining] = [record(record(given.uses).maximum), record(record(given.uses).remaining)];
  const anonymous = given.anonymous_users ?? validation.anonymous;
  return {
    platforms: wordList(given.platforms),
    anonymous: typeof anonymous === 'boolean' ? anonymous : null,
    userIds: [...wordList(given.user_id), ...wordList(identifiers.user_id)],
    groups: wordList(given.user_groups),
    excludedGroups: wordList(given.exclude_user_groups),
    registered: from === null && to === null ? null : { from, to },
    emailDomains: wordList(identifiers.email_domain),
    orderingStores: numberList(given.ordering_stores),
    payments: paymentsOf(given.payments),
    uses: { total: usesOf(maximum.total, remaining.total), user: usesOf(maximum.user, remaining.user) },
    orderQuantity: quantityOf(given.order_quantity),
    ...methodsOf(given.shipping_methods),
    ...budgetOf(given.budget, exponentOf(currency, context)),
  };
};

const endless = Number.MAX_SAFE_INTEGER;
const periodOf = (value: unknown, context: CompileContext): Period => {
  const { start, end } = record(value);
  return { from: time(start, context) ?? -endless, to: time(end, context) ?? endless };
};

/** The repeats of a recurring schedule where they are written out, else its start and end. */
export const compilePeriods = (definition: Definition, context: CompileContext): readonly Period[] => {
  const schedule = record(definition['_schedule']);
  const repeats = list(schedule.next_schedule);
  if (repeats.length > 0) return repeats.map((repeat) => periodOf(repeat, context));
  return schedule.start === undefined && schedule.end === undefined ? [] : [periodOf(schedule, context)];
};
