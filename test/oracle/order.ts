/** Which offer comes first. */
import type { Discount, Offer } from './offer.ts';

const groups = ['limited_timer', 'product', 'cart'] as const;

/** Per unit, buy and get, set or bundle, whole cart. */
const kindOf = ({ type, eachUnit }: Discount, { group, isCoupon }: Offer): number => {
  if (type === 'percentage') return group === 'cart' || isCoupon ? 3 : 0;
  if (type === 'item_based_discount' || type === 'steal_deal') return 0;
  if (type === 'amount') return eachUnit ? 0 : 3;
  if (type === 'bogo') return 1;
  return type === 'fixed_price' || type.startsWith('bundle_') ? 2 : 3;
};
const rank = (offer: Offer): number => {
  const [first] = offer.discounts;
  return first === undefined ? 3 : kindOf(first, offer);
};

/** Of one group: priority, then kind, then age, then id. */
export const inOrder = (offers: readonly Offer[]): readonly Offer[] =>
  offers.toSorted(
    (a, b) =>
      b.priority - a.priority ||
      rank(a) - rank(b) ||
      a.createdAt - b.createdAt ||
      (a.id === b.id ? 0 : a.id < b.id ? -1 : 1),
  );
export const promotionsInOrder = (offers: readonly Offer[]): readonly Offer[] =>
  groups.flatMap((group) => inOrder(offers.filter((each) => each.group === group)));
