/** What one stage leaves to the next, and whether an offer may still have its turn. */
import { type Case, couponsOf, type Definition } from './case.ts';
import { word, words } from './definition.ts';
import type { Gift } from './gifts.ts';
import type { Basket } from './goods.ts';
import type { Offer } from './offer.ts';
import { mayUse } from './restrictions.ts';

export type State = {
  readonly basket: Basket;
  readonly gifts: readonly Gift[];
  readonly applied: readonly string[];
  /** The offer that has the cart for itself. */
  readonly alone: string | null;
  /** Which offer was kept out by which. */
  readonly doors: readonly Door[];
};
export type Door = { readonly offer: string; readonly reason: 'excluded' | 'exclusive'; readonly by: string };

/** Contract and ladder prices are prices, not offers that others would have to mind. */
const isUnitPrice = (offers: readonly Offer[], id: string): boolean =>
  offers.some((offer) => offer.id === id && ['contract', 'ladder_price'].includes(offer.group));

const definitionOf = (given: Case, id: string): Definition =>
  [...given.promotions, ...couponsOf(given)].find((definition) => definition['_id'] === id) ?? {};

const groupOf = (offer: Definition): string | null => word(word(offer['stack_group'])?.trim().toLowerCase());

/** Two offers exclude each other where one names the other, or both are of one group. Unit prices have no part in it. */
export const rivalOf = (given: Case, id: string, applied: readonly string[]): string | undefined => {
  const own = definitionOf(given, id);
  return applied.find((other) => {
    const there = definitionOf(given, other);
    if (other === id || ['contract_price', 'ladder_price'].includes(String(there['promotion_type']))) return false;
    const isOneGroup = groupOf(own) !== null && groupOf(own) === groupOf(there);
    const areReferrals = own['coupon_type'] === 'referral' && there['coupon_type'] === 'referral';
    return (
      isOneGroup || areReferrals || words(own['excludes']).includes(other) || words(there['excludes']).includes(id)
    );
  });
};

/** The first offer that acts and does not go with it, the one that has the cart for itself, or the first of those that it would not be with. */
const doorOf = (given: Case, offers: readonly Offer[], offer: Offer, state: State): Door | null => {
  const { id } = offer;
  const rival = rivalOf(given, id, state.applied);
  if (rival !== undefined) return { offer: id, reason: 'excluded', by: rival };
  const mindsMarks = !(offer.isCoupon && offer.applyAll);
  if (state.alone !== null && state.alone !== id && mindsMarks)
    return { offer: id, reason: 'exclusive', by: state.alone };
  const other = state.applied.find((each) => each !== id && !isUnitPrice(offers, each));
  return offer.exclusive === 'cart' && other !== undefined ? { offer: id, reason: 'exclusive', by: other } : null;
};
/** Has its turn in a stage behind goods; what waits for price adjustments has none. */
const later = ['cashback', 'points_multiplier', 'shipping_price', 'external_price_adjustment_discount'];
export const comesLater = ({ discounts }: Offer): boolean => discounts.every(({ type }) => later.includes(type));

/** Restrictions hold, and no door is closed. */
export const hasItsTurn = (given: Case, offers: readonly Offer[], offer: Offer, state: State): boolean =>
  mayUse(given, offer, state.basket) && doorOf(given, offers, offer, state) === null;
export const atDoor = (given: Case, offers: readonly Offer[], offer: Offer, state: State): State => {
  const door = mayUse(given, offer, state.basket) ? doorOf(given, offers, offer, state) : null;
  return door === null ? state : { ...state, doors: [...state.doors, door] };
};
export const didApply = (state: State, offer: Offer): State => ({
  ...state,
  applied: state.applied.includes(offer.id) ? state.applied : [...state.applied, offer.id],
  alone: offer.exclusive === 'cart' ? offer.id : state.alone,
});
