/** The shop's offers and what each does to the cart; and the products that an offer is about. */
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import type { Static } from 'typebox';
import type { EligibleProducts, OfferList, OfferListItem } from '../../src/contract/cart/cart-offer-contract.ts';
import { call } from './call.ts';
import { readProduct } from './catalog.ts';
import { brief } from './words.ts';

export type Offer = OfferListItem;
const path = '/service/application/cart/v1.0';
const FEW = 4;

export const readOffers = async (slug?: string): Promise<readonly Offer[]> =>
  (await call<OfferList>(`${path}/offer`, { query: { product_slug: slug } })).available_offers;

/** A few products that count towards it and can be had. */
export const readOfferProducts = async (offerId: string): Promise<readonly ProductDetail[]> => {
  const { items } = await call<Static<typeof EligibleProducts>>(`${path}/eligible-offer-products`, {
    query: { offer_id: offerId, page_size: 2 * FEW },
  });
  const found = await Promise.all(items.map(({ product_slug: slug = '' }) => readProduct(slug).catch(() => undefined)));
  return found.flatMap((product) => (product?.sellable ? [product] : [])).slice(0, FEW);
};

/** What a shopper can do about an offer: use it, come nearer to it, sign in, pay otherwise. */
export type Standing = 'usable' | 'applied' | 'near' | 'login' | 'payment' | 'other';

export const standingOf = ({ is_applied: isOn, is_applicable: can, code, reason }: Offer): Standing => {
  if (isOn) return 'applied';
  if (can && code) return 'usable';
  if (reason === 'condition') return 'near';
  return reason === 'login' || reason === 'payment' ? reason : 'other';
};

/** What it gives, or what it misses. What leads to that is in the code beside it. */
export const toldOf = ({ is_applicable: can, message }: Offer): string =>
  brief(can ? message.split(': ').at(-1) : message);

/** What these give goes to other products than those that bring them, so the latter cannot be listed. */
const givesElsewhere: ReadonlySet<string> = new Set([
  'free_gift_items',
  'free_non_sellable_items',
  'steal_deal',
  'shipping_price',
]);
export const hasProducts = ({ type = '' }: Offer): boolean => !givesElsewhere.has(type);

export type OffersShown = { readonly few: readonly Offer[]; readonly rest: readonly Offer[] };

/** Of each kind the best at first. What acts stands on its lines already, and what nothing here can change says little. */
export const offersShown = (offers: readonly Offer[]): OffersShown => {
  const of = (standing: Standing) => offers.filter((offer) => standingOf(offer) === standing);
  const [usable, near] = [of('usable'), of('near')];
  return {
    few: [...usable.slice(0, 3), ...near.slice(0, 2)],
    rest: [...usable.slice(3), ...near.slice(2), ...of('login'), ...of('payment')],
  };
};
