/** What a checkout answers: the order, and the cart as it was ordered. */
import { codIsPossible } from '../../cart/price/payment-rules.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { cartAnswer } from '../../cart/response/cart-answer.ts';
import type { CheckCart, CheckoutAnswer } from '../../contract/orders/checkout-contract.ts';
import type { StoredOrder } from '../order-document.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { errorTable } from '../../shared/error-table.ts';
import { sum } from '../../shared/money.ts';

/** Where this service and the storefront are, and where a payment is confirmed. */
export type CheckoutPlaces = { readonly publicUrl: URL; readonly storefrontUrl: string | null };

export const paymentPath = '/service/common/payment/v1.0/application';

const below = (base: URL | string, path: string): string => `${String(base).replace(/\/$/, '')}${path}`;

const orderPage = ({ publicUrl, storefrontUrl }: CheckoutPlaces, orderId: string): string =>
  below(storefrontUrl ?? publicUrl, `/cart/order-status?order_id=${orderId}`);

const messages: Readonly<Record<string, string>> = {
  placed: 'Your order has been placed',
  awaiting_payment: 'Your order awaits its payment',
};

const userTypeOf = ({ document: { staff, owner } }: StoredOrder): string => (staff === null ? owner.kind : 'staff');

const storeCodeOf = ({ input, stores }: PricedView): string | undefined =>
  stores.get(input.shopper.orderingStore ?? 0)?.storeCode;

/** What checkout says of a cart beyond the cart: it is the same for one that was just ordered and for its repeat. */
const checkCart = async (view: PricedView, order: StoredOrder): Promise<CheckCart> => {
  const { number } = amountsIn(view.currency);
  const { charges } = view.priced;
  const cod = codIsPossible(view);
  const delivery = charges.find(({ type }) => type === 'delivery');
  const threshold = delivery?.basis.kind === 'table' ? (delivery.basis.threshold ?? 0) : 0;
  const storeCode = storeCodeOf(view);
  const charged = (type: 'cod' | 'delivery'): number =>
    number(sum(charges.filter((charge) => charge.type === type).map(({ amount }) => amount)));
  return {
    ...(await cartAnswer(view)),
    order_id: order.id,
    user_type: userTypeOf(order),
    cod_available: cod,
    cod_charges: charged('cod'),
    cod_message: cod ? '' : errorTable.cod_not_available.message,
    delivery_charges: charged('delivery'),
    delivery_charge_order_value: number(threshold),
    ...(storeCode === undefined ? {} : { store_code: storeCode }),
    store_emps: order.document.staff === null ? [] : [order.document.staff],
  };
};

export const checkoutAnswer = async (
  order: StoredOrder,
  view: PricedView,
  places: CheckoutPlaces,
): Promise<CheckoutAnswer> => {
  const { id, state, total, applicationId, expiresAt, document } = order;
  const page = orderPage(places, id);
  return {
    success: true,
    message: messages[state] ?? `Your order is ${state.replace('_', ' ')}`,
    order_id: id,
    data: {
      order_id: id,
      status: state,
      total: amountsIn(document.currency).number(total),
      currency: document.currency.code,
      payment_expires_at: expiresAt === null ? null : isoTime(expiresAt),
    },
    cart: await checkCart(view, order),
    callback_url: document.callbackUrl ?? page,
    app_intercept_url: page,
    payment_confirm_url:
      state === 'awaiting_payment' ? below(places.publicUrl, `${paymentPath}/${applicationId}/confirmation`) : null,
  };
};
