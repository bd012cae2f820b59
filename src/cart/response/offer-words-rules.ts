/** Why an offer does not act, in words for a shopper. Pure. */
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
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

export const whyNotSentence = ({ reason, shortfall }: WhyNot, money: (amount: Minor) => string): string => {
  if (shortfall === null || shortfall.gap <= 0 || reason === 'no_item') return sentences[reason];
  const isAmount = shortfall.metric === 'cart_total' || shortfall.metric === 'cart_unique_item_amount';
  const more = isAmount ? `${money(shortfall.gap)} more` : `${shortfall.gap} more ${units(shortfall.gap)}`;
  return `Add ${more} to get this offer`;
};
