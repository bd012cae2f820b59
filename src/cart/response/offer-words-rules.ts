/** Why an offer does not act, in words for a shopper. Pure. */
import type { Item } from '../../catalog/article-cache.ts';
import type { Named } from '../../catalog/product.ts';
import type { CompiledOffer, Criteria, Dimension, Want } from '../../pricing/compile/offer-types.ts';
import type { WhyNot, WhyNotReason } from '../../pricing/why-not-types.ts';
import type { Minor } from '../../shared/money.ts';

const sentences: Readonly<Record<WhyNotReason, string>> = {
  not_started: 'This offer has not begun yet',
  ended: 'This offer has ended',
  platform: 'This offer is for another kind of device',
  login: 'Sign in to use this offer',
  user: 'This offer is for other customers',
  user_group: 'This offer is for other customers',
  registration: 'This offer is for other customers',
  ordering_store: 'This offer is for another store',
  place: 'This offer is for delivery to certain places',
  shipping_method: 'This offer is for another way of delivery',
  payment: 'Choose another way of paying to use this offer',
  used_up: 'This offer has been used up',
  budget: 'What it may cost in all is spent, or less is left than it would give here',
  order_quantity: 'This offer is for another number of items',
  no_item: 'Nothing in your cart is part of this offer',
  condition: 'Your cart does not meet the terms of this offer',
  too_few_units: 'More items are needed for this offer',
  closed: 'Another offer excludes this one',
  exclusive: 'Another offer excludes this one',
  excluded: 'Another offer excludes this one',
  not_cheaper: 'Your cart is at a better price already',
  nothing_left: 'Your cart is at a better price already',
  floor_price: 'What it is for is at its lowest price already',
  better_offer: 'Your cart has a better offer',
  line_not_added: 'Add the item with this deal to use it',
  gift_out_of_stock: 'The gift is out of stock',
  gift_out_of_reach: 'No store that has the gift can bring it to you',
  gift_declined: 'You declined the gift',
  no_charge: 'There is no delivery charge to take off',
  no_adjustment: 'This offer is given by the shop',
  no_extension: 'This offer cannot be worked out now',
  custom_late: 'This offer did not answer in time; try again in a moment',
  custom_failed: 'This offer cannot be worked out now',
  custom_nothing: 'This offer takes nothing off your cart',
  rate_missing: 'This offer is not for your currency',
};

const neverHis: ReadonlySet<WhyNotReason> = new Set(['ended', 'platform', 'user', 'user_group', 'registration']);

/** An offer that this shopper can never have is not shown to him, nor one for certain customers before he is known. */
export const isForOthers = (offer: CompiledOffer, why: WhyNot | null | undefined): boolean => {
  if (why === null || why === undefined) return false;
  const { userIds, groups } = offer.restrictions;
  return neverHis.has(why.reason) || (why.reason === 'login' && userIds.length + groups.length > 0);
};

const units = (count: number): string => (count === 1 ? 'item' : 'items');

/** What a sentence may name: the offer, the time, and products by which brands and categories are known. */
export type Telling = {
  readonly offer: CompiledOffer;
  readonly now: number;
  readonly items: readonly Item[];
  readonly money: (amount: Minor) => string;
};

/** Names of a kind that a product bears; of the other kinds none are known here. */
const namesBy: Readonly<Partial<Record<Dimension, (product: Item['product']) => readonly Named[]>>> = {
  item: (product) => [product],
  brand: ({ brand }) => [brand],
  department: ({ departments }) => departments,
  l1: ({ categories }) => categories.map(({ l1 }) => l1),
  l2: ({ categories }) => categories.map(({ l2 }) => l2),
  l3: ({ categories }) => categories.map(({ l3 }) => l3),
};

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** More than these nobody reads. */
const MOST_NAMES = 3;

/** Undefined where some of what is meant has no name that is known here. */
const wantNamed = ({ dimension, values }: Want, items: readonly Item[]): string | undefined => {
  if (values.size > MOST_NAMES) return undefined;
  const names = [...values].map((value) =>
    dimension === 'tag'
      ? String(value)
      : items.flatMap(({ product }) => namesBy[dimension]?.(product) ?? []).find(({ uid }) => uid === value)?.name,
  );
  return names.includes(undefined) ? undefined : either(names.filter((name) => name !== undefined));
};

/** The goods of a rule by their names: a brand, a category, a product; undefined where there is no short way to say it. */
const goodsNamed = ({ wants }: Criteria, items: readonly Item[]): string | undefined => {
  const [want, ...others] = wants;
  return want === undefined || others.length > 0 ? undefined : wantNamed(want, items);
};

/** Of the rule that is not met; of an offer with one rule, of that one. */
const goodsMissed = ({ shortfall }: WhyNot, { offer, items }: Telling): string | undefined => {
  const named = offer.rules.find(({ slug }) => slug === shortfall?.rule);
  const rule = named ?? (offer.rules.length === 1 ? offer.rules[0] : undefined);
  return rule === undefined ? undefined : goodsNamed(rule.criteria, items);
};

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;
/** `2 days`, `3 h`, `2 h 59 min`, rounded up to the minute. */
const spanOf = (ms: number): string => {
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`;
  const minutes = Math.ceil(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / (HOUR / MINUTE)), minutes % (HOUR / MINUTE)];
  return [...(hours === 0 ? [] : [`${hours} h`]), ...(rest === 0 ? [] : [`${rest} min`])].join(' ');
};

const startSentence = ({ offer, now }: Telling): string => {
  const starts = offer.periods.map(({ from }) => from).filter((from) => from > now);
  return starts.length === 0 ? sentences.not_started : `This offer starts in ${spanOf(Math.min(...starts) - now)}`;
};

const paymentSentence = ({ offer }: Telling): string => {
  const modes = Object.keys(offer.restrictions.payments ?? {});
  return modes.length === 0 || modes.length > MOST_NAMES
    ? sentences.payment
    : `This offer needs payment by ${either(modes)}`;
};

const goodsSentence = (why: WhyNot, telling: Telling): string => {
  const { reason, shortfall } = why;
  const goods = goodsMissed(why, telling);
  if (reason === 'no_item') return goods === undefined ? sentences.no_item : `Add ${goods} to get this offer`;
  if (shortfall === null || shortfall.gap === 0 || reason === 'budget') return sentences[reason];
  const isAmount = shortfall.metric === 'cart_total' || shortfall.metric === 'cart_unique_item_amount';
  const gap = Math.abs(shortfall.gap);
  const of = goods === undefined ? '' : ` of ${goods}`;
  if (shortfall.gap < 0) {
    return `Your cart has ${isAmount ? telling.money(gap) : `${gap} ${units(gap)}`}${of} too much for this offer`;
  }
  return `Add ${isAmount ? `${telling.money(gap)} more` : `${gap} more ${units(gap)}`}${of} to get this offer`;
};

/** The first condition that fails, with the distance to it. */
export const whyNotSentence = (why: WhyNot, telling: Telling): string => {
  if (why.reason === 'not_started') return startSentence(telling);
  return why.reason === 'payment' ? paymentSentence(telling) : goodsSentence(why, telling);
};
