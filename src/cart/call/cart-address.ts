/**
 * Which kept addresses a call may use for a cart: those of the cart's owner, where he makes the call or staff make it for
 * him. Choosing one and ordering with it ask here.
 */
import { readAddress, type StoredAddress } from '../../customers/address-store.ts';
import type { CartOwner } from '../store/cart-document.ts';
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
