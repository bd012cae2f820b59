/** A checkout from its request to its answer: carts of a shopper who signed in come together first, and the key makes it happen once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CartAsk } from '../../cart/call/cart-ask.ts';
import {
  askOf,
  type CartRoutesOptions,
  keyOwner,
  openCall,
  selectorOf,
  tellShopper,
} from '../../cart/call/cart-call.ts';
import { openCart } from '../../cart/call/find-cart.ts';
import { requireStaff } from '../../cart/call/staff-act.ts';
import { mergeOnSignIn } from '../../cart/operations/merge-carts.ts';
import { lookOf, tellLook } from '../../cart/write/write-cart.ts';
import { loadPricedCart } from '../../cart/price/load-priced-cart.ts';
import type { CheckoutAnswer, CheckoutBody } from '../../contract/orders/checkout-contract.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import type { KeyRecord } from '../../http/kept-refusal-rules.ts';
import { type CheckedOut, checkOutCart, type CheckoutRecord, newCheckout } from './check-out-cart.ts';
import { checkoutAnswer } from './checkout-answer.ts';
import { type CheckoutWish, wishOf } from './checkout-wish.ts';
import { tellRefused } from './tell-checkout.ts';
import { readOrder } from '../order-store.ts';
import { settleSoon } from '../settle-order.ts';
import { Refusal } from '../../shared/errors.ts';

export type CheckoutQuery = {
  readonly id?: string | undefined;
  readonly buy_now?: boolean | undefined;
  readonly cart_type?: string | undefined;
};

/** Only the address of the order decides where it goes; estimates of a storefront count for nothing here. */
const checkoutAsk = (request: FastifyRequest, wish: CheckoutWish): CartAsk => {
  const ask = askOf(request, { i: true, b: true, order_type: wish.orderType });
  return {
    ...ask,
    pincode: null,
    assignCardId: wish.cardId,
    orderingStore: wish.orderingStore ?? ask.orderingStore,
  };
};

export const performCheckout = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: CartRoutesOptions,
  { query, body }: { readonly query: CheckoutQuery; readonly body: CheckoutBody },
): Promise<CheckoutAnswer> => {
  const call = await openCall(request, options);
  const { shop } = call;
  const { node, caller } = shop;
  const wish = wishOf(body);
  if (wish.staff !== null) requireStaff(shop, 'staff');
  const plain = checkoutAsk(request, wish);
  const { changed } = await mergeOnSignIn(call, plain);
  const ask = { ...plain, isCartChanged: changed };
  const selector = selectorOf({ ...query, id: wish.cartId ?? query.id });
  const use = keyUse(request, keyOwner(call, selector), node.now());

  /** The order as it is now, with its cart as it is now: emptied, unless it has been filled again. */
  const again = async ({ document }: KeyRecord): Promise<CheckedOut> => {
    const order = await readOrder(node.db, caller.applicationId, (document as CheckoutRecord).orderId);
    if (order === undefined) throw new Refusal('order_not_found');
    const cart = await openCart(shop, order.document.cartId);
    await tellLook(shop, cart);
    return { order, view: await loadPricedCart(shop, cart, { ...ask, kind: order.document.cartKind }) };
  };
  const checkout = newCheckout(shop);
  const { order, view } = await onceByKey(node.db, reply, use, {
    run: (remember) => checkOutCart({ call, selector, ask, remember, priced: true }, wish, checkout),
    replay: again,
    // Some refusals show the cart.
    refused: async () => [
      ...(checkout.begun === undefined ? [] : await tellRefused(shop, checkout.begun)),
      ...lookOf(shop, undefined),
    ],
  });
  await settleSoon(node, order, request.log);
  tellShopper(reply, call, options, order.owner);
  const places = { publicUrl: options.publicUrl, storefrontUrl: caller.settings.storefront_url };
  return checkoutAnswer(order, view, places);
};
