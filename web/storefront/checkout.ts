/** From the cart to the order: what the choices would cost, and the order itself. Nothing is reckoned here. */
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { PaymentOptions } from '../../src/contract/cart/cart-payment-contract.ts';
import type { ShippingMethods } from '../../src/contract/cart/cart-shipping-contract.ts';
import type { CartShipments } from '../../src/contract/cart/cart-shipment-contract.ts';
import type { BalancesView } from '../../src/contract/customers/balance-contract.ts';
import type { CheckoutAnswer } from '../../src/contract/orders/checkout-contract.ts';
import { call } from './call.ts';
import { loadCartIfAny } from './cart.ts';
import { tell } from './events.ts';
import { readOrder } from './orders.ts';
import { orderPath, payPath } from './route.tsx';
import { areaCode, customerUser, shop } from './shop.ts';

const path = '/service/application/cart/v1.0';

export type Way = 'HomeDelivery' | 'PickAtStore';
/** Which cart is ordered: the usual one, or the one of a single quick purchase. */
export type Ordered = { readonly buyNow: boolean };
export type Place = Ordered & { readonly way: Way; readonly addressId: string };

const cartOf = ({ buyNow }: Ordered) => ({ buy_now: buyNow || undefined });
const placeOf = ({ addressId }: Place) =>
  addressId === '' ? { area_code: areaCode.get() || undefined } : { address_id: addressId };

/** The cart and its parcels as they would be, ordered like this. */
export const readParcels = (place: Place): Promise<CartShipments> =>
  call(`${path}/shipment`, {
    query: { i: true, b: true, order_type: place.way, ...cartOf(place), ...placeOf(place) },
  });
/** By what the parcels could go; where it is asked for a place, as if it went there. */
export const readShipping = (place: Place): Promise<ShippingMethods> =>
  call(`${path}/shipping-methods`, { query: { ...cartOf(place), ...placeOf(place) } });
export const readPaymentOptions = (place: Place): Promise<PaymentOptions> =>
  call(`${path}/payment/options`, { query: { ...cartOf(place), ...placeOf(place) } });
export const readBalances = (): Promise<BalancesView> => call('/service/application/balance/v1.0/balances');

export type Payment = { readonly mode: string; readonly plan: string };
export const choosePayment = (ordered: Ordered, { mode, plan }: Payment): Promise<unknown> => {
  const body = { payment_mode: mode, payment_identifier: plan === '' ? null : plan };
  return call(`${path}/payment`, { method: 'PUT', query: cartOf(ordered), body });
};
export const usePoints = (ordered: Ordered, points: boolean): Promise<unknown> =>
  call(`${path}/redeem`, { method: 'POST', query: cartOf(ordered), body: { points } });
export const useCredit = (ordered: Ordered, credit: boolean): Promise<unknown> =>
  call(`${path}/detail`, { method: 'PATCH', query: cartOf(ordered), body: { store_credit: credit } });

/** The order made on this page, as it was shown, until it was told to be complete. */
let ordered: { readonly id: string; readonly cart: CartDetail } | undefined;

/** Told once, by the page that saw the cart: an order that is paid for later is complete then. */
export const tellComplete = async (orderId: string): Promise<void> => {
  const order = ordered?.id === orderId ? await readOrder(orderId) : undefined;
  if (order?.status !== 'placed' || ordered === undefined) return;
  const { cart } = ordered;
  ordered = undefined;
  const buyer = { userId: customerUser.get(), applicationId: shop.application_id };
  tell(({ orderComplete }, { completeFields }) => orderComplete(completeFields(order, cart, buyer)));
};

/** Answers where to go on. What was shown is what is ordered: another total is refused. */
export const placeOrder = async (place: Place, { mode, plan }: Payment, shown: CartDetail): Promise<string> => {
  const body = {
    ...(place.addressId === '' ? {} : { address_id: place.addressId }),
    order_type: place.way,
    ...(mode === '' ? {} : { payment_mode: mode }),
    ...(plan === '' ? {} : { payment_identifier: plan }),
    expected_total: shown.breakup_values?.raw?.total,
  };
  tell(({ orderCheckout }, { checkoutFields }) => orderCheckout(checkoutFields(shown)));
  const { order_id: id = '', payment_confirm_url: awaited } = await call<CheckoutAnswer>(`${path}/checkout`, {
    method: 'POST',
    query: cartOf(place),
    body,
    cart: {},
  });
  ordered = { id, cart: shown };
  tell(({ orderCheckedout }, { checkoutFields }) => orderCheckedout(checkoutFields(shown, id)));
  void tellComplete(id).catch(() => undefined);
  void loadCartIfAny();
  return awaited && shop.demo_payment ? payPath(id) : orderPath(id);
};
