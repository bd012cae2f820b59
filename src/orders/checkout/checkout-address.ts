/** Where an order goes and where its invoice goes: given with the checkout, kept by the shopper, or chosen for the cart. */
import { cartAddress } from '../../cart/call/cart-address.ts';
import type { CartDocument, StoredCart } from '../../cart/store/cart-document.ts';
import type { CartShop } from '../../cart/call/cart-shop.ts';
import { Refusal } from '../../shared/errors.ts';
import type { CheckoutWish } from './checkout-wish.ts';
import type { OrderAddress } from '../order-document.ts';

export type CheckoutAddresses = { readonly delivery: OrderAddress | null; readonly billing: OrderAddress | null };

type Read = (id: string) => Promise<OrderAddress>;

const keptAddress =
  (shop: CartShop, cart: StoredCart): Read =>
  async (id) => {
    const found = await cartAddress(shop, cart, id);
    if (found === undefined) {
      throw new Refusal('address_unknown', { message: `No address found with address id ${id}` });
    }
    const { areaCode, country, state, fields } = found;
    return { id, areaCode, country, state, fields };
  };

/** A checkout that names another place than the cart does means it for the invoice too, unless it says more. */
const billingId = (wish: CheckoutWish, document: CartDocument): string | null => {
  const isElsewhere = wish.delivery !== null || (wish.addressId !== null && wish.addressId !== document.addressId);
  return wish.billingAddressId ?? (isElsewhere ? null : document.billingAddressId);
};

export const checkoutAddresses = async (
  shop: CartShop,
  cart: StoredCart,
  wish: CheckoutWish,
): Promise<CheckoutAddresses> => {
  const { document } = cart;
  const read = keptAddress(shop, cart);
  const deliveryId = wish.addressId ?? document.addressId;
  const delivery = wish.delivery ?? (deliveryId === null ? null : await read(deliveryId));
  const invoiceId = billingId(wish, document);
  if (wish.billing !== null) return { delivery, billing: wish.billing };
  return { delivery, billing: invoiceId === null || invoiceId === delivery?.id ? delivery : await read(invoiceId) };
};
