/**
 * Which kept addresses a call may use for a cart: those of the cart's owner, where he makes the call or staff make it for
 * him. Choosing one and ordering with it ask here.
 */
import { refuseContradiction } from '../../customers/address-rules.ts';
import { readAddress, type StoredAddress } from '../../customers/address-store.ts';
import { Refusal } from '../../shared/errors.ts';
import type { CartOwner, StoredCart } from '../store/cart-document.ts';
import type { CartShop } from './cart-shop.ts';
import { owns } from './find-cart.ts';

export const cartAddress = async (
  {
    node,
    caller: { applicationId, settings },
    shopper,
  }: Pick<CartShop, 'shopper'> & {
    readonly node: Pick<CartShop['node'], 'db'>;
    readonly caller: Pick<CartShop['caller'], 'applicationId' | 'settings'>;
  },
  { owner }: { readonly owner: CartOwner },
  id: string,
): Promise<StoredAddress | undefined> =>
  owns(shopper, owner) || settings.cart.cart_by_id === 'full'
    ? readAddress(node.db, { applicationId, owner }, id)
    : undefined;

/** What was kept before the shop knew its area code may contradict it: nothing goes there until one of the two is mended. */
const agreeing = async ({ delivery, caller }: CartShop, address: StoredAddress): Promise<StoredAddress> => {
  const { area, taxes } = await delivery(caller.companyId, [], address.areaCode);
  refuseContradiction(address.fields, { known: area, home: caller.settings.country, byState: taxes.byState });
  return address;
};

/** One that the cart can be ordered with; undefined where the caller has no such address. */
export const usableAddress = async (
  shop: CartShop,
  cart: { readonly owner: CartOwner },
  id: string,
): Promise<StoredAddress | undefined> => {
  const found = await cartAddress(shop, cart, id);
  return found && agreeing(shop, found);
};

/** The cart as if it went to that address; nothing of it is stored. */
export const sentTo = async (
  { shop, cart }: { readonly shop: CartShop; readonly cart: StoredCart | undefined },
  addressId: string | undefined,
): Promise<StoredCart | undefined> => {
  if (cart === undefined || addressId === undefined || addressId === '') return cart;
  if ((await usableAddress(shop, cart, addressId)) === undefined) throw new Refusal('address_not_found');
  return { ...cart, document: { ...cart.document, addressId } };
};
