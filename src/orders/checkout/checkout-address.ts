/** Where an order goes and where its invoice goes: given with the checkout, kept by the shopper, or chosen for the cart. */
import { cartAddress, usableAddress } from '../../cart/call/cart-address.ts';
import type { CartDocument, StoredCart } from '../../cart/store/cart-document.ts';
import type { CartShop } from '../../cart/call/cart-shop.ts';
import type { AddressBody } from '../../contract/cart/cart-selection-contract.ts';
import { placeOfAddress, refuseContradiction } from '../../customers/address-rules.ts';
import { Refusal } from '../../shared/errors.ts';
import type { CheckoutBody } from '../../contract/orders/checkout-contract.ts';
import type { CheckoutWish } from './checkout-wish.ts';
import type { OrderAddress } from '../order-document.ts';

export type CheckoutAddresses = { readonly delivery: OrderAddress | null; readonly billing: OrderAddress | null };

type Read = (id: string) => Promise<OrderAddress>;

const keptAddress =
  (shop: CartShop, cart: StoredCart, find: typeof cartAddress | typeof usableAddress): Read =>
  async (id) => {
    const found = await find(shop, cart, id);
    if (found === undefined) {
      throw new Refusal('address_unknown', { message: `No address found with address id ${id}` });
    }
    const { areaCode, country, state, fields } = found;
    return { id, areaCode, country, state, fields };
  };

/** An address that comes with the checkout; what it leaves out is what the shop knows of its place. */
const givenAddress = async (
  { delivery, caller: { companyId, settings } }: CartShop,
  field: keyof Pick<CheckoutBody, 'delivery_address' | 'billing_address'>,
  body: AddressBody,
): Promise<OrderAddress> => {
  const { area, taxes } = await delivery(companyId, [], body.area_code);
  refuseContradiction(body, { known: area, home: settings.country, byState: taxes.byState }, field);
  return { id: null, ...placeOfAddress(body, area, settings.country), fields: body };
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
  const deliveryId = wish.addressId ?? document.addressId;
  const kept = async (): Promise<OrderAddress | null> =>
    deliveryId === null ? null : keptAddress(shop, cart, usableAddress)(deliveryId);
  const delivery = wish.delivery === null ? await kept() : await givenAddress(shop, 'delivery_address', wish.delivery);
  const invoiceId = billingId(wish, document);
  if (wish.billing !== null) return { delivery, billing: await givenAddress(shop, 'billing_address', wish.billing) };
  return {
    delivery,
    billing:
      invoiceId === null || invoiceId === delivery?.id
        ? delivery
        : await keptAddress(shop, cart, cartAddress)(invoiceId),
  };
};
