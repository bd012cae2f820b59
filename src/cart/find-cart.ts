/**
 * The cart a call means, and whether its caller may have it. A customer's cart opens for that customer alone. A cart
 * without a customer opens for whoever knows its `id`; its number opens it only for the shopper who proved to own it.
 * What may not be seen is answered like what is not there.
 */
import type { Database } from '../db/database.ts';
import type { Shopper } from '../customers/shopper.ts';
import { universalSlug } from '../offers/configuration-rules.ts';
import type { ActiveOffers } from '../offers/read-offers.ts';
import { Refusal } from '../shared/errors.ts';
import type { CartKind, CartOwner, StoredCart } from './cart-document.ts';
import type { CartCall } from './cart-call.ts';
import { isCartNumber } from './cart-numbers.ts';
import { type FoundCart, readCart, readCartByNumber, readCurrentCart } from './cart-store.ts';
import { isVacant, vacantCart } from './vacant-cart.ts';

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

const MOST_STEPS = 10;

/** Follows what was merged to where it went, but only for the owner of that. */
const followMerges = async (
  db: Database,
  applicationId: string,
  found: FoundCart | undefined,
  shopper: Shopper,
): Promise<StoredCart | undefined> => {
  let current = found;
  for (let step = 0; step < MOST_STEPS && current?.state === 'merged'; step += 1) {
    current = current.mergedInto === null ? undefined : await readCart(db, applicationId, current.mergedInto);
    if (current !== undefined && !owns(shopper, current.cart.owner)) return undefined;
  }
  return current?.state === 'active' ? current.cart : undefined;
};

/** Undefined when there is none, or none for this caller. */
export const openCart = async (
  db: Database,
  applicationId: string,
  id: string,
  shopper: Shopper,
): Promise<StoredCart | undefined> => {
  const byNumber = isCartNumber(id);
  const found = byNumber
    ? await readCartByNumber(db, applicationId, Number(id))
    : await readCart(db, applicationId, id);
  if (found?.state === 'merged') {
    return byNumber && !owns(shopper, found.cart.owner) ? undefined : followMerges(db, applicationId, found, shopper);
  }
  if (found === undefined || found.state !== 'active') return undefined;
  const { owner } = found.cart;
  return owns(shopper, owner) || (owner.kind === 'anonymous' && !byNumber) ? found.cart : undefined;
};

/** The kind a call asks for; a kind of cart that the shop does not have is refused. */
export const kindAsked = ({ buyNow, cartType }: CartSelector, { custom }: Pick<ActiveOffers, 'custom'>): CartKind => {
  if (cartType === null || cartType === universalSlug) {
    return { kind: buyNow === true ? 'buy_now' : 'universal', slug: universalSlug };
  }
  const configuration = custom.find(({ slug, is_active, enabled }) => slug === cartType && is_active && enabled);
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
export const findCart = async (
  call: CartCall,
  selector: CartSelector,
  active: Pick<ActiveOffers, 'custom'>,
): Promise<CartMeant> => {
  const { shop } = call;
  const asked = kindAsked(selector, active);
  if (selector.id === null) return currentOrVacant(call, asked, null);
  const cart = await openCart(shop.node.db, shop.caller.applicationId, selector.id, shop.shopper);
  if (cart === undefined) {
    if (await isVacant(shop, selector.id)) return currentOrVacant(call, asked, selector.id);
    throw new Refusal('cart_not_found');
  }
  if (contradicts(cart, selector)) throw new Refusal('cart_kind_mismatch');
  const kind = { kind: cart.kind, slug: cart.slug };
  return { cart, kind, vacant: () => vacantCart(call, kind) };
};

/** What is answered: the cart, or the empty one that it would be. */
export const cartOrVacant = async ({ cart, vacant }: CartMeant): Promise<StoredCart> => cart ?? vacant();
