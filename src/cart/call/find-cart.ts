/**
 * The cart a call means, and what of it its caller may have (`cart-reach-rules.ts`). A customer's cart opens for that
 * customer alone. A cart without a customer opens for whoever knows its `id`; its number opens it only for the shopper who
 * proved to own it. What may not be seen is answered like what is not there.
 */
import { reachOf, withGoodsAlone } from './cart-reach-rules.ts';
import type { CartCall, CartShop } from './cart-shop.ts';
import { isVacant, vacantCart } from './vacant-cart.ts';
import type { CartKind, CartOwner, StoredCart } from '../store/cart-document.ts';
import { isCartNumber } from '../store/cart-numbers.ts';
import { type FoundCart, readCart, readCartByNumber, readCurrentCart } from '../store/cart-store.ts';
import type { Shopper } from '../../customers/shopper.ts';
import { isInUse, universalSlug } from '../../offers/configurations/configuration-rules.ts';
import type { ActiveOffers } from '../../offers/read-offers.ts';
import { Refusal } from '../../shared/errors.ts';

export type CartSelector = {
  readonly id: string | null;
  /** Null when the call does not say. */
  readonly buyNow: boolean | null;
  readonly cartType: string | null;
};

/** Who the caller proved to be; the customer, where he is both. */
export const ownerOf = ({ customer, anonymous }: Pick<Shopper, 'customer' | 'anonymous'>): CartOwner | undefined => {
  if (customer !== undefined) return { kind: 'customer', id: customer.userId };
  return anonymous === undefined ? undefined : { kind: 'anonymous', id: anonymous.id };
};

export const owns = (
  { customer, anonymous }: Pick<Shopper, 'customer' | 'anonymous'>,
  { kind, id }: CartOwner,
): boolean => (kind === 'customer' ? customer?.userId === id : anonymous?.id === id);

type Door = Pick<CartShop, 'node' | 'caller' | 'shopper'>;

const MOST_STEPS = 10;

/** Follows what was merged to where it went, but only for the owner of that. */
const followMerges = async (
  { node: { db }, caller: { applicationId }, shopper }: Door,
  found: FoundCart | undefined,
): Promise<StoredCart | undefined> => {
  let current = found;
  for (let step = 0; step < MOST_STEPS && current?.state === 'merged'; step += 1) {
    current = current.mergedInto === null ? undefined : await readCart(db, applicationId, current.mergedInto);
    if (current !== undefined && !owns(shopper, current.cart.owner)) return undefined;
  }
  return current?.state === 'active' ? current.cart : undefined;
};

/** Undefined when there is none, or none for this caller; else what he may have of it. */
export const openCart = async (shop: Door, id: string): Promise<StoredCart | undefined> => {
  const { db } = shop.node;
  const { applicationId, settings } = shop.caller;
  const byNumber = isCartNumber(id);
  const found = byNumber
    ? await readCartByNumber(db, applicationId, Number(id))
    : await readCart(db, applicationId, id);
  if (found?.state === 'merged') {
    return byNumber && !owns(shop.shopper, found.cart.owner) ? undefined : followMerges(shop, found);
  }
  if (found === undefined || found.state !== 'active') return undefined;
  const { cart } = found;
  const knocking = { isOwner: owns(shop.shopper, cart.owner), byNumber, setting: settings.cart.cart_by_id };
  const reach = reachOf(cart, knocking);
  if (reach === 'none') return undefined;
  return reach === 'goods' ? withGoodsAlone(cart) : cart;
};

/** As `openCart`; `vacant` is an id that we certified and under which nothing was stored yet. */
export const openOrVacant = async (shop: CartShop, id: string): Promise<StoredCart | 'vacant' | undefined> => {
  const cart = await openCart(shop, id);
  if (cart !== undefined) return cart;
  if (await isVacant(shop, id)) return 'vacant';
  // Between these looks a first write may have been stored. What is used once stays used, so that a third one settles it.
  return openCart(shop, id);
};

/** The kind a call asks for; a kind of cart that the shop does not have is refused. */
export const kindAsked = ({ buyNow, cartType }: CartSelector, { custom }: Pick<ActiveOffers, 'custom'>): CartKind => {
  if (cartType === null || cartType === universalSlug) {
    return { kind: buyNow === true ? 'buy_now' : 'universal', slug: universalSlug };
  }
  const configuration = custom.find((one) => one.slug === cartType && isInUse(one));
  if (configuration === undefined) throw new Refusal('cart_type_unknown');
  if (buyNow === true) throw new Refusal('cart_kind_mismatch');
  return { kind: 'custom', slug: cartType };
};

const contradicts = ({ kind, slug }: CartKind, { buyNow, cartType }: CartSelector): boolean =>
  (buyNow !== null && buyNow !== (kind === 'buy_now')) || (cartType !== null && cartType !== slug);

export type CartMeant = {
  readonly cart: StoredCart | undefined;
  readonly kind: CartKind;
  /** Where nothing is stored: the empty cart that the first write makes one of. */
  readonly vacant: () => Promise<StoredCart>;
};

/** The caller's current cart of the kind. `id` is a vacant one that he names: it is his when he has none yet. */
const currentOrVacant = async (call: CartCall, kind: CartKind, id: string | null): Promise<CartMeant> => {
  const { node, caller, shopper } = call.shop;
  const owner = ownerOf(shopper);
  const cart = owner && (await readCurrentCart(node.db, caller.applicationId, owner, kind));
  return { cart, kind, vacant: () => vacantCart(call, kind, id) };
};

/** The cart that is named, else the caller's current one of the kind; refuses an id that opens nothing. */
export const findCart = async (call: CartCall, selector: CartSelector): Promise<CartMeant> => {
  const { shop } = call;
  const asked = kindAsked(selector, await activeOffers(shop));
  if (selector.id === null) return currentOrVacant(call, asked, null);
  const cart = await openOrVacant(shop, selector.id);
  if (cart === 'vacant') return currentOrVacant(call, asked, selector.id);
  if (cart === undefined) throw new Refusal('cart_not_found');
  if (contradicts(cart, selector)) throw new Refusal('cart_kind_mismatch');
  const kind = { kind: cart.kind, slug: cart.slug };
  return { cart, kind, vacant: () => vacantCart(call, kind) };
};

/** What is answered: the cart, or the empty one that it would be. */
export const cartOrVacant = async ({ cart, vacant }: CartMeant): Promise<StoredCart> => cart ?? vacant();

export const activeOffers = ({ offers, caller, node }: CartCall['shop']): Promise<ActiveOffers> =>
  offers(caller, node.now());
