/** May this shopper use this offer now, whatever is in the cart? */
import type { CompiledOffer, PaymentRule, Restrictions } from '../compile/offer-types.ts';
import type { Shortfall, WhyNotReason } from '../why-not-types.ts';
import type { Payment, Shopper } from '../pricing-types.ts';
import { gapOf } from './conditions.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type Circumstances = {
  readonly now: number;
  readonly shopper: Shopper;
  readonly payment: Payment | null;
  /** By which goods of the cart go. */
  readonly methods: () => readonly string[];
  /** Units in the cart, gifts not counted. */
  readonly units: () => number;
};
export type Refusal = { readonly reason: WhyNotReason; readonly shortfall: Shortfall | null };

const isOneOf = <T>(allowed: readonly T[], value: T | null | undefined): boolean =>
  allowed.length === 0 || (value !== null && value !== undefined && allowed.includes(value));

const timeProblem = ({ periods }: CompiledOffer, now: number): WhyNotReason | null => {
  if (periods.length === 0 || periods.some(({ from, to }) => from <= now && now < to)) return null;
  return periods.some(({ from }) => from > now) ? 'not_started' : 'ended';
};

const userProblem = (restrictions: Restrictions, shopper: Shopper): WhyNotReason | null => {
  const { anonymous, userIds, groups, excludedGroups, registered, emailDomains } = restrictions;
  const needsAccount = anonymous === false || userIds.length > 0 || groups.length > 0 || registered !== null;
  if (needsAccount && shopper.userId === null) return 'login';
  if (!isOneOf(userIds, shopper.userId)) return 'user';
  if (!isOneOf(emailDomains, shopper.emailDomain)) return 'user';
  const isIn = (named: readonly string[]): boolean => shopper.groups.some((group) => named.includes(group));
  if ((groups.length > 0 && !isIn(groups)) || isIn(excludedGroups)) return 'user_group';
  return registered === null || registeredWithin(registered, shopper.registeredAt) ? null : 'registration';
};

const registeredWithin = (
  { from, to }: { readonly from: number | null; readonly to: number | null },
  at: number | null,
): boolean => at !== null && at >= (from ?? at) && at < (to ?? Number.MAX_SAFE_INTEGER);

const paysSo = (rule: PaymentRule, { code, type, network, iin }: Payment): boolean =>
  isOneOf(rule.codes, code) &&
  isOneOf(rule.types, type) &&
  isOneOf(rule.networks, network) &&
  (rule.iins.length === 0 || (iin !== undefined && rule.iins.some((start) => iin.startsWith(start))));

const paymentProblem = ({ payments }: Restrictions, payment: Payment | null): WhyNotReason | null => {
  if (payments === null) return null;
  const rule = payment === null ? undefined : ownEntry(payments, payment.mode);
  if (rule === undefined || payment === null || !paysSo(rule, payment)) return 'payment';
  return rule.remaining !== null && rule.remaining <= 0 ? 'used_up' : null;
};

const usesProblem = ({ uses, budget }: Restrictions, shopper: Shopper): WhyNotReason | null => {
  if (budget !== undefined && budget.left <= 0) return 'budget';
  if (uses.total !== null && uses.total.remaining <= 0) return 'used_up';
  return uses.user !== null && shopper.userId !== null && uses.user.remaining <= 0 ? 'used_up' : null;
};

const quantityProblem = ({ orderQuantity }: Restrictions, units: () => number): Refusal | null => {
  if (orderQuantity === null) return null;
  const have = units();
  const under = gapOf(have, 'greater_than_equals', orderQuantity.minimum);
  const over = gapOf(have, 'less_than_equals', orderQuantity.maximum);
  if (under === 0 && over === 0) return null;
  const [comparison, need, gap] =
    under > 0
      ? (['greater_than_equals', orderQuantity.minimum, under] as const)
      : (['less_than_equals', orderQuantity.maximum, over] as const);
  return { reason: 'order_quantity', shortfall: { metric: 'order_quantity', comparison, need, have, gap, rule: null } };
};

const methodProblem = ({ shippingMethods }: Restrictions, methods: Circumstances['methods']): WhyNotReason | null => {
  if (shippingMethods === undefined) return null;
  return methods().some((method) => shippingMethods.includes(method)) ? null : 'shipping_method';
};

const platformProblem = ({ platforms }: Restrictions, { platform }: Shopper): WhyNotReason | null =>
  isOneOf(platforms, platform) ? null : 'platform';

/** Whether it is not for this shopper, and never will be, whatever else stands in its way; nor, for certain customers, before he is known. */
export const isForOthers = (
  offer: CompiledOffer,
  { now, shopper }: Pick<Circumstances, 'now' | 'shopper'>,
): boolean => {
  const { restrictions } = offer;
  if (timeProblem(offer, now) === 'ended' || platformProblem(restrictions, shopper) !== null) return true;
  const problem = userProblem(restrictions, shopper);
  return problem === 'login' ? restrictions.userIds.length + restrictions.groups.length > 0 : problem !== null;
};

/** The first thing that stands in the way, from what nobody can change to what the shopper can. */
export const refusalOf = (offer: CompiledOffer, about: Circumstances): Refusal | null => {
  const { restrictions } = offer;
  const { shopper } = about;
  const reason =
    timeProblem(offer, about.now) ??
    platformProblem(restrictions, shopper) ??
    usesProblem(restrictions, shopper) ??
    userProblem(restrictions, shopper) ??
    (isOneOf(restrictions.orderingStores, shopper.orderingStore) ? null : 'ordering_store') ??
    paymentProblem(restrictions, about.payment) ??
    methodProblem(restrictions, about.methods);
  return reason === null ? quantityProblem(restrictions, about.units) : { reason, shortfall: null };
};
