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
};

/** Contract and ladder prices are prices, not offers that others would have to mind. */
const isUnitPrice = (offers: readonly Offer[], id: string): boolean =>
  offers.some((offer) => offer.id === id && ['contract', 'ladder_price'].includes(offer.group));

const definitionOf = (given: Case, id: string): Definition =>
  [...given.promotions, ...couponsOf(given)].find((definition) => definition['_id'] === id) ?? {};

const groupOf = (offer: Definition): string | null => word(word(offer['stack_group'])?.trim().toLowerCase());

/** Two offers exclude each other where one names the other, or both are of one group. Unit prices have no part in it. */
export const hasRival = (given: Case, id: string, applied: readonly string[]): boolean => {
  const own = definitionOf(given, id);
  return applied.some((other) => {
    const there = definitionOf(given, other);
    if (other === id || ['contract_price', 'ladder_price'].includes(String(there['promotion_type']))) return false;
    const isOneGroup = groupOf(own) !== null && groupOf(own) === groupOf(there);
    const areReferrals = own['coupon_type'] === 'referral' && there['coupon_type'] === 'referral';
    return (
      isOneGroup || areReferrals || words(own['excludes']).includes(other) || words(there['excludes']).includes(id)
    );
  });
};

/** Restrictions hold, nobody else has the cart for himself, and who wants it so finds that nobody was there. */
export const hasItsTurn = (given: Case, offers: readonly Offer[], offer: Offer, state: State): boolean => {
  const others = state.applied.some((id) => id !== offer.id && !isUnitPrice(offers, id));
  const mindsMarks = !(offer.isCoupon && offer.applyAll);
  if (state.alone !== null && state.alone !== offer.id && mindsMarks) return false;
  if (offer.exclusive === 'cart' && others) return false;
  return !hasRival(given, offer.id, state.applied) && mayUse(given, offer, state.basket);
};
export const didApply = (state: State, offer: Offer): State => ({
  ...state,
  applied: state.applied.includes(offer.id) ? state.applied : [...state.applied, offer.id],
  alone: offer.exclusive === 'cart' ? offer.id : state.alone,
});
