/** A question about a cart that changes nothing: who asks, which cart is meant, for which place and in which currency. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CartAsk } from './cart-ask.ts';
import { askOf, type CartRoutesOptions, openCall, selectorOf, tellShopper } from './cart-call.ts';
import type { StoredCart } from '../store/cart-document.ts';
import type { CartShop } from './cart-shop.ts';
import { findCart } from './find-cart.ts';
import { activeOffers } from '../write/write-cart.ts';

export type CartLook = { readonly shop: CartShop; readonly cart: StoredCart | undefined; readonly ask: CartAsk };

type LookQuery = Parameters<typeof askOf>[1] & Parameters<typeof selectorOf>[0] & { readonly cart_id?: string };

export const lookAtCart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: CartRoutesOptions,
  query: LookQuery,
): Promise<CartLook> => {
  const call = await openCall(request, options);
  const { shop } = call;
  const selector = selectorOf({ ...query, id: query.id ?? query.cart_id });
  const active = await activeOffers(shop);
  const { cart, kind } = await findCart(call, selector, active);
  tellShopper(reply, call, options, undefined);
  return { shop, cart, ask: { ...askOf(request, query), kind } };
};
